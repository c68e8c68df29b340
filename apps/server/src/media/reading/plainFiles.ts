import { joinedCells, StoredLines, storedLines, type Reading } from './reading.ts';
import { MAX_SHOWN_ROWS, sheetPreview, type Sheet } from './sheets.ts';

/** The maximum length of a text preview. */
const MAX_SHOWN_LENGTH = 200_000;

/** A text file. `charset` is taken from its media type. */
export function readText(bytes: Buffer, charset: string): Reading {
  const text = new TextDecoder(charset).decode(bytes).replaceAll(/\r\n?/g, '\n');
  const isCut = text.length > MAX_SHOWN_LENGTH;
  return {
    pages: null,
    texts: storedLines([text]),
    preview: { kind: 'Text', text: text.slice(0, MAX_SHOWN_LENGTH).toWellFormed(), isCut },
  };
}

/** A table in a text file, with commas, semicolons, tabs or bars between its cells. Source: RFC 4180. */
export function readCsv(bytes: Buffer, charset: string): Reading {
  const whole = new TextDecoder(charset).decode(bytes);
  const [declaration = '', declared] = DECLARED_DELIMITER.exec(whole) ?? [];
  const text = whole.slice(declaration.length);
  const sheet: Sheet = { name: '', rows: [], totalRows: 0, totalColumns: 0 };
  const stored = new StoredLines();
  for (const row of csvRows(text, declared ?? delimiterOf(text))) {
    sheet.totalRows += 1;
    sheet.totalColumns = Math.max(sheet.totalColumns, row.length);
    if (sheet.rows.length < MAX_SHOWN_ROWS) sheet.rows.push(row);
    stored.add(joinedCells(row));
  }
  return {
    pages: null,
    texts: stored.finish(),
    preview: { kind: 'Sheets', sheets: sheetPreview([sheet]) },
  };
}

/** A first line that tells Excel the delimiter. */
const DECLARED_DELIMITER = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)/i;
const DELIMITERS = [',', ';', '\t', '|'];
/** The part of a file by which its delimiter is guessed. */
const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_ROWS = 50;
/** Two delimiters are about as regular if the shares of rows that they divide alike differ by less. */
const SIMILAR_SHARE = 0.2;

/**
 * The delimiter that divides most rows into the same number of cells, and of several the one with the most cells. What
 * is in quotes does not count, nor do decimal commas beside another delimiter.
 */
export function delimiterOf(text: string): string {
  const unquoted = text.slice(0, SAMPLE_LENGTH).replaceAll(/(^|[,;\t|])"(?:[^"]|"")*(?:"|$(?!\n))/gm, '$1x');
  const rows = unquoted
    .split(/[\r\n]+/)
    .filter((row) => row !== '')
    .slice(0, SAMPLE_ROWS);
  const hasOnlyDecimalCommas = !/(?<!\d),|,(?!\d)/.test(unquoted);
  const judged = DELIMITERS.map((mark) => ({ mark, ...usualWidth(rows.map((row) => row.split(mark).length)) }));
  const dividing = judged.filter(({ width }) => width > 1);
  const likely = dividing.filter(({ mark }) => mark !== ',' || !hasOnlyDecimalCommas);
  const [first, ...others] = likely.length > 0 ? likely : dividing;
  return others.reduce((best, one) => {
    const isAsRegular = Math.abs(one.share - best.share) < SIMILAR_SHARE;
    return (isAsRegular ? one.width > best.width : one.share > best.share) ? one : best;
  }, first ?? judged[0]!).mark;
}

/** The most frequent width, and the share of the rows that have it. */
function usualWidth(widths: number[]): { width: number; share: number } {
  const counts = Map.groupBy(widths, (width) => width);
  const [width, same] = [...counts].reduce(
    (best, one) => (one[1].length > best[1].length ? one : best),
    [1, [] as number[]],
  );
  return { width, share: same.length / Math.max(widths.length, 1) };
}

/**
 * Rows of cells; a quoted cell can contain line breaks, separators and doubled quotes. Text after a closing quote
 * belongs to the cell.
 */
export function* csvRows(text: string, mark: string): Generator<string[]> {
  const special = new RegExp(`["\\r\\n${mark.replace(/[\\\]^-]/, '\\$&')}]`, 'g');
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
