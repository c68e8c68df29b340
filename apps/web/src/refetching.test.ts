import { listActiveTasks } from '@portico/contracts/todo';
import { listCalendarEvents } from '@portico/contracts/events';
import { listNotificationHistory } from '@portico/contracts/notifications';
import {
  notificationsQuery,
  notificationSummaryQuery,
  refreshNotifications,
} from '@portico/sidebar/notifications.queries';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { keyOf } from './api/query.ts';
import { adminKey } from './features/admin/admin.queries.ts';
import { refreshEventLists } from './features/events/registration/useRegistration.ts';
import { entriesKey } from './features/forms/forms.queries.ts';
import { noticesKey } from './features/notifications/notices.queries.ts';
import { refetchEntries } from './studio/formsDesk/formsDesk.queries.ts';
import { studioKey } from './studio/studio.queries.ts';
import { refreshTasks } from './features/todo/useTasks.ts';
import { followContent } from './frame/followContent.ts';

const stream = vi.hoisted(() => ({ listeners: new Map<string, () => void>() }));
vi.mock(import('./api/liveTopics.ts'), async (original) => ({
  ...(await original()),
  onTopic: (topic, listener) => {
    stream.listeners.set(topic, listener);
    return () => undefined;
  },
}));

type Definition = (...input: unknown[]) => { queryKey: QueryKey };

/**
 * The keys of all cached calls of the app, by `<word>.<name>`, each for two inputs. A key needs some input, but no
 * particular one.
 */
const queries = Object.entries(import.meta.glob<Record<string, Definition>>('./**/*.queries.ts', { eager: true }))
  .flatMap(([path, exports]) =>
    Object.entries(exports)
      .filter(([name]) => name.endsWith('Query'))
      .map(([name, define]) => ({ name: `${path.split('/').at(-1)!.split('.')[0]!}.${name}`, define })),
  )
  .concat([
    { name: 'sidebar.notificationsQuery', define: notificationsQuery as Definition },
    { name: 'sidebar.notificationSummaryQuery', define: notificationSummaryQuery as Definition },
  ])
  .map(({ name, define }) => ({
    name,
    keys: ['2026-11', '2026-12'].map((input) => define(input, {}, {}).queryKey),
  }));

/** The names of the cached calls that `refresh` refetches, whatever their input. */
async function refetchedBy(refresh: (cache: QueryClient) => unknown): Promise<string[]> {
  const cache = new QueryClient();
  for (const key of queries.flatMap(({ keys }) => keys)) cache.setQueryData(key, {});
  await refresh(cache);
  return queries
    .map(({ name, keys }) => ({ name, states: keys.map((key) => cache.getQueryState(key)!.isInvalidated) }))
    .filter(({ states }) => states.includes(true))
    .map(({ name, states }) => (states.includes(false) ? `${name}, for some input` : name))
    .sort();
}

const inStudio = [
  ...['access', 'colleagues', 'rules'].map((name) => `studio.${name}Query`),
  ...['activity', 'retention'].map((name) => `retention.${name}Query`),
  ...['addresses', 'draftAt', 'people', 'preview', 'sharedPreview'].map((name) => `previews.${name}Query`),
  ...['audienceCount', 'audienceFacts', 'explanation', 'includesPerson', 'namedPeople', 'people'].map(
    (name) => `audience.${name}Query`,
  ),
  ...['categories', 'departments', 'documents', 'linkTargets', 'newFiles', 'pictures', 'revision', 'revisions'].map(
    (name) => `studio.${name}Query`,
  ),
  ...['filingNames', 'filingUses'].map((name) => `filing.${name}Query`),
  ...['leftItems', 'owners', 'ownership'].map((name) => `owners.${name}Query`),
  ...['overview', 'studioCalendar', 'unansweredTerms'].map((name) => `overview.${name}Query`),
  ...['media', 'mediaList', 'replacement', 'uploads'].map((name) => `mediaDesk.${name}Query`),
  ...['pinnedAnswers', 'pinnedItemChoices', 'pinnedPreview', 'searchInsights'].map((name) => `searchDesk.${name}Query`),
  ...['editedMenu', 'menuPreview', 'menuVersions'].map((name) => `menuDesk.${name}Query`),
  ...['pinChoices', 'pinnedItems'].map((name) => `pins.${name}Query`),
  ...['redirects', 'release', 'releasePreview', 'releases'].map((name) => `releases.${name}Query`),
  'studio.waitingQuery',
  'comments.threadsQuery',
  ...['checkIn', 'deskEvent', 'deskEvents', 'deskSeries', 'recipients', 'roster', 'seriesPreview', 'seriesReach'].map(
    (name) => `eventsDesk.${name}Query`,
  ),
  ...['askedItem', 'askedItems', 'askedPeople', 'reminded', 'sectionChanges'].map(
    (name) => `confirmations.${name}Query`,
  ),
  ...['certificate', 'claims', 'needs', 'standings'].map((name) => `credits.${name}Query`),
  'fileHold.fileHoldQuery',
  'studio.studioItemsQuery',
];

