import type { SectionChange } from '@portico/contracts/sections';
import type { Section } from './sections.ts';

/** Sections of two versions that belong together, by their positions in the lists. */
export interface SectionRelation {
  kind: 'Same' | SectionChange;
  before: number[];
  after: number[];
  /** Whether it has another position among the others. */
  isMoved: boolean;
}

/** From this share of common word pairs on, a section under another heading is the same one. */
const SIMILAR = 0.5;
/** Enough under the same heading, or alone between the same neighbors. */
const RELATED = 0.2;
/** The part of a section that comes from another one, for it to be a split or a merger. */
const CONTAINED = 0.5;
const MIN_SHARED = 3;
/** Word pairs in more sections than this don't tell which one is meant. */
const MAX_SECTIONS_OF_PAIR = 16;
/** Sections with the same heading that are compared with each other; more are paired in their order. */
const MAX_REPEATED = 20;

/**
 * Relates each section of two versions to the one or those that it became: first by equal content, then by heading,
 * text and position. Deterministic. Time grows with the number of words, not with the square of sections.
 */
export function matchSections(before: readonly Section[], after: readonly Section[]): SectionRelation[] {
  const pairs = new Pairs(before, after);
  pairs.byKey(({ part }) => (part === 'text' ? undefined : part));
  pairs.byKey((section) => inText(section, `${section.path.map(keyOf).join('\n')}\n\n${section.content}`));
  pairs.byKey((section) => inText(section, section.content));
  pairs.byHeading((section) => [...section.path, section.heading ?? ''].map(keyOf).join('\n'), RELATED);
  pairs.byHeading(({ heading }) => keyOf(heading ?? ''), RELATED);
  pairs.bySimilarity();
  pairs.byHeading(({ heading }) => keyOf(heading ?? ''), 0);
  pairs.byPosition();
  return pairs.relations();
}

const inText = ({ part }: Section, key: string) => (part === 'text' ? key : undefined);

/** A heading without its number, case and punctuation. */
const keyOf = (heading: string): string =>
  (heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .join(' ')
    .replace(/^(?:(?:section|part) )?(?:\d+ )+(?=\S)/, '');

/** The pairs of neighboring words in a text, or its only word. */
function wordPairs({ lines }: Section): Set<string> {
  const words =
    lines
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 1) return new Set(words);
  return new Set(words.slice(1).map((word, index) => `${words[index]!} ${word}`));
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>, except?: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let count = 0;
  for (const pair of few) if (many.has(pair) && !except?.has(pair)) count += 1;
  return count;
}

/** From 0 for no common word pairs to 1 for the same ones. */
const similarity = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size + b.size === 0 ? 1 : (2 * shared(a, b)) / (a.size + b.size);

class Pairs {
  readonly before: readonly Section[];
  readonly after: readonly Section[];
  private readonly oldWords: Array<Set<string>>;
  private readonly newWords: Array<Set<string>>;
  private readonly toNew = new Map<number, number>();
  private readonly toOld = new Map<number, number>();

  constructor(before: readonly Section[], after: readonly Section[]) {
    this.before = before;
    this.after = after;
    this.oldWords = before.map(wordPairs);
    this.newWords = after.map(wordPairs);
  }

  private pair(old: number, now: number): void {
    this.toNew.set(old, now);
    this.toOld.set(now, old);
  }

  private free(): { old: number[]; now: number[] } {
    return {
      old: [...this.before.keys()].filter((index) => !this.toNew.has(index)),
      now: [...this.after.keys()].filter((index) => !this.toOld.has(index)),
    };
  }

  private byKeys(keyFor: (section: Section) => string | undefined): Array<{ old: number[]; now: number[] }> {
    const groups = new Map<string, { old: number[]; now: number[] }>();
    const { old, now } = this.free();
    const add = (side: 'old' | 'now', index: number, section: Section) => {
      const key = keyFor(section);
      if (key === undefined) return;
      const group = groups.get(key) ?? { old: [], now: [] };
      group[side].push(index);
      groups.set(key, group);
    };
    for (const index of old) add('old', index, this.before[index]!);
    for (const index of now) add('now', index, this.after[index]!);
    return [...groups.values()].filter((group) => group.old.length > 0 && group.now.length > 0);
  }

  /** Pairs sections with the same key, in their order. */
  byKey(keyFor: (section: Section) => string | undefined): void {
    for (const { old, now } of this.byKeys(keyFor))
      for (const [place, index] of old.entries()) if (place < now.length) this.pair(index, now[place]!);
  }

