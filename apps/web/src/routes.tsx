import { type ContentPagePath, contentPagePaths } from '@portico/contracts/pages';
import { signInPaths } from '@portico/contracts/portalSettings';
import { documentsQuery } from './features/documents/documents.queries.ts';
import { documentsInput, readDocumentFilters } from './features/documents/documentFilters.ts';
import { eventsInput, readEventFilters } from './features/events/eventFilters.ts';
import { eventCategoriesQuery, eventListQuery, eventQuery } from './features/events/events.queries.ts';
import { homeQuery } from './features/home/home.queries.ts';
import { newsCategoriesQuery, newsItemQuery, newsListQuery } from './features/news/news.queries.ts';
import { newsListInput, readNewsFilters } from './features/news/newsFilters.ts';
import { contentPageQuery } from './features/pages/pages.queries.ts';
import { resourceQuery, resourcesQuery } from './features/resources/resources.queries.ts';
import { readResourceFilters, resourcesInput } from './features/resources/resourceFilters.ts';
import { searchQuery } from './features/search/search.queries.ts';
import { readSearchFilters, searchInput } from './features/search/searchFilters.ts';
import type { PageRoute } from './shell/pageRoute.ts';
import { categoriesQuery, departmentsQuery } from './shell/topics.queries.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const isId = (name: string) => (params: Record<string, string>) => UUID.test(params[name] ?? '');

const portal = { private: true, layout: 'portal', topBar: true, searchBar: true, stickyFooter: false } as const;
/** Drafts for people who may edit. Source: spec §2. */
const preview = { ...portal, topBar: false, searchBar: false } as const;
const bare = { private: false, layout: 'bare', topBar: false, searchBar: false, stickyFooter: false } as const;

/** A page of components at its path, with its preview. Its title is "Support" until the page tells its own. */
function contentPage(path: ContentPagePath): PageRoute[] {
  const title = path.charAt(1).toUpperCase() + path.slice(2);
  return [
    { ...portal, path, title, prepare: (cache) => cache.prefetchQuery(contentPageQuery(path)), page: () => import('./features/pages/ContentPage.tsx') },
    { ...preview, path: `${path}/preview`, title: 'Preview', page: () => import('./features/pages/ContentPreviewPage.tsx') },
  ];
}

/** Every page of the portal. Source: spec §2. */
export const routes: PageRoute[] = [
  {
    ...portal, path: '/', title: 'Dashboard',
    prepare: (cache) => cache.prefetchQuery(homeQuery()),
    page: () => import('./features/home/HomePage.tsx'),
  },
  { ...preview, path: '/preview', title: 'Preview', page: () => import('./features/home/HomePreviewPage.tsx') },
  {
    ...portal, path: '/news', title: 'News', stickyFooter: true,
    prepare: (cache, { search }) => Promise.all([
      cache.prefetchQuery(newsListQuery(newsListInput(readNewsFilters(search), new Date()))),
      cache.prefetchQuery(newsCategoriesQuery()),
    ]),
    page: () => import('./features/news/NewsListPage.tsx'),
  },
  {
    ...portal, path: '/news/$newsId', title: 'News item', validate: isId('newsId'),
    prepare: (cache, { params }) => cache.prefetchQuery(newsItemQuery(params['newsId'] ?? '')),
    page: () => import('./features/news/NewsItemPage.tsx'),
  },
  {
    ...preview, path: '/news/$newsId/preview', title: 'Preview', validate: isId('newsId'),
    page: () => import('./features/news/NewsPreviewPage.tsx'),
  },
  {
    ...portal, path: '/events', title: 'Events',
    prepare: (cache, { search }) => {
      const filters = readEventFilters(search);
      return Promise.all([
        cache.prefetchQuery(eventListQuery(filters.tab, filters.page, eventsInput(filters))),
        cache.prefetchQuery(eventCategoriesQuery()),
      ]);
    },
    page: () => import('./features/events/EventListPage.tsx'),
  },
  {
    ...portal, path: '/events/$eventId', title: 'Event', validate: isId('eventId'),
    prepare: (cache, { params }) => cache.prefetchQuery(eventQuery(params['eventId'] ?? '')),
    page: () => import('./features/events/EventPage.tsx'),
  },
  {
    ...preview, path: '/events/$eventId/preview', title: 'Preview', validate: isId('eventId'),
    page: () => import('./features/events/EventPreviewPage.tsx'),
  },
  {
    ...portal, path: '/resources', title: 'Resources', stickyFooter: true,
    prepare: (cache, { search }) => Promise.all([
      cache.prefetchQuery(resourcesQuery(resourcesInput(readResourceFilters(search), new Date()))),
      cache.prefetchQuery(categoriesQuery()),
      cache.prefetchQuery(departmentsQuery()),
    ]),
    page: () => import('./features/resources/ResourcesPage.tsx'),
  },
  {
    ...portal, path: '/resources/$resourceId', title: 'Resource', validate: isId('resourceId'),
    prepare: (cache, { params }) => cache.prefetchQuery(resourceQuery(params['resourceId'] ?? '')),
    page: () => import('./features/resources/ResourcePage.tsx'),
  },
  {
    ...preview, path: '/resources/$resourceId/preview', title: 'Preview', validate: isId('resourceId'),
    page: () => import('./features/resources/ResourcePreviewPage.tsx'),
  },
  {
    ...portal, path: '/documents', title: 'Documents', stickyFooter: true,
    prepare: (cache, { search }) => Promise.all([
      cache.prefetchQuery(documentsQuery(documentsInput(readDocumentFilters(search), new Date()))),
      cache.prefetchQuery(categoriesQuery()),
      cache.prefetchQuery(departmentsQuery()),
    ]),
    page: () => import('./features/documents/DocumentsPage.tsx'),
  },
  {
    // The page has a field of its own, which Ctrl-K goes to.
    ...portal, path: '/search', title: 'Search', searchBar: false,
    prepare: async (cache, { search }) => {
      const input = searchInput(readSearchFilters(search), new Date());
      if (input) await cache.prefetchQuery(searchQuery(input));
    },
    page: () => import('./features/search/SearchPage.tsx'),
  },
  { ...portal, path: '/search/abbreviations', title: 'Abbreviations', page: () => import('./features/search/AbbreviationsPage.tsx') },
  ...contentPagePaths.flatMap(contentPage),
  { ...bare, path: '/forbidden', title: 'No access', page: () => import('./shell/ForbiddenPage.tsx') },
  { ...bare, path: signInPaths.logout, title: 'Sign out', page: () => import('./sign-in/LogoutPage.tsx') },
  { ...bare, path: signInPaths.callback, title: 'Sign in', page: () => import('./sign-in/CallbackPage.tsx') },
];
