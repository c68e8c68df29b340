import { joinedCells, storedTexts, textParts, type Reading } from './reading.ts';
import { sheetPreview } from './sheets.ts';

/** The maximum length of a text preview. */
const MAX_SHOWN_LENGTH = 200_000;

/** A text file. `charset` is taken from its media type. */
export function readText(bytes: Buffer, charset: string): Reading {
  const text = new TextDecoder(charset).decode(bytes).replaceAll(/\r\n?/g, '\n');
  const isCut = text.length > MAX_SHOWN_LENGTH;
  return {
    pages: null,
    texts: storedTexts(textParts(text)),
    preview: { kind: 'Text', text: text.slice(0, MAX_SHOWN_LENGTH).toWellFormed(), isCut },
  };
}

/** A table in a text file, with commas, semicolons or tabs between its cells. Source: RFC 4180. */
export function readCsv(bytes: Buffer, charset: string): Reading {
  const text = new TextDecoder(charset).decode(bytes);
  const rows = [...csvRows(text, delimiterOf(text))];
  const totalColumns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    pages: null,
    texts: storedTexts(textParts(rows.map(joinedCells).join('\n'))),
    preview: { kind: 'Sheets', sheets: sheetPreview([{ name: '', rows, totalRows: rows.length, totalColumns }]) },
  };
}

/** The separator that occurs most often in the first line. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 10_000).split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

/**
 * Rows of cells; a quoted cell can contain line breaks, separators and doubled quotes. Text after a closing quote
 * belongs to the cell.
 */
export function* csvRows(text: string, mark: string): Generator<string[]> {
  const special = new RegExp(`["\\r\\n${mark === '\t' ? '\\t' : mark}]`, 'g');
  let row: string[] = [];
  let cell = '';
  let at = 0;
  while (at < text.length) {
    special.lastIndex = at;
    const found = special.exec(text)?.index ?? text.length;
    cell += text.slice(at, found);
    at = found + 1;
    const sign = text[found];
    if (sign === '"' && cell === '') {
      const { value, end } = quoted(text, at);
      cell = value;
      at = end;
    } else if (sign === '"') cell += '"';
    else if (sign === mark) {
      row.push(cell);
      cell = '';
    } else if (sign !== undefined) {
      if (sign === '\r' && text[at] === '\n') at += 1;
      if (row.length > 0 || cell !== '') yield [...row, cell];
      row = [];
      cell = '';
    }
  }
  if (row.length > 0 || cell !== '') yield [...row, cell];
}

/**
 * The quoted text that starts at `at`, and where it ends. A quote that is never closed extends to the end of the text.
 */
function quoted(text: string, at: number): { value: string; end: number } {
  let value = '';
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}
