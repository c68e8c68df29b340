/** Rows as lines with aligned columns, for people. Line breaks inside a cell become spaces. */
export function toTable(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
