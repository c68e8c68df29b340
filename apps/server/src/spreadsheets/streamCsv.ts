import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Cell } from './cell.ts';

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets ignore whitespace before a formula, and some recognize formulas in the middle of a line. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u;

const FORMULA_SIGN = /^[=+\-@\uff0b\uff0d\uff1d\uff20]/u;

/**
 * Escapes text so that no spreadsheet interprets it as a formula. Numbers stay numbers. Source: TRUST X6, OWASP CSV
 * injection.
 */
export function escapeFormula(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  // When semicolons are separators, or when pasted, these characters start a new cell inside a cell, quoted or not.
  const text = cell.replaceAll(/[;"'\s]+/gu, (run: string, offset: number) => {
    const beginsCell = run.includes(';') || (offset > 0 && /[\t\r\n]/.test(run));
    return beginsCell && FORMULA_SIGN.test(cell.slice(offset + run.length, offset + run.length + 1)) ? `${run}'` : run;
  });
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Streams rows as CSV (RFC 4180) that spreadsheets open directly. */
export function streamCsv(chunks: AsyncIterable<Cell[][]>): Readable {
  async function* texts() {
    yield BYTE_ORDER_MARK;
    for await (const rows of chunks)
      if (rows.length > 0)
        yield stringify(
          rows.map((row) => row.map(escapeFormula)),
          { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
        );
  }
  return Readable.from(texts(), { objectMode: false });
}
