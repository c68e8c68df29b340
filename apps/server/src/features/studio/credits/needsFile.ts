import { z } from 'zod/mini';
import { excluded, included } from '@portico/authoring/audience';
import { audienceDimensions, type Audience, type AudienceDimension } from '@portico/kinds/audience';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { CreditNeed, type StoredNeed } from '@portico/contracts/studio/credits';
import { csvRows, delimiterOf } from '../../../media/reading/plainFiles.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';

/*
 * The table of needs as a file: what is exported can be imported again. A cell of an audience lists facts, such as
 * `license:Series 7; state:NC`.
 */

const columns = [
  'ID',
  'Program',
  'State',
  'Subject',
  'Hours',
  'Year starts',
  'Due',
  'First year',
  'Last year',
  'Reminders',
  'For',
  'Not for',
] as const;
type Column = (typeof columns)[number];
export const needsHeader: string[] = [...columns];

const factsLabel = (values: Array<[AudienceDimension, string[]]>): string =>
  values.flatMap(([dimension, facts]) => facts.map((fact) => `${dimension}:${fact}`)).join('; ');

export const needCells = ({ id, need }: StoredNeed): Cell[] => [
  id,
  need.program,
  need.state,
  need.subject,
  need.hours,
  need.startsOn,
  need.dueOn,
  need.firstYear,
  need.lastYear ?? '',
  need.reminders ?? '',
  factsLabel(included(need)),
  factsLabel(excluded(need)),
];

export interface NeedsFile {
  lines: Array<{ line: number; id: string | null; need: CreditNeed }>;
  problems: Array<{ line: number; reason: string }>;
}

/** Reads CSV with a header line. Lines are numbered as in the file, as long as no cell has several lines. */
export function readNeedsFile(csv: string): NeedsFile {
  const text = csv.replace(/^\ufeff/, '');
  const [headings, ...rows] = csvRows(text, delimiterOf(text));
  const file: NeedsFile = { lines: [], problems: [] };
  const known = (headings ?? []).map((heading) =>
    columns.find((column) => column.toLowerCase() === heading.trim().toLowerCase()),
  );
  const absent = columns.filter((column) => column !== 'ID' && !known.includes(column));
  if (absent.length > 0)
    return { lines: [], problems: [{ line: 1, reason: `These columns are missing: ${absent.join(', ')}.` }] };
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const line = index + 2;
    const cell = (column: Column) => unescaped((cells[known.indexOf(column)] ?? '').trim());
    const read = needOf(cell);
    if (typeof read === 'string') file.problems.push({ line, reason: read });
    else file.lines.push({ line, ...read });
  }
  const ids = file.lines.flatMap(({ id }) => (id === null ? [] : [id]));
  for (const { line, id } of file.lines)
    if (
      id !== null &&
      ids.indexOf(id) !== ids.lastIndexOf(id) &&
      file.lines.find((one) => one.id === id)!.line !== line
    )
      file.problems.push({ line, reason: 'An earlier line has the same ID.' });
  return file;
}

/** Exports mark texts that a spreadsheet would take for a formula. */
const unescaped = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Excel turns `11-30` into `30-Nov`. */
function yearDay(text: string): string {
  const [, day = '', name = ''] = /^(\d{1,2})-([a-z]{3})$/i.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? text : `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The line, or what is wrong with it. */
function needOf(cell: (column: Column) => string): { id: string | null; need: CreditNeed } | string {
  const id = cell('ID') === '' ? null : cell('ID').toLowerCase();
  if (id !== null && !z.safeParse(z.uuid(), id).success)
    return '“ID” is not that of a line. Leave it empty for a new one.';
  const include = factsOf(cell('For'));
  const exclude = factsOf(cell('Not for'));
  if (typeof include === 'string') return `“For”: ${include}`;
  if (typeof exclude === 'string') return `“Not for”: ${exclude}`;
  const { advisorType = [], ...rest } = include;
  const year = (text: string) => (/^\d{4}$/.test(text) ? Number(text) : NaN);
  const reminders = cell('Reminders');
  const parsed = z.safeParse(CreditNeed, {
    program: cell('Program'),
    state: cell('State'),
    subject: cell('Subject'),
    hours: cell('Hours'),
    startsOn: yearDay(cell('Year starts')),
    dueOn: yearDay(cell('Due')),
    firstYear: year(cell('First year')),
    lastYear: cell('Last year') === '' ? null : year(cell('Last year')),
    reminders:
      reminders === ''
        ? null
        : (ReminderSchedule.options.find((one) => one.toLowerCase() === reminders.toLowerCase()) ?? reminders),
    audience: advisorType as Audience['audience'],
    audienceRule: { include: rest, exclude },
  });
  if (parsed.success) return { id, need: parsed.data };
  const [issue] = parsed.error.issues;
  return `${labels[String(issue?.path[0])] ?? 'The audience'}: ${advice[String(issue?.path[0])] ?? 'it is not valid'}.`;
}

const labels: Record<string, string> = {
  program: '“Program”',
  state: '“State”',
  subject: '“Subject”',
  hours: '“Hours”',
  startsOn: '“Year starts”',
  dueOn: '“Due”',
  firstYear: '“First year”',
  lastYear: '“Last year”',
  reminders: '“Reminders”',
};
const advice: Record<string, string> = {
  program: 'enter up to 100 characters',
  state: 'enter up to 100 characters, or nothing',
  subject: 'enter up to 100 characters, or nothing',
  hours: 'enter hours such as 1.5',
  startsOn: 'enter month and day, such as 01-01',
  dueOn: 'enter month and day, such as 11-30',
  firstYear: 'enter a year such as 2026',
  lastYear: 'enter a year that is not before the first one, or nothing',
  reminders: 'enter Before or Weekly, or nothing',
};

function factsOf(text: string): Partial<Record<AudienceDimension, string[]>> | string {
  const facts: Partial<Record<AudienceDimension, string[]>> = {};
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.indexOf(':');
    const dimension = audienceDimensions.find((one) => one === part.slice(0, Math.max(at, 0)).trim());
    if (dimension === undefined)
      return `“${part.slice(0, 40)}” does not start with one of ${audienceDimensions.join(', ')}.`;
    (facts[dimension] ??= []).push(part.slice(at + 1).trim());
  }
  return facts;
}
