import type { CallInput } from '@portico/contracts/endpoint';
import {
  compareFormVersions,
  countDeskAnswers,
  getDeskEntry,
  listAssignedEntries,
  listDeskColleagues,
  listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { keyOf, query } from '../../api/query.ts';
import { accessQuery } from '../studio.queries.ts';

export type DeskQuery = CallInput<typeof listDeskEntries>['query'];

/** Every call that reads entries is logged as an access, so nothing refetches them in the background. */
const logged = { staleTime: 0, refetchOnWindowFocus: false, meta: { isFetchedOnce: true } } as const;
const area = 'forms';

export const deskEntriesKey = keyOf(listDeskEntries, area);
export const deskEntriesQuery = (formId: string, input: DeskQuery) =>
  queryOptions({
    ...query(listDeskEntries, { params: { formId }, query: input }, { area }),
    ...logged,
    placeholderData: keepPreviousData,
  });

export const answerCountsQuery = (formId: string, { state, version, due, assigned, text, answer }: DeskQuery) =>
  queryOptions({
    ...query(
      countDeskAnswers,
      { params: { formId }, query: { state, version, due, assigned, text, answer } },
      { area },
    ),
    ...logged,
    placeholderData: keepPreviousData,
  });

export type VersionsQuery = CallInput<typeof compareFormVersions>['query'];

export const versionsQuery = (formId: string, sides: VersionsQuery) =>
  queryOptions({
    ...query(compareFormVersions, { params: { formId }, query: sides }, { area }),
    placeholderData: keepPreviousData,
  });

export const deskEntryKey = keyOf(getDeskEntry, area);
export const deskEntryQuery = (formId: string, entryId: string) =>
  queryOptions({ ...query(getDeskEntry, { params: { formId, entryId } }, { area }), ...logged });

const assignedKey = keyOf(listAssignedEntries, area);
/** What waits for the signed-in person at the desks of all forms. */
export const assignedEntriesQuery = (page: string) =>
  queryOptions({
    ...query(listAssignedEntries, { query: { page } }, { area }),
    ...logged,
    placeholderData: keepPreviousData,
  });

/** After a change of entries: the table, an entry, and what waits for the person with its number in the menu. */
export const refetchEntries = (cache: QueryClient): Promise<unknown> =>
  Promise.all(
    [deskEntriesKey, deskEntryKey, assignedKey, accessQuery().queryKey].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  );

export const colleaguesQuery = () => queryOptions({ ...query(listDeskColleagues, {}, { area }), throwOnError: false });
