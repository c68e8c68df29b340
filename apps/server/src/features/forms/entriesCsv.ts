import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from './entriesTable.ts';

/** Says to Excel that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets take a cell for a formula also behind blanks, and some also one that starts in the middle of a line. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

/** A text that no spreadsheet takes for a formula. Numbers stay numbers. Source: TRUST X6, OWASP CSV injection. */
export function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Rows as CSV that spreadsheets open as it is, a chunk for each that comes. Source: RFC 4180. */
export function entriesCsv(chunks: AsyncIterable<Cell[][]>): Readable {
  async function* texts() {
    yield BYTE_ORDER_MARK;
    for await (const rows of chunks) if (rows.length > 0) yield stringify(rows.map((row) => row.map(harmless)), { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  }
  return Readable.from(texts(), { objectMode: false });
}
