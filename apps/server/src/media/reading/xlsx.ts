import type { ByteSource } from '../zip/sourceReader.ts';
import { cellFormat, type CellFormat, type CellText } from './cellFormat.ts';
import {
  descriptionsIn,
  graphicLines,
  isTrue,
  paragraphLines,
  relatedParts,
  relationId,
  textsNamed,
  unescaped,
} from './officeText.ts';
import { openOffice, type OfficePackage, type Relation } from './officePackage.ts';
import { joinedCells, MAX_READ_PAGES, StoredPages, UnreadableFile, type Reading } from './reading.ts';
import { richValuesOf, type RichValues } from './richValues.ts';
import { MAX_SHOWN_COLUMNS, MAX_SHOWN_ROWS, sheetPreview, type Sheet } from './sheets.ts';
import { childNamed, childrenOf, elementsIn, parseXml, textOf, type XmlElement } from './xml.ts';

/** The limits of the file format. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
const MAX_CELL_LENGTH = 32_767;

interface Workbook {
  office: OfficePackage;
  shared: string[];
  /** Indexed by the style number of a cell. */
  formats: CellFormat[];
  richValues: RichValues;
}

interface Cell extends CellText {
  /** Zero-based. */
  column: number;
}

const GENERAL = cellFormat(0, undefined, false);

/**
 * A workbook: its visible sheets, with numbers and dates as people read them. Search finds all of their cells, and also
 * text boxes, charts, notes, comments, headers and footers. Throws UnreadableFile. Source: ECMA-376 part 1, 18;
 * decisions/0277 says what is hidden.
 */
export async function readXlsx(source: ByteSource): Promise<Reading> {
  const office = await openOffice(source);
  const xml = await office.part(office.main);
  if (xml === undefined) throw new UnreadableFile('Damaged');
  const root = parseXml(xml);
  const relations = await office.relations(office.main);
  const workbook = {
    office,
    shared: await sharedStrings(office, relations),
    formats: await formatsOf(office, relations, isTrue(childNamed(root, 'workbookPr')?.attributes['date1904'])),
    richValues: await richValuesOf(office, relations),
  };
  const sheets: Sheet[] = [];
  const stored = new StoredPages();
  const add = (line: string) => stored.add(line);
  for (const entry of elementsIn(childNamed(root, 'sheets'), 'sheet').slice(0, MAX_READ_PAGES)) {
    const relation = relations.get(relationId(entry));
    const isShown = (entry.attributes['state'] ?? 'visible') === 'visible';
    if (!isShown || relation?.isExternal !== false || !/^(?:work|chart)sheet$/.test(relation.type)) continue;
    const { name = '' } = entry.attributes;
    add(name);
    if (relation.type === 'worksheet') {
      const sheetXml = (await office.part(relation.target)) ?? '';
      const shownParts = await shownPartsOf(sheetXml, relation.target, office);
      sheets.push(readSheet(name, sheetXml, shownParts, { workbook, add }));
      pageMargins(sheetXml).forEach(add);
    }
    (await linesBeside(office, relation.target)).forEach(add);
    stored.endPage();
  }
  return { pages: null, texts: stored.texts, preview: { kind: 'Sheets', sheets: sheetPreview(sheets) } };
}

/** Which rows and columns of a sheet a person sees. */
interface ShownParts {
  hasColumn(column: number): boolean;
  hasRow(row: XmlElement): boolean;
}

/**
 * What was hidden by hand is not shown. What a filter or a collapsed outline hides is: both are a way to look at the
 * data, and a sign beside it says that there is more.
 */
async function shownPartsOf(xml: string, part: string, office: OfficePackage): Promise<ShownParts> {
  const start = xml.search(/<(?:\w+:)?sheetData[\s/>]/);
  const head = start < 0 ? '' : xml.slice(0, start);
  const columns = /<(?:\w+:)?cols[\s>]/.test(head) ? [...childrenOf(xml, 'cols')] : [];
  const hidden = columns
    .filter(({ attributes }) => isHidden(attributes))
    .map(({ attributes: { min, max } }) => ({ first: Number(min) - 1, last: Number(max) - 1 }));
  const hasCriteria = (text: string) => /<(?:\w+:)?filterColumn[\s/>]/.test(text);
  const tables = async () => {
    const targets = [...(await office.relations(part)).values()].filter(({ type }) => type === 'table');
    return Promise.all(targets.map(async ({ target }) => (await office.part(target)) ?? ''));
  };
  const isFiltered =
    /\sfilterMode="(?:1|true)"/.test(head) ||
    hasCriteria(xml.slice(xml.lastIndexOf('sheetData'))) ||
    (await tables()).some(hasCriteria);
  return {
    hasColumn: (column) => !hidden.some(({ first, last }) => column >= first && column <= last),
    hasRow: ({ attributes }) => isFiltered || !isHidden(attributes),
  };
}

const isHidden = ({ hidden, outlineLevel = '0' }: XmlElement['attributes']): boolean =>
  isTrue(hidden) && Number(outlineLevel) === 0;

