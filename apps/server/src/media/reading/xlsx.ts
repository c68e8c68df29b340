import type { ByteSource } from '../zip/sourceReader.ts';
import { cellFormat, type CellFormat } from './cellFormat.ts';
import { openOffice, type OfficePackage, type Relation } from './officePackage.ts';
import { joinedCells, storedTexts, MAX_TEXT_LENGTH, UnreadableFile, type Reading } from './reading.ts';
import { MAX_SHOWN_ROWS, sheetPreview, type Sheet } from './sheets.ts';
import { childNamed, childrenOf, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** Columns beyond this one are counted but not read. */
const MAX_COLUMNS = 256;
const MAX_SHEETS = 200;
/** The limits of the file format. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

interface Workbook {
  shared: string[];
  /** Indexed by the style number of a cell. */
  formats: CellFormat[];
}

/**
 * A workbook: its visible sheets, with numbers and dates as people read them. Throws UnreadableFile. Source: ECMA-376
 * part 1, 18.
 */
export async function readXlsx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const xml = await office.part(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  const root = parseXml(xml);
  const relations = await office.relations(office.main);
  const isFrom1904 = ['1', 'true'].includes(childNamed(root, 'workbookPr')?.attributes['date1904'] ?? '');
  const workbook = {
    shared: await sharedStrings(office, relations),
    formats: await formatsOf(office, relations, isFrom1904),
  };
  const sheets: Sheet[] = [];
  let room = MAX_TEXT_LENGTH;
  for (const entry of elementsIn(childNamed(root, 'sheets'), 'sheet').slice(0, MAX_SHEETS)) {
    const relation = relations.get(entry.attributes['r:id'] ?? '');
    if ((entry.attributes['state'] ?? 'visible') !== 'visible' || relation?.type !== 'worksheet') continue;
    const sheet = readSheet(entry.attributes['name'] ?? '', (await office.part(relation.target)) ?? '', workbook, room);
    room -= lengthOf(sheet.rows);
    sheets.push(sheet);
  }
  return {
    pages: null,
    texts: storedTexts(sheets.map(({ name, rows }) => `${name}\n${rows.map(joinedCells).join('\n')}`)),
    preview: { kind: 'Sheets', sheets: sheetPreview(sheets) },
  };
}

const lengthOf = (rows: string[][]): number =>
  rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + cell.length + 1, 0), 0);

/** Counts all rows, but returns only those that fit into `room` characters. */
function readSheet(name: string, xml: string, workbook: Workbook, room: number): Sheet {
  const sheet: Sheet = { name, rows: [], totalRows: 0, totalColumns: 0 };
  let number = 0;
  let left = room;
  for (const row of childrenOf(xml, 'sheetData')) {
    number = Math.min(Number(row.attributes['r']) || number + 1, LAST_ROW);
    const cells = rowCells(row, workbook);
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width === 0) continue;
    sheet.totalRows = number;
    sheet.totalColumns = Math.max(sheet.totalColumns, width);
    left -= lengthOf([cells]);
    if (left < 0) continue;
    // Empty rows are included so that the others keep their positions, as far as they are shown.
    while (sheet.rows.length < Math.min(number - 1, MAX_SHOWN_ROWS)) sheet.rows.push([]);
    sheet.rows.push(cells.slice(0, MAX_COLUMNS).map((cell) => cell ?? ''));
  }
  return sheet;
}

function rowCells(row: XmlElement, workbook: Workbook): string[] {
  const cells: string[] = [];
  let column = -1;
  for (const cell of elementsIn(row, 'c')) {
    column = columnOf(cell.attributes['r']) ?? column + 1;
    if (column >= LAST_COLUMN) break;
    const text = column < MAX_COLUMNS ? cellText(cell, workbook) : '';
    if (column < MAX_COLUMNS) while (cells.length < column) cells.push('');
    if (text !== '' || column < MAX_COLUMNS) cells[column] = text;
  }
  return cells;
}

/** The zero-based column of a cell reference such as BC12. */
function columnOf(place: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(place ?? '') ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlElement, { shared, formats }: Workbook): string {
  const { t: type = 'n', s: style = '0' } = cell.attributes;
  if (type === 'inlineStr') return richText(childNamed(cell, 'is'));
  const value = childNamed(cell, 'v');
  if (!value) return '';
  const text = textOf(value);
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? (formats[Number(style)] ?? String)(number) : text;
}

async function sharedStrings(office: OfficePackage, relations: Map<string, Relation>): Promise<string[]> {
  const xml = await partOfType(office, relations, 'sharedStrings');
  return xml === undefined ? [] : Array.from(childrenOf(xml, 'sst'), richText);
}

/** The text of a string with runs; phonetic hints (`rPh`) are left out. */
function richText(element: XmlElement | undefined): string {
  return elementsIn(element)
    .map((child) => (child.name === 't' ? textOf(child) : child.name === 'r' ? richText(child) : ''))
    .join('');
}

async function formatsOf(
  office: OfficePackage,
  relations: Map<string, Relation>,
  isFrom1904: boolean,
): Promise<CellFormat[]> {
  const xml = await partOfType(office, relations, 'styles');
  if (xml === undefined) return [];
  const root = parseXml(xml);
  const codes = new Map(
    elementsIn(childNamed(root, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'],
    ]),
  );
  const known = new Map<string, CellFormat>();
  return elementsIn(childNamed(root, 'cellXfs'), 'xf').map(({ attributes: { numFmtId = '0' } }) => {
    const format = known.get(numFmtId) ?? cellFormat(Number(numFmtId), codes.get(numFmtId), isFrom1904);
    known.set(numFmtId, format);
    return format;
  });
}

async function partOfType(
  office: OfficePackage,
  relations: Map<string, Relation>,
  type: string,
): Promise<string | undefined> {
  const relation = [...relations.values()].find((one) => one.type === type && !one.isExternal);
  return relation && office.part(relation.target);
}
