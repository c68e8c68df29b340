import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from './entriesTable.ts';

/** Says to Excel that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets take a cell for a formula also behind blanks, and some also one that starts in the middle of a line. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

const FORMULA_SIGN = /^[=+\-@\uff0b\uff0d\uff1d\uff20]/u;

/** A text of which no spreadsheet takes a part for a formula. Numbers stay numbers. Source: TRUST X6, OWASP CSV injection. */
export function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  // Where lists are parted by semicolons, and where a text is pasted, these begin another cell in the middle of one, quotes or not.
  const text = cell.replaceAll(/[;"'\s]+/gu, (run: string, place: number) => {
    const beginsCell = run.includes(';') || (place > 0 && /[\t\r\n]/.test(run));
    return beginsCell && FORMULA_SIGN.test(cell.slice(place + run.length, place + run.length + 1)) ? `${run}'` : run;
  });
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Rows as CSV that spreadsheets open as it is, a chunk for each that comes. Source: RFC 4180. */
export function entriesCsv(chunks: AsyncIterable<Cell[][]>): Readable {
  async function* texts() {
    yield BYTE_ORDER_MARK;
    for await (const rows of chunks)
      if (rows.length > 0)
        yield stringify(
          rows.map((row) => row.map(harmless)),
          { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
        );
  }
  return Readable.from(texts(), { objectMode: false });
}
