import { areEqual, joinBytes, sha256, type Bytes } from './bytes.ts';

/*
 * The Merkle tree of the log of proofs. Source: RFC 6962, section 2.1. Numbers of leaves are exact up to 2^53, so there
 * are no bit operations, which would cut them to 32 bits.
 */

/** Consecutive leaves that have one hash: from `start` up to but not including `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A subtree with 2^level leaves, the `index`th of its level. */
export interface Subtree {
  level: number;
  index: number;
}

export const HASH_BYTES = 32;

export const leafHash = (record: Bytes): Promise<Bytes> => sha256(joinBytes(Uint8Array.of(0), record));

export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  sha256(joinBytes(Uint8Array.of(1), left, right));

/** The root of a tree without leaves. */
export const emptyRoot = (): Promise<Bytes> => sha256(new Uint8Array());

/** The leaves of the left child: the largest power of two below `size`, which is at least 2. */
function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** What each hash of an inclusion proof covers, from the sibling of the leaf up to a child of the root. */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftSize(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.toReversed();
}

/** What each hash of a proof that the first `oldSize` of `size` leaves are unchanged covers, in its order. */
export function consistencyRanges(oldSize: number, size: number): Range[] {
  const below = (start: number, end: number, isOldRoot: boolean): Range[] => {
    if (oldSize === end) return isOldRoot ? [] : [{ start, end }];
    const middle = start + leftSize(end - start);
    return oldSize <= middle
      ? [...below(start, middle, isOldRoot), { start: middle, end }]
      : [...below(middle, end, false), { start, end: middle }];
  };
  return oldSize === 0 ? [] : below(0, size, true);
}

/** The complete subtrees that a range of a tree consists of, from left to right. */
export function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  while (start < end) {
    let level = 0;
    while (start % 2 ** (level + 1) === 0 && start + 2 ** (level + 1) <= end) level += 1;
    subtrees.push({ level, index: start / 2 ** level });
    start += 2 ** level;
  }
  return subtrees;
}

/** The hash of a range from those of its complete subtrees. */
export async function foldSubtrees(hashes: Uint8Array[]): Promise<Bytes> {
  if (hashes.length === 0) return emptyRoot();
  let folded = hashes.at(-1)!;
  for (const left of hashes.slice(0, -1).toReversed()) folded = await nodeHash(left, folded);
  return Uint8Array.from(folded);
}

type HashRange = (range: Range, left: Uint8Array, right: Uint8Array) => Promise<Bytes>;

/** The fewest leaves of a range whose hash is remembered: smaller ones are many, and few proofs have them in common. */
const REMEMBERED_LEAVES = 16;

/**
 * Hashes like `nodeHash`, but remembers the last hash of each large range with what it was made of, because the proofs
 * of neighbors combine the same hashes.
 */
export function rememberHashes(): HashRange {
  const last = new Map<string, { left: Uint8Array; right: Uint8Array; hash: Bytes }>();
  return async ({ start, end }, left, right) => {
    if (end - start < REMEMBERED_LEAVES) return nodeHash(left, right);
    const known = last.get(`${start} ${end}`);
    if (known && areEqual(known.left, left) && areEqual(known.right, right)) return known.hash;
    const hash = await nodeHash(left, right);
    last.set(`${start} ${end}`, { left, right, hash });
    return hash;
  };
}

/**
 * The hash of every range that an inclusion proof tells: of the leaf, of the proof itself, and of what they combine to.
 * The last one is the root. The path must be as long as `inclusionRanges`.
 */
export async function rangesOfPath(
  leaf: Bytes,
  { index, size, path }: { index: number; size: number; path: Uint8Array[] },
  hashOf: HashRange = (_range, left, right) => nodeHash(left, right),
): Promise<Array<Range & { hash: Uint8Array }>> {
  let known = { start: index, end: index + 1, hash: leaf };
  const ranges: Array<Range & { hash: Uint8Array }> = [known];
  for (const [at, { start, end }] of inclusionRanges(index, size).entries()) {
    const hash = path[at]!;
    const isRight = start === known.end;
    ranges.push({ start, end, hash });
    const range = { start: Math.min(start, known.start), end: Math.max(end, known.end) };
    known = {
      ...range,
      hash: await (isRight ? hashOf(range, known.hash, hash) : hashOf(range, hash, known.hash)),
    };
    ranges.push(known);
  }
  return ranges;
}

/** Whether a tree continues an older one, by a proof in the order of `consistencyRanges`. */
export async function isConsistent(
  old: { size: number; root: Uint8Array },
  head: { size: number; root: Uint8Array },
  path: Uint8Array[],
): Promise<boolean> {
  if (old.size > head.size || path.length !== consistencyRanges(old.size, head.size).length) return false;
  if (old.size === 0) return areEqual(old.root, await emptyRoot());
  const rest = [...path];
  const below = async (start: number, end: number, isOldRoot: boolean): Promise<[Uint8Array, Uint8Array]> => {
    if (old.size === end) {
      const hash = isOldRoot ? old.root : rest.shift()!;
      return [hash, hash];
    }
    const middle = start + leftSize(end - start);
    if (old.size <= middle) {
      const [before, after] = await below(start, middle, isOldRoot);
      return [before, await nodeHash(after, rest.shift()!)];
    }
    const [before, after] = await below(middle, end, false);
    const left = rest.shift()!;
    return [await nodeHash(left, before), await nodeHash(left, after)];
  };
  const [before, after] = await below(0, head.size, true);
  return areEqual(before, old.root) && areEqual(after, head.root);
}
