import { plainInline } from '@portico/kinds/plainText';
import type { InlineText } from '@portico/kinds/richText';
import { MAX_TABLE_COLUMNS } from '@portico/kinds/components/table/shape';
import type { Losses } from './dropped.ts';
import type { HtmlElement, HtmlNode } from './htmlTree.ts';
import type { TextTable } from './pieces.ts';
import { styleOf } from './wordStyles.ts';

/** Maximum rows to read; they are split into several tables later. */
const MAX_ROWS = 5000;
/** Maximum cells to read. A table always has the number of columns that one component holds. */
const MAX_CELLS = 100_000;
/** A merged cell with more characters than this is not repeated in every place it covers. */
const MAX_REPEATED_LENGTH = 200;

interface Cell {
  element: HtmlElement;
  isHeader: boolean;
}
interface Row {
  cells: Cell[];
  isHeader: boolean;
}

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string';

/** The rows of a table, without those of nested tables. */
function rowsOf(table: HtmlElement, isHead = false): Row[] {
  return table.children.filter(isElement).flatMap((child) => {
    if (['thead', 'tbody', 'tfoot', 'form', 'center'].includes(child.name))
      return rowsOf(child, child.name === 'thead');
    if (child.name !== 'tr') return [];
    const cells = child.children
      .filter(isElement)
      .filter(({ name }) => name === 'td' || name === 'th')
      .map((element) => ({ element, isHeader: element.name === 'th' }));
    if (cells.length === 0) return [];
    const isMarked = isHead || /mso-yfti-firstrow\s*:\s*yes/i.test(child.attributes['style'] ?? '');
    return [{ cells, isHeader: isMarked || cells.every((cell) => cell.isHeader) }];
  });
}

function containsElement(element: HtmlElement, name: string): boolean {
  return element.children.some((child) => isElement(child) && (child.name === name || containsElement(child, name)));
}

/** Whether a table is only for layout, as in emails: it contains another table, or only one cell, not a header. */
export function isLayoutTable(table: HtmlElement): boolean {
  const rows = rowsOf(table);
  const isFrame = rows.length === 1 && rows[0]?.cells.length === 1 && rows[0].cells[0]?.isHeader === false;
  return rows.length === 0 || isFrame || containsElement(table, 'table');
}

const spanOf = (value: string | undefined, most: number) =>
  Math.min(Math.max(Number.parseInt(value ?? '', 10) || 1, 1), most);

/** Expands merged cells, so that each fills every place it covers. */
function expandCells(
  rows: Row[],
  textOf: (cell: HtmlElement) => InlineText,
  maxColumns: number,
): { grid: InlineText[][]; bold: boolean[] } {
  const grid: InlineText[][] = [];
  const bold: boolean[] = [];
  let below: Array<{ text: InlineText; rows: number } | undefined> = [];
  for (const { cells } of rows) {
    const line: InlineText[] = [];
    const next: typeof below = [];
    const fill = () => {
      for (let from = below[line.length]; from && line.length < 2 * maxColumns; from = below[line.length]) {
        if (from.rows > 1) next[line.length] = { ...from, rows: from.rows - 1 };
        line.push(from.text);
      }
    };
    const own: InlineText[] = [];
    for (const { element } of cells) {
      fill();
      const text = textOf(element);
      own.push(text);
      let isFirst = true;
      const repeated = plainInline(text).length <= MAX_REPEATED_LENGTH ? text : [];
      const rowSpan = spanOf(element.attributes['rowspan'], MAX_ROWS);
      for (let column = spanOf(element.attributes['colspan'], maxColumns); column > 0; column -= 1) {
        if (rowSpan > 1) next[line.length] = { text: repeated, rows: rowSpan - 1 };
        if (line.length < 2 * maxColumns) line.push(isFirst ? text : repeated);
        isFirst = false;
      }
    }
    fill();
    grid.push(line);
    bold.push(own.length > 1 && own.every(isBold));
    below = next;
  }
  return { grid, bold };
}

const isBold = (text: InlineText) =>
  text.length > 0 &&
  text.every((inline) => inline.type === 'hardBreak' || (inline.marks ?? []).some(({ type }) => type === 'bold'));

/** The text alignment of a cell, from the cell itself or its only paragraph. */
function alignOfCell(cell: HtmlElement): string | undefined {
  const own = styleOf(cell, 'text-align') ?? cell.attributes['align']?.toLowerCase();
  const only = cell.children.find(isElement);
  return own ?? (only?.name === 'p' ? alignOfCell(only) : undefined);
}

/** The alignment of most cells in a column; undefined if most have none. Rows with merged cells don't count. */
function alignOf(rows: Row[], column: number, width: number): TextTable['align'][number] {
  const whole = rows.filter(({ cells, isHeader }) => !isHeader && cells.length === width);
  const aligned = whole.map(({ cells }) => cells[column] && alignOfCell(cells[column].element));
  const isMost = (...names: string[]) =>
    aligned.filter((align) => align !== undefined && names.includes(align)).length * 2 > aligned.length;
  if (isMost('right', 'end')) return 'Right';
  if (isMost('center')) return 'Center';
  return isMost('left', 'start', 'justify') ? 'Left' : undefined;
}

const isBlankText = (text: InlineText | undefined) => text === undefined || plainInline(text).trim() === '';

/** A table of text; undefined if it has no text. Empty rows and columns at the end are left out. */
export function readTable(
  table: HtmlElement,
  textOf: (cell: HtmlElement) => InlineText,
  dropped: Losses,
): TextTable | undefined {
  const all = rowsOf(table);
  dropped.add('row', Math.max(0, all.length - MAX_ROWS));
  const rows = all.slice(0, MAX_ROWS);
  const maxColumns = Math.max(MAX_TABLE_COLUMNS, Math.floor(MAX_CELLS / Math.max(1, rows.length)));
  const { grid, bold } = expandCells(rows, textOf, maxColumns);
  while (grid.length > 0 && grid.at(-1)?.every(isBlankText)) grid.pop();
  let width = Math.max(0, ...grid.map((line) => line.findLastIndex((text) => !isBlankText(text)) + 1));
  if (width === 0) return undefined;
  dropped.add('column', Math.max(0, width - maxColumns));
  width = Math.min(width, maxColumns);
  const whole = grid.map((line) => Array.from({ length: width }, (_, column) => line[column] ?? []));
  const isAllHeader = rows[0]?.cells.every(({ isHeader }) => isHeader) === true;
  const hasHeader =
    whole.length > 1 ? rows[0]?.isHeader === true || (bold[0] === true && bold[1] !== true) : isAllHeader;
  return {
    header: hasHeader ? (whole[0] ?? []) : [],
    rows: hasHeader ? whole.slice(1) : whole,
    align: Array.from({ length: width }, (_, column) =>
      alignOf(rows.slice(hasHeader ? 1 : 0, grid.length), column, width),
    ),
  };
}
