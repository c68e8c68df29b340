import type { CallInput } from '@portico/contracts/endpoint';
import {
  createPreviewAddress,
  endPreviewAddress,
  listPreviewAddresses,
  previewStudioItem,
  readPreview,
} from '@portico/contracts/studio/previews';
import { removeInvisible } from '@portico/kinds/typedText';
import { findPeople } from '@portico/contracts/studio/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

type PreviewQuery = CallInput<typeof previewStudioItem>['query'];

export const previewQuery = (itemId: string, sequence: number, query: PreviewQuery) =>
  queryOptions({
    queryKey: [...studioKey, 'preview', itemId, sequence, query],
    queryFn: ({ signal }) => call(previewStudioItem, { params: { itemId }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

export const addressesQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...studioKey, 'previews', itemId],
    queryFn: ({ signal }) => call(listPreviewAddresses, { params: { itemId } }, { signal }),
    staleTime: 0,
    throwOnError: false,
  });
export const createAddress = (itemId: string, personIds: string[]) =>
  call(createPreviewAddress, { params: { itemId }, body: { id: crypto.randomUUID(), personIds } });
export const endAddress = (itemId: string, previewId: string) =>
  call(endPreviewAddress, { params: { itemId, previewId } });

export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: [...studioKey, 'previews', 'people', text],
    queryFn: ({ signal }) => call(findPeople, { query: { text } }, { signal }),
    enabled: removeInvisible(text).length > 1,
    throwOnError: false,
  });

/** The draft at a preview address, fetched on each visit because it may have changed or the address may have ended. */
export const sharedPreviewQuery = (previewId: string) =>
  queryOptions({
    queryKey: [...studioKey, 'shared', previewId],
    queryFn: ({ signal }) => call(readPreview, { params: { previewId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
