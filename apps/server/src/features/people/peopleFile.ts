import { z } from 'zod/mini';
import { FactValue, factOf, type AudienceDimension } from '@portico/kinds/audience';
import { readEmailAddress } from '@portico/kinds/emailAddress';
import { isTimeZone } from '@portico/kinds/timeZone';
import { advisorTypes } from '@portico/kinds/advisorType';
import { csvRows, delimiterOf } from '../../media/reading/plainFiles.ts';
import type { DirectoryPerson } from '../../sign-in/directory/savePeople.ts';

export interface PeopleFile {
  people: DirectoryPerson[];
  /** Rejected lines, with their line number in the file. */
  rejected: Array<{ line: number; email: string | null; reason: string }>;
  unknownColumns: string[];
}

const factColumns = ['firm', 'branch', 'state', 'license', 'team'] as const satisfies AudienceDimension[];
type Column = (typeof factColumns)[number] | 'email' | 'givenName' | 'surname' | 'advisorType' | 'manager' | 'timeZone';

/** Columns by their heading, in lowercase and letters only. */
const columns: Record<string, Column> = {
  email: 'email',
  emailaddress: 'email',
  givenname: 'givenName',
  firstname: 'givenName',
  surname: 'surname',
  lastname: 'surname',
  advisortype: 'advisorType',
  manager: 'manager',
  supervisor: 'manager',
  timezone: 'timeZone',
  ...Object.fromEntries(
    factColumns.flatMap((name) => [
      [name, name],
      [`${name}s`, name],
      [`${name}es`, name],
    ]),
  ),
};

const MAX_NAME_LENGTH = 200;

/**
 * Reads a people file: CSV in UTF-8 with a header line. Only the column `email` is required; several facts in one cell
 * are separated by semicolons. Throws an Error with a message for people when the file is invalid.
 */
export function readPeopleFile(bytes: Buffer): PeopleFile {
  const text = decoded(bytes);
  const [headings, ...rows] = csvRows(text, delimiterOf(text));
  if (!headings) throw new Error('The file is empty.');
  const columnNames = headings.map((heading) => columns[heading.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  const duplicate = columnNames.find((column, index) => column !== undefined && columnNames.indexOf(column) !== index);
  if (duplicate !== undefined) throw new Error(`Two columns are ${duplicate}.`);
  if (!columnNames.includes('email')) throw new Error('The file has no column email.');
  const file: PeopleFile = {
    people: [],
    rejected: [],
    unknownColumns: headings.filter((_, index) => columnNames[index] === undefined),
  };
  const seen = new Set<string>();
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const person = personOf(columnNames, cells);
    const email = typeof person === 'string' ? emailOf(columnNames, cells) : person.email;
    const reason =
      typeof person === 'string' ? person : seen.has(person.email) ? 'an earlier line has this email' : null;
    if (email !== null) seen.add(email);
    if (typeof person === 'string' || reason !== null)
      file.rejected.push({ line: index + 2, email, reason: reason ?? String(person) });
    else file.people.push(person);
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

function emailOf(known: Array<Column | undefined>, cells: string[]): string | null {
  return readEmailAddress(cells[known.indexOf('email')] ?? '')?.toLowerCase() ?? null;
}

/** The person from a line, or the reason it is rejected. */
function personOf(known: Array<Column | undefined>, cells: string[]): DirectoryPerson | string {
  if (cells.length > known.length) return `it has ${cells.length} cells for ${known.length} columns`;
  const cell = (column: Column) => (cells[known.indexOf(column)] ?? '').replaceAll(/\s+/g, ' ').trim();
  const email = emailOf(known, cells);
  if (email === null) return cell('email') === '' ? 'it has no email' : `“${cell('email')}” is not an email address`;
  const advisorType = advisorTypes.find((type) => type === cell('advisorType')) ?? null;
  if (advisorType === null && cell('advisorType') !== '')
    return `“${cell('advisorType')}” is not an advisor type: ${advisorTypes.join(', ')}`;
  const manager = readEmailAddress(cell('manager'))?.toLowerCase() ?? null;
  if (manager === null && cell('manager') !== '') return `manager “${cell('manager')}” is not an email address`;
  const timeZone = cell('timeZone') || null;
  if (timeZone !== null && !isTimeZone(timeZone)) return `“${timeZone}” is not a time zone such as America/New_York`;
  const facts: string[] = [];
  for (const column of factColumns)
    for (const value of cell(column)
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)) {
      if (!z.safeParse(FactValue, value).success)
        return `${column} “${value.slice(0, 40)}” is too long or contains characters that cannot be stored`;
      facts.push(factOf(column, value));
    }
  const nameOf = (column: 'givenName' | 'surname') => cell(column).slice(0, MAX_NAME_LENGTH) || null;
  return {
    email,
    givenName: nameOf('givenName'),
    surname: nameOf('surname'),
    advisorType,
    facts: [...new Set(facts)].sort(),
    manager,
    timeZone,
  };
}
