import { plainInline } from '@portico/kinds/plainText';
import type { ByteSource } from '../zip/sourceReader.ts';
import type { CellText } from './cellFormat.ts';
import { openOpenDocument } from './openDocument.ts';
import { linesBeside, paragraphContent, piecesOf, textContext, type TextContext } from './openDocumentText.ts';
import { joinedCells, storedTexts, type Reading } from './reading.ts';
import { MAX_SHOWN_COLUMNS, MAX_SHOWN_ROWS, sheetPreview, type Sheet } from './sheets.ts';
import { plainPiece } from './shownPieces.ts';
import { childrenOf, elementsIn, parseXml, type XmlElement } from './xml.ts';

/** The limits of programs that write this format. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/**
 * A workbook in OpenDocument: its visible sheets as the file shows them, with days in ISO 8601. Throws UnreadableFile.
 * Source: ODF 1.3 part 3, 9; decisions/0277 says what is hidden.
 */
export async function readOds(source: ByteSource): Promise<Reading> {
  const document = await openOpenDocument(source);
  const sheets: Sheet[] = [];
  const texts: string[] = [];
  for (const xml of tablesIn(document.body)) {
    const [openTag = ''] = /^<[^>]*>/.exec(xml) ?? [];
    const { attributes } = parseXml(openTag.replace(/\/?>$/, '/>'));
    if (document.styles.named('table', attributes['style-name']).isHiddenPart) continue;
    const context = textContext(document.styles);
    const { sheet, lines } = readTable(attributes['name'] ?? '', xml, context);
    sheets.push(sheet);
    const beside = await linesBeside(context, { ...document, masterPages: [] });
    texts.push([sheet.name, ...lines, ...beside].join('\n'));
  }
  return { pages: null, texts: storedTexts(texts), preview: { kind: 'Sheets', sheets: sheetPreview(sheets) } };
}

/** The XML of each outermost table. */
function* tablesIn(body: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (const tag of body.matchAll(/<(\/?)(?:[\w-]+:)?table(?:\s[^>]*?)?(\/?)>/g)) {
    const [whole, isEnd, isEmpty] = tag;
    if (isEnd === '' && depth === 0) start = tag.index;
    if (isEnd !== '') depth -= 1;
    else if (isEmpty === '') depth += 1;
    if (depth === 0) yield body.slice(start, tag.index + whole.length);
  }
}

/** Reads row by row. Repeated rows and cells are shown as often as they are repeated, and found once. */
function readTable(name: string, xml: string, context: TextContext): { sheet: Sheet; lines: string[] } {
  const sheet: Sheet = { name, rows: [], totalRows: 0, totalColumns: 0 };
  const lines: string[] = [];
  const columns: Columns = { count: 0, hidden: [] };
  let number = 0;
  const addRow = (row: XmlElement, isGrouped: boolean) => {
    const first = number;
    number = Math.min(number + countOf(row, 'number-rows-repeated'), LAST_ROW);
    if (!isGrouped && row.attributes['visibility'] === 'collapse') return;
    const { shown, words } = rowCells(row, columns, context);
    if (shown.length === 0) return;
    sheet.totalRows = number;
    sheet.totalColumns = Math.max(sheet.totalColumns, shown.length);
    lines.push(joinedCells(words));
    // Empty rows are included so that the others keep their positions.
    while (sheet.rows.length < Math.min(first, MAX_SHOWN_ROWS)) sheet.rows.push([]);
    while (sheet.rows.length < Math.min(number, MAX_SHOWN_ROWS)) sheet.rows.push(shown.slice(0, MAX_SHOWN_COLUMNS));
  };
  for (const child of childrenOf(xml, 'table'))
    if (/^table-(?:column|header-column)/.test(child.name)) addColumns(child, columns, false);
    else if (child.name === 'table-row') addRow(child, false);
    else if (child.name.startsWith('table-'))
      for (const row of rowsOf(child)) addRow(row, child.name === 'table-row-group');
    else context.beside.lines.push(...[...piecesOf(child, context)].map(plainPiece));
  return { sheet, lines };
}

const ROW_GROUPS = new Set(['table-header-rows', 'table-rows', 'table-row-group']);

const rowsOf = (group: XmlElement): XmlElement[] =>
  elementsIn(group).flatMap((child) =>
    child.name === 'table-row' ? [child] : ROW_GROUPS.has(child.name) ? rowsOf(child) : [],
  );

const cellsOf = (row: XmlElement): XmlElement[] =>
  elementsIn(row).filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell');

interface Columns {
  count: number;
  /** The first and last column, counted from zero, of those that a person hid. */
  hidden: Array<[first: number, last: number]>;
}

/** Columns of a collapsed outline stay, as decisions/0277 says. */
function addColumns(element: XmlElement, columns: Columns, isGrouped: boolean): void {
  if (element.name !== 'table-column') {
    for (const child of elementsIn(element))
      addColumns(child, columns, isGrouped || element.name === 'table-column-group');
    return;
  }
  const first = columns.count;
  columns.count = Math.min(first + countOf(element, 'number-columns-repeated'), LAST_COLUMN);
  if (!isGrouped && element.attributes['visibility'] === 'collapse') columns.hidden.push([first, columns.count - 1]);
}

/** The shown texts up to the last one, and those for search, each once. */
function rowCells(row: XmlElement, columns: Columns, context: TextContext): { shown: string[]; words: string[] } {
  const shown: string[] = [];
  const words: string[] = [];
  const isHidden = (index: number) => columns.hidden.some(([first, last]) => index >= first && index <= last);
  let column = 0;
  for (const cell of cellsOf(row)) {
    const start = column;
    column = Math.min(column + countOf(cell, 'number-columns-repeated'), LAST_COLUMN);
    const text = cellText(cell, context);
    const indexes = Array.from({ length: text.shown === '' ? 0 : column - start }, (_, index) => start + index);
    for (const index of indexes.filter((one) => !isHidden(one))) {
      while (shown.length < index) shown.push('');
      shown.push(text.shown);
    }
    if (indexes.some((index) => !isHidden(index))) words.push(text.words);
  }
  return { shown, words };
}

function cellText(cell: XmlElement, context: TextContext): CellText {
  const lines: string[] = [];
  for (const child of elementsIn(cell))
    if (child.name === 'p') lines.push(plainInline(paragraphContent(child, context).text));
    else context.beside.lines.push(...[...piecesOf(child, context)].map(plainPiece));
  const text = lines.join('\n').trim();
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(cell.attributes['date-value'] ?? '') ?? [];
  if (day === undefined) return { shown: text, words: text };
  const shown = time === undefined ? day : `${day} ${time}`;
  return { shown, words: /\p{L}/u.test(text) ? `${shown} ${text}` : shown };
}

const countOf = ({ attributes }: XmlElement, name: string): number => Math.max(Number(attributes[name] ?? 1) || 1, 1);
