import type { CallInput } from '@portico/contracts/endpoint';
import { getMedia, listMedia } from '@portico/contracts/studio/media';
import { previewReplacement } from '@portico/contracts/studio/mediaReplacement';
import { listUploads } from '@portico/contracts/studio/uploads';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keyOf, query } from '../../api/query.ts';

export type MediaQuery = CallInput<typeof listMedia>['query'];

export const mediaListKey = keyOf(listMedia);
export const mediaListQuery = (input: MediaQuery) =>
  queryOptions({ ...query(listMedia, { query: input }), staleTime: 0, placeholderData: keepPreviousData });

export const mediaKey = keyOf(getMedia);
export const mediaQuery = (mediaId: string) =>
  queryOptions({ ...query(getMedia, { params: { mediaId } }), staleTime: 0 });

/** What changes when `withId` replaces a picture or file. */
export const replacementQuery = (mediaId: string, withId: string) =>
  queryOptions({
    ...query(previewReplacement, { params: { mediaId }, query: { with: withId } }),
    staleTime: 0,
    throwOnError: false,
  });
export const uploadsKey = keyOf(listUploads);
export const uploadsQuery = () => queryOptions({ ...query(listUploads, {}), staleTime: 0 });