afterEach(() => vi.useRealTimers());

/** The calls that an open page refetches when the stream names this topic. */
function refetchedOn(topic: string): Promise<string[]> {
  vi.useFakeTimers();
  return refetchedBy(async (cache) => {
    const stop = followContent(cache);
    stream.listeners.get(topic)!();
    await vi.advanceTimersByTimeAsync(1000);
    stop();
  });
}

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

test('what the stream reports invalidates queries, because a refetch during a first load would be lost [COWRITE-024]', () => {
  const refetching = Object.entries(sources).filter(([, text]) => /\bonTopic\([^;]*\brefetch/.test(text));
  expect(refetching.map(([path]) => path)).toEqual([]);
});

test('a published menu refetches the menu, and nothing else [DESK-073]', async () => {
  expect(await refetchedOn('menu')).toEqual(['frame.menuQuery']);
});

test('changed applications refetch the person, and nothing else [DESK-125]', async () => {
  expect(await refetchedOn('users')).toEqual(['frame.currentUserQuery']);
});

test('a publication refetches everything that shows content, and nothing else [STUDIO-021]', async () => {
  const refetched = await refetchedOn('content');
  expect(refetched).toEqual([
    'documents.documentPreviewQuery',
    'documents.documentQuery',
    'documents.documentsQuery',
    'events.calendarQuery',
    'events.eventCategoriesQuery',
    'events.eventListQuery',
    'events.eventQuery',
    'home.homeQuery',
    'news.newsCategoriesQuery',
    'news.newsItemQuery',
    'news.newsListQuery',
    'pages.contentPageQuery',
    'resources.resourceQuery',
    'resources.resourcesQuery',
    'search.abbreviationsQuery',
    'search.destinationsQuery',
    'search.moreResultsQuery',
    'search.searchQuery',
    'search.suggestionsQuery',
    'topics.categoriesQuery',
    'watching.ownWatchingQuery',
  ]);
});

test('an action in the studio refetches the studio, but no list of entries, whose every read is recorded', async () => {
  expect(await refetchedBy((cache) => cache.invalidateQueries({ queryKey: studioKey }))).toEqual(inStudio.sort());
});

test('an action of an administrator refetches the administration', async () => {
  const refetched = await refetchedBy((cache) => cache.invalidateQueries({ queryKey: adminKey }));
  expect(refetched).toEqual(
    queries
      .map(({ name }) => name)
      .filter((name) => /^(admin|applications|audit|webhooks)\.|^overview\.failedJobs/.test(name))
      .sort(),
  );
  expect(refetched).toContain('admin.healthQuery');
  expect(refetched).toContain('webhooks.deliveriesQuery');
});

test.each<[string, (cache: QueryClient) => unknown, string[]]>([
  [
    'a registration refetches lists of events, the calendar and the dashboard',
    refreshEventLists,
    ['events.calendarQuery', 'events.eventListQuery', 'home.homeQuery'],
  ],
  [
    'a registration in another tab refetches the calendar',
    (cache) => cache.invalidateQueries({ queryKey: keyOf(listCalendarEvents) }),
    ['events.calendarQuery'],
  ],
  [
    'a change of a task refetches both lists of tasks',
    refreshTasks,
    ['todo.activeTasksQuery', 'todo.completedTasksQuery'],
  ],
  [
    'a mark in a checklist refetches active tasks',
    (cache) => cache.invalidateQueries({ queryKey: keyOf(listActiveTasks) }),
    ['todo.activeTasksQuery'],
  ],
  [
    'a new notification refetches all lists of notifications, but not the switch of the daily email',
    refreshNotifications,
    ['history.historyQuery', 'sidebar.notificationSummaryQuery', 'sidebar.notificationsQuery'],
  ],
  [
    'a change in the history of notifications is shown on its pages',
    (cache) => cache.invalidateQueries({ queryKey: keyOf(listNotificationHistory) }),
    ['history.historyQuery'],
  ],
  [
    'a notice refetches the list of notices',
    (cache) => cache.invalidateQueries({ queryKey: noticesKey }),
    ['notices.noticeReachQuery', 'notices.noticesQuery'],
  ],
  [
    'a saved or submitted entry refetches the lists of the person’s own entries',
    (cache) => cache.invalidateQueries({ queryKey: entriesKey }),
    ['forms.ownEntriesQuery'],
  ],
  [
    'a change of entries at the desk refetches the table, the entry, what waits for the person, and its number',
    refetchEntries,
    ['formsDesk.assignedEntriesQuery', 'formsDesk.deskEntriesQuery', 'formsDesk.deskEntryQuery', 'studio.accessQuery'],
  ],
])('%s', async (_title, refresh, names) => {
  expect(await refetchedBy(refresh)).toEqual(names);
});
