import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import type { Alignment } from '@portico/kinds/parts';
import type { ComponentOf } from '@portico/kinds/content';
import type { InlineText } from '@portico/kinds/richText';

type Table = ComponentOf<'Table'>;

const emptyCell = (): InlineText => [];
const widthOf = ({ align }: Table) => align.length;

/** Adds an empty row before `index`. */
export function addRow(table: Table, index: number): Table {
  if (table.rows.length >= MAX_TABLE_ROWS) return table;
  return { ...table, rows: table.rows.toSpliced(index, 0, Array.from({ length: widthOf(table) }, emptyCell)) };
}

export const removeRow = (table: Table, index: number): Table => ({ ...table, rows: table.rows.toSpliced(index, 1) });

/** Adds an empty column before `index`. */
export function addColumn(table: Table, index: number): Table {
  if (widthOf(table) >= MAX_TABLE_COLUMNS) return table;
  return {
    ...table,
    align: table.align.toSpliced(index, 0, 'Left'),
    header: table.header.length > 0 ? table.header.toSpliced(index, 0, []) : [],
    rows: table.rows.map((row) => row.toSpliced(index, 0, [])),
  };
}

export function removeColumn(table: Table, index: number): Table {
  if (widthOf(table) <= 1) return table;
  return {
    ...table,
    align: table.align.toSpliced(index, 1),
    header: table.header.toSpliced(index, 1),
    rows: table.rows.map((row) => row.toSpliced(index, 1)),
  };
}

/** Turns the first row into the header, or the header into the first row. */
export function setHeader(table: Table, hasHeader: boolean): Table {
  const hadHeader = table.header.length > 0;
  if (hasHeader === hadHeader) return table;
  if (!hasHeader) return { ...table, header: [], rows: [table.header, ...table.rows].slice(0, MAX_TABLE_ROWS) };
  const [first = Array.from({ length: widthOf(table) }, emptyCell), ...rows] = table.rows;
  return { ...table, header: first, rows };
}

export const setAlignment = (table: Table, column: number, align: Alignment): Table => ({
  ...table,
  align: table.align.with(column, align),
});

/** Row -1 is the header. */
export function setCell(table: Table, row: number, column: number, text: InlineText): Table {
  const filled = (cells: InlineText[]) =>
    Array.from({ length: widthOf(table) }, (_, index) => (index === column ? text : (cells[index] ?? [])));
  if (row < 0) return { ...table, header: filled(table.header) };
  return { ...table, rows: table.rows.map((cells, index) => (index === row ? filled(cells) : cells)) };
}