  /** Pairs sections with the same heading and at least this similarity, the most similar first. */
  byHeading(headingFor: (section: Section) => string, least: number): void {
    const isSimilar = (old: number, now: number) => similarity(this.oldWords[old]!, this.newWords[now]!);
    for (const { old, now } of this.byKeys((section) => inText(section, headingFor(section)))) {
      const isMany = old.length > MAX_REPEATED || now.length > MAX_REPEATED;
      const candidates = isMany
        ? old.flatMap((index, place) => (place < now.length ? [[index, now[place]!] as const] : []))
        : old.flatMap((index) => now.map((other) => [index, other] as const));
      this.takeBest(
        candidates
          .map(([index, other]) => ({ old: index, now: other, score: isSimilar(index, other) }))
          .filter(({ score }) => score >= least),
      );
    }
  }

  private takeBest(candidates: Array<{ old: number; now: number; score: number }>): void {
    const distance = ({ old, now }: { old: number; now: number }) => Math.abs(old - now);
    candidates.sort((a, b) => b.score - a.score || distance(a) - distance(b) || a.old - b.old || a.now - b.now);
    for (const { old, now } of candidates) if (!this.toNew.has(old) && !this.toOld.has(now)) this.pair(old, now);
  }

  bySimilarity(): void {
    const { old, now } = this.free();
    const index = indexOf(now, this.newWords);
    this.takeBest(
      old
        .flatMap((each) =>
          candidatesOf(this.oldWords[each]!, index).map((other) => ({
            old: each,
            now: other,
            score: similarity(this.oldWords[each]!, this.newWords[other]!),
          })),
        )
        .filter(({ score, old: each, now: other }) => score >= SIMILAR && this.isText(each, other)),
    );
  }

  private isText = (old: number, now: number): boolean =>
    this.before[old]!.part === 'text' && this.after[now]!.part === 'text';

  /** Pairs what is alone between the same neighbors. */
  byPosition(): void {
    for (const old of this.free().old) {
      const left = old === 0 ? -1 : this.toNew.get(old - 1);
      const right = old === this.before.length - 1 ? this.after.length : this.toNew.get(old + 1);
      if (left === undefined || right !== left + 2) continue;
      const now = left + 1;
      if (this.toOld.has(now) || !this.isText(old, now)) continue;
      if (similarity(this.oldWords[old]!, this.newWords[now]!) >= RELATED) this.pair(old, now);
    }
  }

  /** What the unpaired sections of one side contain of the other side, as pairs of before and after. */
  private parts(): Array<[old: number, now: number]> {
    const { old, now } = this.free();
    const inOld = indexOf([...this.before.keys()], this.oldWords);
    const inNew = indexOf([...this.after.keys()], this.newWords);
    const bestOf = (
      words: ReadonlySet<string>,
      candidates: number[],
      wordsOf: Array<Set<string>>,
      partnerOf: (index: number) => ReadonlySet<string> | undefined,
    ): number | undefined =>
      candidates
        .map((index) => ({ index, count: shared(words, wordsOf[index]!, partnerOf(index)) }))
        .filter(({ count }) => count >= MIN_SHARED && count >= CONTAINED * words.size)
        .sort((a, b) => b.count - a.count || a.index - b.index)[0]?.index;
    const newWordsOf = (index: number) => this.newWords[this.toNew.get(index) ?? -1];
    const oldWordsOf = (index: number) => this.oldWords[this.toOld.get(index) ?? -1];
    const found: Array<[number, number]> = [];
    for (const index of now) {
      const words = this.newWords[index]!;
      const from = bestOf(words, candidatesOf(words, inOld), this.oldWords, newWordsOf);
      if (from !== undefined && this.isText(from, index)) found.push([from, index]);
    }
    for (const index of old) {
      const words = this.oldWords[index]!;
      const into = bestOf(words, candidatesOf(words, inNew), this.newWords, oldWordsOf);
      if (into !== undefined && this.isText(index, into)) found.push([index, into]);
    }
    return found;
  }

