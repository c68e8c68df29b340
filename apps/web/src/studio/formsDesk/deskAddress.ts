import { formDeskPath } from '@portico/contracts/forms';
import { DeskEntrySort, EntryState, MAX_ANSWER_FILTERS, MAX_DESK_QUESTIONS } from '@portico/contracts/studio/formsDesk';
import { stringifySearch, valuesOf } from '../../routing/searchParams.ts';
import type { DeskQuery, VersionsQuery } from './formsDesk.queries.ts';

const isOneOf = <Value extends string>(entries: Record<string, Value>, value: unknown): value is Value =>
  typeof value === 'string' && value in entries;

const versionIn = (search: Record<string, unknown>, name: string): string | undefined =>
  valuesOf(search, name).find((value) => /^[1-9]\d{0,5}$/.test(value));

/** The versions to compare that an address names. */
export function readSides(search: Record<string, unknown>): VersionsQuery {
  const [from, to] = [versionIn(search, 'from'), versionIn(search, 'to')];
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The filters, sorting, columns and page that an address names; anything else in it is left out. */
export function readDeskQuery(search: Record<string, unknown>): DeskQuery {
  const { state, sort, due } = search;
  const [text, assigned, by, after] = ['text', 'assigned', 'by', 'after'].map((name) => valuesOf(search, name)[0]);
  const version = versionIn(search, 'version');
  const answer = valuesOf(search, 'answer')
    .filter((filter) => filter.includes(':'))
    .slice(0, MAX_ANSWER_FILTERS);
  const questions = valuesOf(search, 'questions').slice(0, MAX_DESK_QUESTIONS);
  return {
    ...(isOneOf(EntryState.def.entries, state) ? { state } : {}),
    ...(due === 'Overdue' ? { due } : {}),
    ...(version ? { version } : {}),
    ...(assigned ? { assigned } : {}),
    ...(text ? { text } : {}),
    ...(answer.length > 0 ? { answer } : {}),
    ...(isOneOf(DeskEntrySort.def.entries, sort) && sort !== 'Newest' ? { sort } : {}),
    ...(sort === 'Answer' && by ? { by } : {}),
    ...(questions.length > 0 ? { questions } : {}),
    ...(after ? { after } : {}),
  };
}

interface DeskPlace extends Partial<DeskQuery> {
  entry?: string;
  view?: 'answers' | 'versions';
  from?: number;
  to?: number;
}

/** The address of the table, without the page unless `change` has one. */
export const deskHref = (formId: string, query: DeskQuery, change: DeskPlace = {}) =>
  `${formDeskPath(formId)}${stringifySearch({ ...query, after: undefined, ...change })}`;
