import { subjectOf } from '@portico/client/subjectOf';
import { listDepartments } from '@portico/contracts/categories';
import type { CallInput } from '@portico/contracts/endpoint';
import {
  changeStudioItem,
  findLinkTargets,
  followStudioItem,
  getStudioItem,
  getStudioRevision,
  listNewFiles,
  listStudioCategories,
  listStudioDocuments,
  listStudioItems,
  listStudioPictures,
  listStudioRevisions,
} from '@portico/contracts/studio/studio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { readTokens } from '../../sign-in/sessionCookies.ts';
import type { SessionCalls } from './session/sessionCalls.ts';

export const studioKey = ['studio'] as const;

export type StudioListQuery = CallInput<typeof listStudioItems>['query'];

/** Items that editors write. For everyone else the server responds with `not_found`. */
export const studioItemsQuery = (input: StudioListQuery) =>
  queryOptions({
    ...query(listStudioItems, { query: input }),
    placeholderData: keepPreviousData,
  });

/** New documents that will be published with the last saved version of an item. */
export const newFilesQuery = (itemId: string, sequence: number) =>
  queryOptions({
    ...query(listNewFiles, { params: { itemId } }, { version: sequence }),
    throwOnError: false,
  });

export const revisionsQuery = (itemId: string) => query(listStudioRevisions, { params: { itemId } });

export const revisionQuery = (itemId: string, number: number) =>
  queryOptions({
    ...query(getStudioRevision, { params: { itemId, number: String(number) } }),
    staleTime: Infinity,
  });

export const linkTargetsQuery = (text: string) =>
  queryOptions({
    ...query(findLinkTargets, { query: { text } }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** Published documents that the person may open; every word must match. */
export const documentsQuery = (input: { text: string; page: string }) =>
  queryOptions({
    ...query(listStudioDocuments, { query: input }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Pictures of items that the person may open. */
export const picturesQuery = (input: { text: string; page: string }) =>
  queryOptions({
    ...query(listStudioPictures, { query: input }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The categories to choose from, and whether the person may create new ones. */
export const categoriesQuery = () =>
  queryOptions({
    ...query(listStudioCategories, {}),
    throwOnError: false,
  });

/** Departments already in use, as suggestions. Publishing an item may add one. */
export const departmentsQuery = () =>
  queryOptions({
    ...query(listDepartments, {}, { area: studioKey[0] }),
    throwOnError: false,
  });

/** The subject of the signed-in person's tokens. */
export const currentSubject = (): string | undefined => subjectOf(readTokens().idToken ?? '');

/** The server calls of one tab with an open item. */
export const sessionCalls = (itemId: string, clientId: string): SessionCalls => ({
  open: () => call(getStudioItem, { params: { itemId } }),
  save: (batch) => call(changeStudioItem, { params: { itemId }, body: { clientId, ...batch } }),
  follow: (seen) => call(followStudioItem, { params: { itemId }, body: { clientId, ...seen } }),
});