  relations(): SectionRelation[] {
    const groups = new Map<number, { before: Set<number>; after: Set<number> }>();
    const groupOfOld = new Map<number, number>();
    const groupOfNew = new Map<number, number>();
    let next = 0;
    const join = (old: number, now: number) => {
      const [a, b] = [groupOfOld.get(old), groupOfNew.get(now)];
      const id = a ?? b ?? next;
      next += id === next ? 1 : 0;
      const group = groups.get(id) ?? { before: new Set(), after: new Set() };
      groups.set(id, group);
      if (a !== undefined && b !== undefined && a !== b) {
        const other = groups.get(b)!;
        for (const index of other.before) {
          groupOfOld.set(index, id);
          group.before.add(index);
        }
        for (const index of other.after) {
          groupOfNew.set(index, id);
          group.after.add(index);
        }
        groups.delete(b);
      }
      group.before.add(old);
      group.after.add(now);
      groupOfOld.set(old, id);
      groupOfNew.set(now, id);
    };
    for (const [old, now] of this.toNew) join(old, now);
    for (const [old, now] of this.parts()) join(old, now);
    const moved = movedIn(this.toNew, this.oldWords);
    const ascending = (indexes: Set<number>) => [...indexes].sort((a, b) => a - b);
    const related = [...groups.values()].map((group): SectionRelation => {
      const [old, now] = [ascending(group.before), ascending(group.after)];
      const isMoved = old.length === 1 && now.length === 1 && moved.has(old[0]!);
      return { kind: this.kindOf(old, now, isMoved), before: old, after: now, isMoved };
    });
    const alone = [
      ...[...this.before.keys()]
        .filter((index) => !groupOfOld.has(index))
        .map((index): SectionRelation => ({ kind: 'Removed', before: [index], after: [], isMoved: false })),
      ...[...this.after.keys()]
        .filter((index) => !groupOfNew.has(index))
        .map((index): SectionRelation => ({ kind: 'Added', before: [], after: [index], isMoved: false })),
    ];
    return this.inReadingOrder([...related, ...alone]);
  }

  private kindOf(old: number[], now: number[], isMoved: boolean): SectionRelation['kind'] {
    if (old.length > 1) return 'Merged';
    if (now.length > 1) return 'Split';
    const [was, is] = [this.before[old[0]!]!, this.after[now[0]!]!];
    if (was.content === is.content) return isMoved ? 'Moved' : 'Same';
    return keyOf(was.heading ?? '') === keyOf(is.heading ?? '') ? 'Changed' : 'Reworded';
  }

  /** In the order of the later version; what was removed comes after what was before it. */
  private inReadingOrder(relations: SectionRelation[]): SectionRelation[] {
    const later = new Map<number, number>();
    for (const { before, after } of relations)
      for (const old of before) if (after.length > 0) later.set(old, after[0]!);
    const last: number[] = [];
    for (const old of this.before.keys()) last.push(later.get(old) ?? last.at(-1) ?? -1);
    const placeOf = ({ before, after }: SectionRelation): [number, number] =>
      after.length > 0 ? [after[0]!, -1] : [last[before[0]!]!, before[0]!];
    return relations
      .map((relation) => ({ relation, place: placeOf(relation) }))
      .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
      .map(({ relation }) => relation);
  }
}

/** The sections of a side in which each word pair is. */
function indexOf(sections: number[], words: Array<Set<string>>): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const section of sections)
    for (const pair of words[section]!) {
      const list = index.get(pair);
      if (list) list.push(section);
      else index.set(pair, [section]);
    }
  return index;
}

/** The sections that share telling word pairs with a text, most of them first. */
function candidatesOf(words: ReadonlySet<string>, index: ReadonlyMap<string, number[]>): number[] {
  const counts = new Map<number, number>();
  for (const pair of words) {
    const sections = index.get(pair) ?? [];
    if (sections.length > MAX_SECTIONS_OF_PAIR) continue;
    for (const section of sections) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_SECTIONS_OF_PAIR)
    .map(([section]) => section);
}

/** The sections that have another position: all but those with the most words that still follow each other. */
function movedIn(toNew: ReadonlyMap<number, number>, words: Array<Set<string>>): Set<number> {
  const olds = [...toNew.keys()].sort((a, b) => a - b);
  const best = new Map<number, { weight: number; previous: number | undefined }>();
  // A tree of maxima by position in the later version.
  const size = Math.max(0, ...toNew.values()) + 1;
  const tree = Array.from<number | undefined>({ length: size + 1 });
  const weightOf = (old: number | undefined) => (old === undefined ? 0 : best.get(old)!.weight);
  const heaviest = (end: number): number | undefined => {
    let found: number | undefined;
    for (let place = end; place > 0; place -= place & -place)
      if (weightOf(tree[place]) > weightOf(found)) found = tree[place];
    return found;
  };
  let last: number | undefined;
  for (const old of olds) {
    const now = toNew.get(old)!;
    const previous = heaviest(now);
    best.set(old, { weight: weightOf(previous) + words[old]!.size + 1, previous });
    for (let place = now + 1; place <= size; place += place & -place)
      if (weightOf(old) > weightOf(tree[place])) tree[place] = old;
    if (weightOf(old) > weightOf(last)) last = old;
  }
  const moved = new Set(olds);
  for (let old = last; old !== undefined; old = best.get(old)?.previous) moved.delete(old);
  return moved;
}
