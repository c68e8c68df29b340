import { readerPageOf, type ReaderPage } from '@portico/authoring/readerPage';
import type { CallInput } from '@portico/contracts/endpoint';
import { previewEvent } from '@portico/contracts/events';
import { previewHome } from '@portico/contracts/home';
import { previewNewsItem } from '@portico/contracts/news';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { previewContentPage } from '@portico/contracts/pages';
import { previewResource } from '@portico/contracts/resources';
import {
  listPreviewAddresses,
  previewStudioItem,
  readPreview,
  type Surroundings,
} from '@portico/contracts/studio/previews';
import type { ItemContent, StudioKind } from '@portico/contracts/studio/draft';
import { cleanText } from '@portico/kinds/typedText';
import { findPeople } from '@portico/contracts/studio/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { firmTimeZone } from '../controls/zonedTime.ts';
import { studioKey } from '../studio.queries.ts';

type PreviewQuery = CallInput<typeof previewStudioItem>['query'];

export const previewQuery = (itemId: string, sequence: number, input: PreviewQuery) =>
  queryOptions({
    ...query(previewStudioItem, { params: { itemId }, query: input }, { version: sequence }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

export const addressesQuery = (itemId: string) =>
  queryOptions({
    ...query(listPreviewAddresses, { params: { itemId } }),
    staleTime: 0,
    throwOnError: false,
  });

export const peopleQuery = (text: string) =>
  queryOptions({
    ...query(findPeople, { query: { text } }),
    enabled: cleanText(text).length > 1,
    throwOnError: false,
  });

/** The draft at a preview address, fetched on each visit because it may have changed or the address may have ended. */
export const sharedPreviewQuery = (previewId: string) =>
  queryOptions({
    ...query(readPreview, { params: { previewId } }),
    staleTime: 0,
    gcTime: 0,
  });

/** The draft at the address of a reader's page, fetched on each visit because it may have changed. */
export const draftAtQuery = (address: string) =>
  queryOptions({
    queryKey: [...studioKey, 'draftAt', address],
    queryFn: ({ signal }) => readDraftAt(address, signal),
    staleTime: 0,
    gcTime: 0,
  });

async function readDraftAt(address: string, signal: AbortSignal): Promise<ReaderPage> {
  const [, word, id = ''] = address.split('/');
  const path = contentPagePaths.find((known) => known === address);
  if (path) return { kind: 'page', page: await call(previewContentPage, { query: { path } }, { signal }) };
  if (word === 'news') return { kind: word, page: await call(previewNewsItem, { params: { newsId: id } }, { signal }) };
  if (word === 'events')
    return { kind: 'event', page: await call(previewEvent, { params: { eventId: id } }, { signal }) };
  if (word === 'resources')
    return { kind: 'resource', page: await call(previewResource, { params: { resourceId: id } }, { signal }) };
  return { kind: 'home', page: await call(previewHome, {}, { signal }) };
}

/** What surrounds a draft according to a server of the previous version, or while the server can't be reached. */
const noSurroundings = (): Surroundings => ({
  createdAt: new Date().toISOString(),
  creatorInfo: { kind: 'User' },
  timeZone: firmTimeZone(),
  news: [],
  resources: [],
  events: [],
  newSince: null,
  registrations: { taken: 0, waiting: 0, status: 'Unregistered', waitingPosition: null },
});

/** A draft in the studio as the page that readers would see. */
export const pageOfDraft = (
  kind: StudioKind,
  itemId: string,
  draft: ItemContent,
  surroundings: Surroundings = noSurroundings(),
): ReaderPage => readerPageOf(kind, { itemId, draft, surroundings, now: new Date() });
