import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { ContentPagePath } from '@portico/contracts/pages';
import { documentFilters } from './features/documents/documentFilters.ts';
import { documentsQuery } from './features/documents/documents.queries.ts';
import { eventFilters } from './features/events/eventFilters.ts';
import { eventCategoriesQuery, eventListQuery, eventQuery } from './features/events/events.queries.ts';
import { openFormsQuery, ownEntriesQuery, ownEntryQuery } from './features/forms/forms.queries.ts';
import { newsCategoriesQuery, newsItemQuery, newsListQuery } from './features/news/news.queries.ts';
import { newsFilters } from './features/news/newsFilters.ts';
import { historyQuery } from './features/notifications/history.queries.ts';
import { historyFilters } from './features/notifications/historyFilters.ts';
import { contentPageQuery } from './features/pages/pages.queries.ts';
import { resourceQuery, resourcesQuery } from './features/resources/resources.queries.ts';
import { resourceFilters } from './features/resources/resourceFilters.ts';
import { searchQuery } from './features/search/search.queries.ts';
import { searchFilters, searchInput } from './features/search/searchFilters.ts';
import { readPage, type ListFilters } from './routing/listFilters.ts';
import type { Prepare } from './routing/pageRoute.ts';
import { categoriesQuery, departmentsQuery } from './kit/list/topics.queries.ts';

/*
 * Data for each page, fetched while the page's code loads. A separate file keeps the filters and calls of all features
 * out of the initial bundle.
 */

const askedOf = <Values, Asked>(list: ListFilters<Values, Asked>, search: Record<string, unknown>): Asked =>
  list.asked(list.read(search), new Date());

export const newsList: Prepare = (cache, { search }) =>
  Promise.all([
    cache.prefetchQuery(newsListQuery(askedOf(newsFilters, search))),
    cache.prefetchQuery(newsCategoriesQuery()),
  ]);

/**
 * Preloads the code of forms and checklists in parallel with the content, although most content has none. If this
 * fails, the part that needs the code reports it.
 */
const loadContentSlots = () => import('./contentSlots.tsx').catch(() => undefined);

export const newsItem: Prepare = (cache, { params }) =>
  Promise.all([cache.prefetchQuery(newsItemQuery(params['newsId'] ?? '')), loadContentSlots()]);

export const eventList: Prepare = (cache, { search }) => {
  const filters = eventFilters.read(search);
  return Promise.all([
    cache.prefetchQuery(eventListQuery(filters.tab, filters.page, eventFilters.asked(filters, new Date()))),
    cache.prefetchQuery(eventCategoriesQuery()),
  ]);
};

export const eventItem: Prepare = (cache, { params }) =>
  Promise.all([cache.prefetchQuery(eventQuery(params['eventId'] ?? '')), loadContentSlots()]);

export const resourceList: Prepare = (cache, { search }) =>
  Promise.all([
    cache.prefetchQuery(resourcesQuery(askedOf(resourceFilters, search))),
    cache.prefetchQuery(categoriesQuery()),
    cache.prefetchQuery(departmentsQuery()),
  ]);

export const resourceItem: Prepare = (cache, { params }) =>
  Promise.all([cache.prefetchQuery(resourceQuery(params['resourceId'] ?? '')), loadContentSlots()]);

export const documentList: Prepare = (cache, { search }) =>
  Promise.all([
    cache.prefetchQuery(documentsQuery(askedOf(documentFilters, search))),
    cache.prefetchQuery(categoriesQuery()),
    cache.prefetchQuery(departmentsQuery()),
  ]);

export const searchResults: Prepare = async (cache, { search }) => {
  const input = searchInput(searchFilters.read(search), new Date());
  if (input) await cache.prefetchQuery(searchQuery(input));
};

export const notificationHistory: Prepare = (cache, { search }) =>
  cache.prefetchQuery(historyQuery(askedOf(historyFilters, search)));

export const contentPage: Prepare = async (cache, { path }) => {
  const known = contentPagePaths.find((candidate): candidate is ContentPagePath => candidate === path);
  if (known) await Promise.all([cache.prefetchQuery(contentPageQuery(known)), loadContentSlots()]);
};

export const ownEntries: Prepare = (cache, { search }) => cache.prefetchQuery(ownEntriesQuery(readPage(search)));

export const forms: Prepare = (cache) =>
  Promise.all([cache.prefetchQuery(openFormsQuery()), cache.prefetchQuery(ownEntriesQuery(1))]);

export const ownEntry: Prepare = (cache, { params }) => cache.prefetchQuery(ownEntryQuery(params['entryId'] ?? ''));
