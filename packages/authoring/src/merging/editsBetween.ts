/** Elements `from` to `to` (exclusive) of one sequence became elements `start` to `end` (exclusive) of another one. */
export interface Edit {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Sequences with more differences than this are not compared: time and memory grow with the square of it. */
const MAX_DIFFERENCES = 2000;

/**
 * The smallest set of edits that turns one sequence into another, in order; undefined if there are too many. Source:
 * E. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986).
 */
export function editsBetween(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const [width, height] = [before.length - same - start, after.length - same - start];
  if (width === 0 && height === 0) return [];
  if (width === 0 || height === 0) return [{ from: start, to: start + width, start, end: start + height }];
  const isSame = (x: number, y: number) => before[start + x] === after[start + y];
  return shortestPath(width, height, isSame)?.map((edit) => ({
    from: edit.from + start,
    to: edit.to + start,
    start: edit.start + start,
    end: edit.end + start,
  }));
}

/** The edits of the shortest path through the grid of both sequences. */
function shortestPath(width: number, height: number, isSame: (x: number, y: number) => boolean): Edit[] | undefined {
  const most = Math.min(width + height, MAX_DIFFERENCES);
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