/** Passes the words of each row to `add`, and returns the rows of the preview with the number of all rows. */
function readSheet(
  name: string,
  xml: string,
  shownParts: ShownParts,
  { workbook, add }: { workbook: Workbook; add: (line: string) => void },
): Sheet {
  const sheet: Sheet = { name, rows: [], totalRows: 0, totalColumns: 0 };
  let number = 0;
  for (const row of childrenOf(xml, 'sheetData')) {
    number = Math.min(Number(row.attributes['r']) || number + 1, LAST_ROW);
    if (!shownParts.hasRow(row)) continue;
    const cells = rowCells(row, workbook).filter(({ column }) => shownParts.hasColumn(column));
    const last = cells.at(-1);
    if (!last) continue;
    sheet.totalRows = number;
    sheet.totalColumns = Math.max(sheet.totalColumns, last.column + 1);
    if (number <= MAX_SHOWN_ROWS) {
      // Rows and columns without content are included so that the others keep their positions.
      while (sheet.rows.length < number - 1) sheet.rows.push([]);
      const shown = Array.from({ length: Math.min(last.column + 1, MAX_SHOWN_COLUMNS) }, () => '');
      for (const cell of cells) if (cell.column < shown.length) shown[cell.column] = cell.shown;
      sheet.rows.push(shown);
    }
    add(joinedCells(cells.map(({ words }) => words)));
  }
  return sheet;
}

/** The cells with content, in order. */
function rowCells(row: XmlElement, workbook: Workbook): Cell[] {
  const cells: Cell[] = [];
  let column = -1;
  for (const cell of elementsIn(row, 'c')) {
    column = columnOf(cell.attributes['r']) ?? column + 1;
    if (column >= LAST_COLUMN) break;
    const text = cellText(cell, workbook);
    if (text.shown !== '' || text.words !== '') cells.push({ column, ...text });
  }
  return cells;
}

/** The zero-based column of a cell reference such as BC12. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlElement, { shared, formats, richValues }: Workbook): CellText {
  const { t: type = 'n', s: style = '0', vm } = cell.attributes;
  const format = formats[Number(style)] ?? GENERAL;
  const rich = vm === undefined ? undefined : richValues.get(vm);
  if (rich !== undefined) return format.text(rich);
  if (type === 'inlineStr') return format.text(richText(childNamed(cell, 'is')));
  const value = childNamed(cell, 'v');
  if (!value) return { shown: '', words: '' };
  const text = textOf(value);
  switch (type) {
    case 's':
      return format.text(shared[Number(text)] ?? '');
    case 'str':
      return format.text(unescaped(text));
    case 'd':
      return format.isoDate(text);
    case 'n': {
      const number = Number(text);
      if (Number.isFinite(number) && text.trim() !== '') return format.number(number);
      return { shown: text, words: text };
    }
    default: {
      const shown = type === 'b' ? (isTrue(text) ? 'TRUE' : 'FALSE') : text;
      return { shown, words: shown };
    }
  }
}

async function sharedStrings(office: OfficePackage, relations: Map<string, Relation>): Promise<string[]> {
  const xml = await partOfType(office, relations, 'sharedStrings');
  return xml === undefined ? [] : Array.from(childrenOf(xml, 'sst'), (one) => richText(one).slice(0, MAX_CELL_LENGTH));
}

/** The text of a string with runs; phonetic hints (`rPh`) are left out. */
function richText(element: XmlElement | undefined): string {
  return elementsIn(element)
    .map((child) => (child.name === 't' ? unescaped(textOf(child)) : child.name === 'r' ? richText(child) : ''))
    .join('');
}

/** Headers and footers of printed pages, without the codes that stand for page numbers, fonts and the like. */
function pageMargins(xml: string): string[] {
  const end = xml.slice(Math.max(xml.lastIndexOf('sheetData'), 0));
  const found = [...end.matchAll(/<((?:\w+:)?(?:odd|even|first)(?:Header|Footer))(?:\s[^>]*)?>[^<]*<\/\1>/g)];
  const lines = found.flatMap(([element]) =>
    unescaped(textOf(parseXml(element.replaceAll(/(<\/?)\w+:/g, '$1'))))
      .replaceAll(/&(?:([&LCR])|"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d+|.)/gi, (_code, kept?: string) =>
        kept === '&' ? kept : kept === undefined ? '' : '\n',
      )
      .split('\n'),
  );
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '');
}

const BESIDE = new Set(['drawing', 'comments', 'threadedComment']);

/** The words of text boxes, charts, SmartArt, notes and comments of a sheet. */
async function linesBeside(office: OfficePackage, sheet: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { relation, root } of await relatedParts(office, sheet, BESIDE)) {
    if (relation.type === 'comments') lines.push(...notes(root));
    else if (relation.type === 'threadedComment') lines.push(...textsNamed(root, 'text').map(unescaped));
    else lines.push(...paragraphLines(root), ...(await graphicLines(office, relation.target)), ...descriptionsIn(root));
  }
  return lines;
}

/** Notes, without the copies of threaded comments, which tell older programs that there are some. */
function notes(root: XmlElement): string[] {
  const authors = elementsIn(childNamed(root, 'authors'), 'author').map(textOf);
  return elementsIn(childNamed(root, 'commentList'), 'comment')
    .filter(({ attributes }) => !(authors[Number(attributes['authorId'])] ?? '').startsWith('tc='))
    .map((comment) => richText(childNamed(comment, 'text')));
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
  const formats = new Map<string, CellFormat>();
  return elementsIn(childNamed(root, 'cellXfs'), 'xf').map(({ attributes: { numFmtId = '0' } }) => {
    const format = formats.get(numFmtId) ?? cellFormat(Number(numFmtId), codes.get(numFmtId), isFrom1904);
    formats.set(numFmtId, format);
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
