/** Elements `from` to `to` (exclusive) of one sequence became elements `start` to `end` (exclusive) of another one. */
export interface Edit {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Sequences with more differences than this are compared by anchors: time and memory grow with the square of it. */
const MAX_DIFFERENCES = 2000;
/** So many elements in a row that each sequence has once are the same ones. */
const ANCHOR = 12;
/** A stretch between anchors with more differences than this counts as replaced. */
const MAX_STRETCH_DIFFERENCES = 300;

/**
 * The smallest set of edits that turns one sequence into another, in order. With many differences it is not the
 * smallest one; undefined if the sequences also have hardly anything in common. Source: E. Myers, "An O(ND) difference
 * algorithm and its variations", Algorithmica 1 (1986).
 */
export const editsBetween = (before: readonly string[], after: readonly string[]): Edit[] | undefined =>
  fewEdits(before, after, MAX_DIFFERENCES) ?? editsAroundAnchors(before, after);

/** The smallest set; undefined if it has more than `most` differences. */
function fewEdits(before: readonly string[], after: readonly string[], most: number): Edit[] | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const [width, height] = [before.length - same - start, after.length - same - start];
  if (width === 0 && height === 0) return [];
  if (width === 0 || height === 0) return [{ from: start, to: start + width, start, end: start + height }];
  const isSame = (x: number, y: number) => before[start + x] === after[start + y];
  return shortestPath(width, height, isSame, most)?.map((edit) => moved(edit, start, start));
}

const moved = ({ from, to, start, end }: Edit, by: number, byAfter: number): Edit => ({
  from: from + by,
  to: to + by,
  start: start + byAfter,
  end: end + byAfter,
});

function editsAroundAnchors(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const anchors = anchorsOf(before, after);
  if (anchors.length === 0) return undefined;
  const edits: Edit[] = [];
  let [from, start] = [0, 0];
  for (const [to, end] of [...anchors, [before.length, after.length] as const]) {
    const [stretch, other] = [before.slice(from, to), after.slice(start, end)];
    const replaced = { from: 0, to: stretch.length, start: 0, end: other.length };
    for (const edit of fewEdits(stretch, other, MAX_STRETCH_DIFFERENCES) ?? [replaced])
      edits.push(moved(edit, from, start));
    [from, start] = [to + 1, end + 1];
  }
  return edits;
}

/** Where the same elements are in both sequences, as many as are in the same order. */
function anchorsOf(before: readonly string[], after: readonly string[]): Array<readonly [number, number]> {
  const places = uniqueRuns(after);
  const pairs = [...uniqueRuns(before)].flatMap(([run, index]) => {
    const place = places.get(run);
    return place === undefined ? [] : [{ index, place }];
  });
  // The longest increasing sequence: for each length the one that ends first, and what precedes each.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [number, { place }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.place < place) low = middle + 1;
      else high = middle;
    }
    previous[number] = ends[low - 1] ?? -1;
    ends[low] = number;
  }
  const anchors: Array<readonly [number, number]> = [];
  for (let number = ends.at(-1) ?? -1; number >= 0; number = previous[number]!)
    anchors.push([pairs[number]!.index, pairs[number]!.place]);
  return anchors.toReversed();
}

/** The places of runs that a sequence has once, in order. */
function uniqueRuns(sequence: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = 0; index + ANCHOR <= sequence.length; index += 1) {
    const run = sequence.slice(index, index + ANCHOR).join('\n');
    if (places.has(run)) repeated.add(run);
    else places.set(run, index);
  }
  for (const run of repeated) places.delete(run);
  return places;
}

/** The edits of the shortest path through the grid of both sequences. */
function shortestPath(
  width: number,
  height: number,
  isSame: (x: number, y: number) => boolean,
  limit: number,
): Edit[] | undefined {
  const most = Math.min(width + height, limit);
  /** For each number of differences, how far the path on each diagonal gets in the first sequence. */
  const reached: Int32Array[] = [];
  let last = new Int32Array([0, 0, 0]);
  for (let count = 0; count <= most; count += 1) {
    const next = new Int32Array(2 * count + 3);
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = count === 0 ? 0 : stepTo(last, count, diagonal).x;
      while (x < width && x - diagonal < height && isSame(x, x - diagonal)) x += 1;
      next[diagonal + count + 1] = x;
      if (x >= width && x - diagonal >= height) return editsOf([...reached, next], width, height);
    }
    reached.push(next);
    last = next;
  }
  return undefined;
}

/** The position on a diagonal after one more difference, and whether that was an insertion. */
function stepTo(last: Int32Array, count: number, diagonal: number): { x: number; isInsertion: boolean } {
  const [below, above] = [last[diagonal + count + 1]!, last[diagonal + count - 1]!];
  const isInsertion = diagonal === -count || (diagonal !== count && above < below);
  return { x: isInsertion ? below : above + 1, isInsertion };
}

function editsOf(reached: Int32Array[], width: number, height: number): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [width, height];
  for (let count = reached.length - 1; count > 0; count -= 1) {
    const { x: after, isInsertion } = stepTo(reached[count - 1]!, count, x - y);
    const yAfter = after - (x - y);
    const [from, start] = isInsertion ? [after, yAfter - 1] : [after - 1, yAfter];
    const following = edits[0];
    if (following && following.from === after && following.start === yAfter) edits[0] = { ...following, from, start };
    else edits.unshift({ from, to: after, start, end: yAfter });
    [x, y] = [from, start];
  }
  return edits;
}

/** A place in a text after edits. Text inserted there goes after it. */
export function movedPlace(edits: readonly Edit[], place: number): number {
  const last = edits.findLast(({ from }) => from < place);
  return last ? last.end + Math.max(0, place - last.to) : place;
}
