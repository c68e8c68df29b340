/** Spreadsheet name of a column: 0 is A, 25 is Z, 26 is AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** True for a cell that holds a number, an amount, or a percentage: "1,204", "$3.50", "(12)", "7 %". */
export function isNumber(cell: string): boolean {
  return cell.length <= 40 && /^[-+(]?[$€£]?\d[\d,. ]*%?\)?$/.test(cell.trim());
}

/** True when the first of several rows looks like a header: text in every cell and no numbers. */
export function hasHeaderRow(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  return others.length > 0 && first.length > 1 && first.every((cell) => cell.trim() !== '' && !isNumber(cell));
}
