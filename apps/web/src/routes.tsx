import { adminPagePaths } from '@portico/contracts/admin/paths';
import { isPageId } from '@portico/contracts/pagePaths';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { ContentPagePath } from '@portico/contracts/pages';
import { signInPaths } from '@portico/contracts/portalSettings';
import { homeQuery } from './features/home/home.queries.ts';
import { withTexts } from './locale/loadTexts.ts';
import type { StartTextKey } from './locale/text.ts';
import type { PageRoute, Prepare } from './routing/pageRoute.ts';

const isId = (name: string) => (params: Record<string, string>) => isPageId(params[name] ?? '');

const portal = { private: true, layout: 'portal', topBar: true, searchBar: true, stickyFooter: false } as const;
/** Drafts for editors. Source: spec §2. */
const preview = { ...portal, title: 'shared.previewTitle', topBar: false, searchBar: false } as const;
const studio = { ...portal, title: 'shared.studioTitle' } as const;
const bare = { private: false, layout: 'bare', topBar: false, searchBar: false, stickyFooter: false } as const;

/** Prefetches the page's data while its code loads. If that fails, the page fetches the data itself. */
const prepared =
  (name: keyof typeof import('./preparations.ts')): Prepare =>
  async (cache, address) => {
    const preparations = await import('./preparations.ts').catch(() => undefined);
    await preparations?.[name](cache, address);
  };

const contentPageTitles: Record<ContentPagePath, StartTextKey> = {
  '/support': 'shared.supportTitle',
  '/applications': 'shared.applicationsTitle',
  '/accounts': 'shared.accountsTitle',
  '/records': 'shared.recordsTitle',
  '/compensation': 'shared.compensationTitle',
  '/community': 'shared.communityTitle',
  '/explore': 'shared.exploreTitle',
  '/onboarding': 'shared.onboardingTitle',
};

/** The draft behind a reader's address, for those who may open it in the studio. */
const draftPage = withTexts(
  ['studio', 'releases', 'resources', 'pages'],
  () => import('./studio/preview/DraftPage.tsx'),
);

/** A content page and its preview. `contentPageTitles` gives the title until the page loads its own. */
function contentPage(path: ContentPagePath): PageRoute[] {
  return [
    {
      ...portal,
      path,
      title: contentPageTitles[path],
      prepare: prepared('contentPage'),
      page: withTexts(['pages'], () => import('./features/pages/ContentPage.tsx')),
    },
    {
      ...preview,
      path: `${path}/preview`,
      page: draftPage,
    },
  ];
}

