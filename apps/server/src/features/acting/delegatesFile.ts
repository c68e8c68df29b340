import { z } from 'zod/mini';
import { ActingScope } from '@portico/contracts/acting';
import { readEmailAddress } from '@portico/kinds/emailAddress';
import { csvRows, delimiterOf } from '../../media/reading/plainFiles.ts';

/** A right on a line of the file. Addresses are in lowercase, days `yyyy-MM-dd`. */
export interface DelegateLine {
  line: number;
  person: string;
  delegate: string;
  scopes: ActingScope[];
  from: string;
  until: string;
}

export interface DelegatesFile {
  lines: DelegateLine[];
  /** Rejected lines, with their line number in the file. */
  rejected: Array<{ line: number; reason: string }>;
}

const columns = ['person', 'delegate', 'scopes', 'from', 'until'] as const;
type Column = (typeof columns)[number];

/**
 * Reads a file of rights: CSV in UTF-8 whose first line names the columns. Several scopes in a cell are separated by
 * semicolons. Throws an Error with a message for people when the file is invalid.
 */
export function readDelegatesFile(bytes: Buffer): DelegatesFile {
  const text = decoded(bytes);
  const [headings, ...rows] = csvRows(text, delimiterOf(text));
  if (!headings) throw new Error('The file is empty.');
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}.`);
  const file: DelegatesFile = { lines: [], rejected: [] };
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const line = index + 2;
    const read = lineOf((column) => (cells[names.indexOf(column)] ?? '').trim());
    if (typeof read === 'string') file.rejected.push({ line, reason: read });
    else file.lines.push({ line, ...read });
  }
  return file;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('The file is not UTF-8. In Excel, save it as “CSV UTF-8”.', { cause });
  }
}

/** The right on a line, or the reason it is rejected. */
function lineOf(cell: (column: Column) => string): Omit<DelegateLine, 'line'> | string {
  const [person, delegate] = (['person', 'delegate'] as const).map((column) =>
    readEmailAddress(cell(column))?.toLowerCase(),
  );
  if (person === undefined) return `person “${cell('person')}” is not an email address`;
  if (delegate === undefined) return `delegate “${cell('delegate')}” is not an email address`;
  const scopes: ActingScope[] = [];
  for (const name of cell('scopes').split(';')) {
    const scope = ActingScope.options.find((known) => known.toLowerCase() === name.trim().toLowerCase());
    if (!scope) return `“${name.trim()}” is not a scope: ${ActingScope.options.join(', ')}`;
    scopes.push(scope);
  }
  for (const column of ['from', 'until'] as const)
    if (!z.safeParse(z.iso.date(), cell(column)).success)
      return `${column} “${cell(column)}” is not a day such as 2026-12-31`;
  return { person, delegate, scopes, from: cell('from'), until: cell('until') };
}
