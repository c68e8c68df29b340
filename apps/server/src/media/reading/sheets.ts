import type { PreviewSheet } from '@portico/contracts/documents';
import { shortened } from '../../shortened.ts';

/** Limits per sheet. */
export const MAX_SHOWN_ROWS = 200;
export const MAX_SHOWN_COLUMNS = 40;
const MAX_SHEETS = 20;
const MAX_CELL_LENGTH = 500;
/** The most characters of all sheets together. */
const MAX_SHOWN_LENGTH = 500_000;

/** A sheet with at least its first rows. */
export interface Sheet {
  name: string;
  rows: string[][];
  /** The number of rows and columns with content. */
  totalRows: number;
  totalColumns: number;
}

/** The top left part of each sheet, up to the limits of a preview. */
export function sheetPreview(sheets: Sheet[]): PreviewSheet[] {
  let room = MAX_SHOWN_LENGTH;
  return sheets.slice(0, MAX_SHEETS).map(({ name, rows, totalRows, totalColumns }) => {
    const shown: string[][] = [];
    for (const row of rows.slice(0, Math.min(totalRows, MAX_SHOWN_ROWS))) {
      const cells = Array.from({ length: Math.min(totalColumns, MAX_SHOWN_COLUMNS) }, (_, index) =>
        cut(row[index] ?? ''),
      );
      room -= cells.reduce((sum, cell) => sum + cell.length + 3, 0);
      if (room < 0) break;
      shown.push(cells);
    }
    return { name: cut(name), rows: shown, totalRows, totalColumns };
  });
}

const cut = (cell: string): string => shortened(cell, MAX_CELL_LENGTH).toWellFormed();