/** Every page of the portal. Source: spec §2. */
export const routes: PageRoute[] = [
  {
    ...portal,
    path: '/',
    title: 'dashboard.title',
    prepare: (cache) => cache.prefetchQuery(homeQuery()),
    page: () => import('./features/home/HomePage.tsx'),
  },
  {
    ...preview,
    path: '/preview',
    page: draftPage,
  },
  {
    ...portal,
    path: '/news',
    title: 'news.title',
    stickyFooter: true,
    prepare: prepared('newsList'),
    page: () => import('./features/news/NewsListPage.tsx'),
  },
  {
    ...portal,
    path: '/news/$newsId',
    title: 'news.itemTitle',
    validate: isId('newsId'),
    prepare: prepared('newsItem'),
    page: () => import('./features/news/NewsItemPage.tsx'),
  },
  {
    ...preview,
    path: '/news/$newsId/preview',
    validate: isId('newsId'),
    page: draftPage,
  },
  {
    ...portal,
    path: '/events',
    title: 'events.title',
    prepare: prepared('eventList'),
    page: () => import('./features/events/list/EventListPage.tsx'),
  },
  {
    ...portal,
    path: '/events/$eventId',
    title: 'events.itemTitle',
    validate: isId('eventId'),
    prepare: prepared('eventItem'),
    page: () => import('./features/events/page/EventPage.tsx'),
  },
  {
    ...preview,
    path: '/events/$eventId/preview',
    validate: isId('eventId'),
    page: draftPage,
  },
  {
    ...portal,
    path: '/resources',
    title: 'shared.resourcesTitle',
    stickyFooter: true,
    prepare: prepared('resourceList'),
    page: withTexts(['resources'], () => import('./features/resources/ResourcesPage.tsx')),
  },
  {
    ...portal,
    path: '/resources/$resourceId',
    title: 'shared.resourceTitle',
    validate: isId('resourceId'),
    prepare: prepared('resourceItem'),
    page: withTexts(['resources'], () => import('./features/resources/ResourcePage.tsx')),
  },
  {
    ...preview,
    path: '/resources/$resourceId/preview',
    validate: isId('resourceId'),
    page: draftPage,
  },
  {
    ...portal,
    path: '/duties',
    title: 'shared.dutiesTitle',
    page: withTexts(['duties'], () => import('./features/duties/DutiesPage.tsx')),
  },
  {
    ...portal,
    path: '/duties/team',
    title: 'shared.teamTitle',
    page: withTexts(['duties'], () => import('./features/duties/TeamPage.tsx')),
  },
  {
    ...portal,
    path: '/duties/credits',
    title: 'shared.dutiesTitle',
    page: withTexts(['duties', 'credits'], () => import('./features/duties/credits/CreditsPage.tsx')),
  },
  {
    ...portal,
    path: '/delegates',
    title: 'shared.actingTitle',
    page: withTexts(['acting'], () => import('./features/acting/DelegatesPage.tsx')),
  },
  {
    ...portal,
    path: '/documents',
    title: 'shared.documentsTitle',
    stickyFooter: true,
    prepare: prepared('documentList'),
    page: withTexts(['documents'], () => import('./features/documents/DocumentsPage.tsx')),
  },
  {
    // Ctrl-K focuses the page's own search field.
    ...portal,
    path: '/search',
    title: 'shared.searchTitle',
    searchBar: false,
    prepare: prepared('searchResults'),
    page: withTexts(['search'], () => import('./features/search/SearchPage.tsx')),
  },
  {
    ...portal,
    path: '/search/abbreviations',
    title: 'shared.abbreviationsTitle',
    page: withTexts(['search', 'abbreviations'], () => import('./features/search/abbreviations/AbbreviationsPage.tsx')),
  },
  {
    ...portal,
    path: '/forms',
    title: 'shared.formsTitle',
    prepare: prepared('forms'),
    page: withTexts(['forms'], () => import('./features/forms/received/FormsPage.tsx')),
  },
  {
    ...portal,
    path: '/forms/received',
    title: 'shared.receivedFormsTitle',
    page: withTexts(['forms'], () => import('./features/forms/received/ReceivedFormsPage.tsx')),
  },
  {
    ...portal,
    path: '/forms/$formId',
    title: 'shared.entriesTitle',
    validate: isId('formId'),
    page: withTexts(['forms'], () => import('./features/forms/received/ReceivedEntriesPage.tsx')),
  },
  {
    ...portal,
    path: '/forms/entries',
    title: 'shared.ownEntriesTitle',
    isTopLevel: true,
    prepare: prepared('ownEntries'),
    page: withTexts(['forms'], () => import('./features/forms/received/EntriesPage.tsx')),
  },
  {
    ...portal,
    path: '/forms/entries/$entryId',
    title: 'shared.entryTitle',
    validate: isId('entryId'),
    prepare: prepared('ownEntry'),
    page: withTexts(['forms'], () => import('./features/forms/received/EntryPage.tsx')),
  },
  {
    ...portal,
    path: '/notifications',
    title: 'shared.notificationsTitle',
    prepare: prepared('notificationHistory'),
    page: withTexts(['notifications'], () => import('./features/notifications/NotificationsPage.tsx')),
  },
  {
    ...portal,
    path: '/notifications/notices',
    title: 'shared.noticesTitle',
    page: withTexts(['notifications'], () => import('./studio/notices/NoticesPage.tsx')),
  },
  {
    ...studio,
    path: '/studio',
    page: withTexts(['studio', 'releases'], () => import('./studio/list/StudioPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/overview',
    page: withTexts(['studio', 'overview', 'owners', 'releases'], () => import('./studio/overview/OverviewPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/owners',
    page: withTexts(['studio', 'owners', 'releases'], () => import('./studio/owners/OwnersPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/waiting',
    page: withTexts(['studio'], () => import('./studio/approval/WaitingPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/roles',
    page: withTexts(['studio'], () => import('./studio/roles/RolesPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/approvals',
    page: withTexts(['studio'], () => import('./studio/roles/ApprovalsPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/checks',
    page: withTexts(['studio'], () => import('./studio/checks/CheckRulesPage.tsx')),
  },
  {
    ...bare,
    private: true,
    path: '/studio/$itemId',
    title: 'shared.studioTitle',
    validate: isId('itemId'),
    page: withTexts(['studio', 'releases', 'audience', 'duties'], () => import('./studio/editor/EditorPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/confirmations',
    title: 'shared.confirmationsTitle',
    page: withTexts(['studio', 'duties'], () => import('./studio/confirmations/AskedItemsPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/confirmations/$itemId',
    title: 'shared.confirmationsTitle',
    validate: isId('itemId'),
    page: withTexts(['studio', 'releases', 'duties'], () => import('./studio/confirmations/AskedItemPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/credits',
    page: withTexts(['studio', 'credits', 'audience'], () => import('./studio/credits/CreditsPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/events',
    title: 'shared.eventsDeskTitle',
    page: withTexts(['studio', 'desk'], () => import('./studio/eventsDesk/DeskPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/events/$itemId',
    title: 'shared.eventsDeskTitle',
    validate: isId('itemId'),
    page: withTexts(['studio', 'releases', 'audience', 'desk'], () => import('./studio/eventsDesk/RosterPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/events/$itemId/series',
    title: 'shared.eventsDeskTitle',
    validate: isId('itemId'),
    page: withTexts(['studio', 'releases', 'desk', 'series'], () => import('./studio/eventsDesk/SeriesPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/events/$itemId/check-in',
    title: 'shared.eventsDeskTitle',
    validate: isId('itemId'),
    page: withTexts(['releases', 'desk'], () => import('./studio/eventsDesk/CheckInPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/events/$itemId/print',
    title: 'shared.eventsDeskTitle',
    validate: isId('itemId'),
    page: withTexts(['desk'], () => import('./studio/eventsDesk/PrintPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/forms',
    title: 'shared.formsTitle',
    page: withTexts(['studio', 'forms', 'formsDesk'], () => import('./studio/formsDesk/FormsPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/forms/$formId',
    title: 'shared.entriesTitle',
    validate: isId('formId'),
    page: withTexts(['studio', 'releases', 'forms', 'formsDesk'], () => import('./studio/formsDesk/EntriesPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/releases',
    title: 'shared.releasesTitle',
    page: withTexts(['studio', 'releases'], () => import('./studio/releases/ReleasesPage.tsx')),
  },
  {
    ...portal,
    path: '/studio/releases/$releaseId',
    title: 'shared.releasesTitle',
    validate: isId('releaseId'),
    page: withTexts(
      ['studio', 'releases', 'audience', 'resources', 'pages'],
      () => import('./studio/releases/ReleasePage.tsx'),
    ),
  },
  {
    ...preview,
    path: '/studio/previews/$previewId',
    validate: isId('previewId'),
    page: withTexts(
      ['studio', 'releases', 'resources', 'pages'],
      () => import('./studio/preview/SharedPreviewPage.tsx'),
    ),
  },
  {
    ...studio,
    path: '/studio/menu',
    page: withTexts(['studio', 'menuDesk', 'releases', 'audience'], () => import('./studio/menu/MenuPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/redirects',
    page: withTexts(['studio', 'releases'], () => import('./studio/releases/RedirectsPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/media',
    page: withTexts(
      ['studio', 'mediaDesk', 'forms', 'documents', 'releases'],
      () => import('./studio/mediaDesk/MediaPage.tsx'),
    ),
  },
  {
    ...studio,
    path: '/studio/filing',
    page: withTexts(['studio', 'filing', 'releases'], () => import('./studio/filing/FilingPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/readership',
    page: withTexts(['studio', 'readership', 'releases'], () => import('./studio/readership/ReadershipPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/readership/$itemId',
    validate: isId('itemId'),
    page: withTexts(['studio', 'readership', 'releases'], () => import('./studio/readership/ItemReadershipPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/insights',
    page: withTexts(['studio', 'searchDesk', 'releases'], () => import('./studio/searchDesk/InsightsPage.tsx')),
  },
  {
    ...studio,
    path: '/studio/search',
    page: withTexts(['studio', 'searchDesk', 'releases'], () => import('./studio/searchDesk/SearchDeskPage.tsx')),
  },
  ...adminPagePaths.map((path): PageRoute => ({
    ...portal,
    path,
    title: 'shared.adminTitle',
    page: withTexts(['admin', 'acting'], () => import('./features/admin/page/AdminPage.tsx')),
  })),
  ...contentPagePaths.flatMap(contentPage),
  { ...bare, path: '/forbidden', title: 'shared.noAccessTitle', page: () => import('./errors/ForbiddenPage.tsx') },
  {
    ...bare,
    path: signInPaths.logout,
    title: 'shared.signOutTitle',
    page: () => import('./features/sign-in/LogoutPage.tsx'),
  },
  {
    ...bare,
    path: signInPaths.callback,
    title: 'shared.signInTitle',
    page: () => import('./features/sign-in/CallbackPage.tsx'),
  },
];
