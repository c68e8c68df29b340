import { listDepartments } from '@portico/contracts/categories';
import type { CallInput } from '@portico/contracts/endpoint';
import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { getApprovalRules, getStudioAccess, listStudioColleagues } from '@portico/contracts/studio/roles';
import {
  findLinkTargets,
  listStudioCategories,
  listStudioDocuments,
  listStudioPictures,
} from '@portico/contracts/studio/pickers';
import {
  getStudioRevision,
  listNewFiles,
  listStudioItems,
  listStudioRevisions,
} from '@portico/contracts/studio/studio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../api/query.ts';

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

/** Items that need action from the signed-in person. */
export const waitingQuery = () => query(listWaitingItems, {});

/** What the signed-in person can do in the studio as a whole. */
export const accessQuery = () => query(getStudioAccess, {});

/** People with a role, or people whose name contains `text`. */
export const colleaguesQuery = (text: string) =>
  queryOptions({
    ...query(listStudioColleagues, { query: text === '' ? {} : { text } }),
    placeholderData: keepPreviousData,
  });

export const rulesQuery = () => query(getApprovalRules, {});
