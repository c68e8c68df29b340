export interface Random {
  /** From 0 up to but excluding 1. */
  next(): number;
  chance(probability: number): boolean;
  one<T>(from: readonly T[]): T;
  /** Between `min` and `max` distinct values, in the order of `from`. */
  some<T>(from: readonly T[], min: number, max: number): T[];
  uuid(): string;
}

/** Produces the same sequence for the same seed. Source: the mulberry32 generator, public domain. */
export function createRandom(seed: number): Random {
  let state = seed;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const whole = (below: number) => Math.floor(next() * below);
  return {
    next,
    chance: (probability) => next() < probability,
    one: (from) => from[whole(from.length)]!,
    some(from, min, max) {
      const chosen = new Set<number>();
      const count = min + whole(max - min + 1);
      while (chosen.size < count) chosen.add(whole(from.length));
      return from.filter((_, index) => chosen.has(index));
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => whole(16).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
