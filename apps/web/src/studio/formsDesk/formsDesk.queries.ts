import type { CallInput } from '@portico/contracts/endpoint';
import {
  compareFormVersions,
  countDeskAnswers,
  getDeskEntry,
  listDeskColleagues,
  listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyOf, query } from '../../api/query.ts';

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

export const answerCountsQuery = (formId: string, { state, version, assigned, text, answer }: DeskQuery) =>
  queryOptions({
    ...query(countDeskAnswers, { params: { formId }, query: { state, version, assigned, text, answer } }, { area }),
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

export const colleaguesQuery = () => queryOptions({ ...query(listDeskColleagues, {}, { area }), throwOnError: false });
