import { subjectOf } from '@portico/client/subjectOf';
import type { CallInput } from '@portico/contracts/endpoint';
import type { StudioKind } from '@portico/contracts/studio/draft';
import {
  archiveStudioItem,
  changeStudioItem,
  createStudioItem,
  discardStudioItem,
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
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readTokens } from '../../sign-in/sessionCookies.ts';
import type { SessionCalls } from './session/sessionCalls.ts';

export const studioKey = ['studio'] as const;

export type StudioListQuery = CallInput<typeof listStudioItems>['query'];

/** Items that editors write. For everyone else the server responds with `not_found`. */
export const studioItemsQuery = (query: StudioListQuery) =>
  queryOptions({
    queryKey: [...studioKey, 'items', query],
    queryFn: ({ signal }) => call(listStudioItems, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** New documents that will be published with the last saved version of an item. */
export const newFilesQuery = (itemId: string, sequence: number) =>
  queryOptions({
    queryKey: [...studioKey, 'newFiles', itemId, sequence],
    queryFn: ({ signal }) => call(listNewFiles, { params: { itemId } }, { signal }),
    throwOnError: false,
  });

export const revisionsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...studioKey, 'revisions', itemId],
    queryFn: ({ signal }) => call(listStudioRevisions, { params: { itemId } }, { signal }),
  });

export const revisionQuery = (itemId: string, number: number) =>
  queryOptions({
    queryKey: [...studioKey, 'revision', itemId, number],
    queryFn: ({ signal }) => call(getStudioRevision, { params: { itemId, number: String(number) } }, { signal }),
    staleTime: Infinity,
  });

export const linkTargetsQuery = (text: string) =>
  queryOptions({
    queryKey: [...studioKey, 'links', text],
    queryFn: ({ signal }) => call(findLinkTargets, { query: { text } }, { signal }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** Published documents that the person may open; every word must match. */
export const documentsQuery = (query: { text: string; page: string }) =>
  queryOptions({
    queryKey: [...studioKey, 'documents', query],
    queryFn: ({ signal }) => call(listStudioDocuments, { query }, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Pictures of items that the person may open. */
export const picturesQuery = (query: { text: string; page: string }) =>
  queryOptions({
    queryKey: [...studioKey, 'pictures', query],
    queryFn: ({ signal }) => call(listStudioPictures, { query }, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The categories to choose from, and whether the person may create new ones. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'categories'],
    queryFn: ({ signal }) => call(listStudioCategories, {}, { signal }),
    throwOnError: false,
  });

export const createItem = (item: { id: string; kind: StudioKind; copyOf?: string }) =>
  call(createStudioItem, { body: item });
export const discardItem = (itemId: string) => call(discardStudioItem, { params: { itemId } });
export const publishItem = (itemId: string, body: CallInput<typeof publishStudioItem>['body']) =>
  call(publishStudioItem, { params: { itemId }, body });
export const archiveItem = (itemId: string, version: number) =>
  call(archiveStudioItem, { params: { itemId }, body: { version } });

/** The subject of the signed-in person's tokens. */
export const currentSubject = (): string | undefined => subjectOf(readTokens().idToken ?? '');

/** The server calls of one tab with an open item. */
export const sessionCalls = (itemId: string, clientId: string): SessionCalls => ({
  open: () => call(getStudioItem, { params: { itemId } }),
  save: (batch) => call(changeStudioItem, { params: { itemId }, body: { clientId, ...batch } }),
  follow: (seen) => call(followStudioItem, { params: { itemId }, body: { clientId, ...seen } }),
});
