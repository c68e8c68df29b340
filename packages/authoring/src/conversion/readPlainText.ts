import type { Losses } from './dropped.ts';
import type { Piece } from './pieces.ts';
import { cleanPlainText, plainParagraphs, withLinks } from './plainText.ts';

/** Maximum number of cells of a table to read; a text with more stays paragraphs. */
const MAX_CELLS = 100_000;

/** Reads plain text as paragraphs, or as a table if its lines have cells as spreadsheets write them. */
export function readPlainText(text: string, losses: Losses): Piece[] {
  const table = text.includes('\t') ? readCells(text) : undefined;
  return table ? [table] : plainParagraphs(text, losses).map((one) => ({ kind: 'paragraph', text: one }));
}

/** Tab-separated cells; undefined if the lines are not a table. */
function readCells(text: string): Piece | undefined {
  const clean = cleanPlainText(text, { add: () => {} });
  const rows = clean.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.split('\t')]));
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.length * width > MAX_CELLS) return undefined;
  if (rows.some((row) => row.length !== width)) return undefined;
  const cells = rows.map((row) => row.map((cell) => (cell.trim() === '' ? [] : withLinks(cell.trim()))));
  return { kind: 'table', table: { header: [], rows: cells, align: [] } };
}
