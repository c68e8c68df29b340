/** The number of letters added, left out, changed or swapped with their neighbor (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let rowBefore: number[] = [];
  let rowAbove = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rowAbove[j]! + 1, row[j - 1]! + 1, rowAbove[j - 1]! + substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rowBefore[j - 2]! + 1);
    }
    rowBefore = rowAbove;
    rowAbove = row;
  }
  return rowAbove[b.length]!;
}
