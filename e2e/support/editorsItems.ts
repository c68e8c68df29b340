import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { HOUR_MS } from '@portico/contracts/durations';
import { listCalendarEvents, listPastEvents, listUpcomingEvents, type EventSummary } from '@portico/contracts/events';
import { listDocuments } from '@portico/contracts/documents';
import type { CallResult, Endpoint } from '@portico/contracts/endpoint';
import { listOpenForms, listOwnEntries } from '@portico/contracts/forms';
import { getHome } from '@portico/contracts/home';
import { applicationNames } from '@portico/contracts/applications';
import { listNews, type NewsSummary } from '@portico/contracts/news';
import { getNotificationSummary, listNotificationHistory, listNotifications } from '@portico/contracts/notifications';
import { listResources } from '@portico/contracts/resources';
import { searchDestinations, searchPortal } from '@portico/contracts/search';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { listActiveTasks, listCompletedTasks } from '@portico/contracts/todo';
import { getCurrentUser } from '@portico/contracts/users';
import {
  aCallout,
  aCurrentUser,
  aDocument,
  aGalleryImage,
  anEventSummary,
  anId,
  anImage,
  aNewsSummary,
  aNotification,
  aRegistration,
  aResourceSummary,
  aTask,
  aText,
} from '@portico/testing/builders';
import { aSearchAnswer, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';

/*
 * Items as editors write them: every length of title, with and without picture and description, with short and long
 * names. Pages show them in place of the demo's.
 */

const LONG_SENTENCE =
  'Registration for the spring compliance forum in Boston opens on Monday and closes when all of its two hundred and ' +
  'forty seats are taken, so please register yourself and your assistants before Friday, March 6';

export const titles = {
  'four letters': 'Fees',
  '40 characters': LONG_SENTENCE.slice(0, 40),
  '83 characters': LONG_SENTENCE.slice(0, 83),
  '200 characters': LONG_SENTENCE.slice(0, 200),
  'one unbroken word': '2026_Q4_Advisor_Compensation_Grid_FINAL_signed_by_operations_and_compliance.v12',
} as const;
export type TitleLength = keyof typeof titles;
const allTitles = Object.values(titles);

const LONG_CATEGORY = 'Retirement income planning for clients of advisory and brokerage accounts, 2026';
const LONG_NAME = 'Office of Supervision, Surveillance and Regulatory Correspondence for the Mid-Atlantic Region';
const categorySets = [[], ['Tax'], [LONG_CATEGORY, 'R&D', 'Supervision_and_surveillance_of_correspondence']];
const people = ['Bo Li', 'Maximiliana-Alexandrina von Hohenstauffen-Oettingen-Wallerstein'];
const names = ['IT', LONG_NAME];
const descriptions = ['', LONG_SENTENCE];
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const dayIn = (days: number): string => inHours(days * 24).slice(0, 10);

/** One item per title, with and without picture. */
const variants = [true, false].flatMap((hasPicture, group) =>
  allTitles.map((header, index) => ({
    header,
    hasPicture,
    own: {
      header,
      description: pick(descriptions, index + group),
      categories: pick(categorySets, index + group),
      image: hasPicture ? anImage() : null,
    },
    name: pick(names, index + group),
    person: pick(people, index + group),
    index: index + group * allTitles.length,
  })),
);
type Variant = (typeof variants)[number];

const pageOf = <Item>(items: Item[]) => ({ items, page: 1, pageSize: items.length, total: items.length });

const newsOf = ({ own, name, index }: Variant): NewsSummary =>
  aNewsSummary({ ...own, authorDepartment: name, publishedAt: inHours(-index) });

const eventOf = ({ own, name, person, index }: Variant, from: number): EventSummary =>
  anEventSummary({
    ...own,
    authorDepartment: name,
    speakers: [person, 'Lee Park'],
    location: name,
    startDate: inHours(from + index),
    endDate: inHours(from + index + (index % 3 === 0 ? 50 : 1)),
    registration: index % 2 === 0 ? aRegistration({ spotsLeft: 3, closesAt: inHours(1) }) : null,
    registrationStatus: index % 4 === 0 ? 'Registered' : 'Unregistered',
  });

const resultOf = ({ own, name, index }: Variant, kind: 'news' | 'event' | 'resource' | 'document') =>
  aSearchResult({
    kind,
    header: someMarkedText(own.header),
    snippet: someMarkedText(`The word *rollover* in context. ${own.description}`),
    categories: own.categories,
    department: name,
    publishedAt: inHours(-index),
    ...(kind === 'event' ? { startDate: inHours(24), endDate: inHours(25) } : {}),
    ...(kind === 'document' ? { format: 'PDF', page: 12 } : {}),
  });

const groupOf = (kind: Parameters<typeof resultOf>[1]) => {
  const results = variants.slice(0, allTitles.length).map((variant) => resultOf(variant, kind));
  return { results, totalResultCount: results.length };
};

const homeWith = (lead: number) => {
  const shown = [0, 6, 2, 8, 4].map((step) => variants[(lead + step) % variants.length]!);
  return {
    notificationBanner: {
      id: 'banner',
      kind: 'Warning' as const,
      title: LONG_SENTENCE,
      text: LONG_SENTENCE,
      link: { text: pick(names, lead), href: '/news' },
    },
    callouts: (['Info', 'Tip', 'Note'] as const).map((kind, index) =>
      aCallout({
        kind,
        title: pick(allTitles, lead + index),
        body: aText(LONG_SENTENCE),
        link: { text: pick(names, index), href: '/news', openInNewTab: false },
      }),
    ),
    carousel: allTitles.map((title) => aGalleryImage({ title, text: LONG_SENTENCE })),
    news: shown.map(newsOf),
    events: shown.slice(0, 4).map((variant) => eventOf(variant, 24)),
    newSince: inHours(-2),
  };
};

const tasks = allTitles.map((title, index) =>
  aTask({
    title,
    note: pick(descriptions, index),
    dueDate: dayIn(index - 2),
    priority: index % 2 === 0 ? 'High' : 'Normal',
    source: index % 2 === 0 ? { title: pick(allTitles, index + 3), path: '/news' } : null,
  }),
);
const owed = allTitles.map((title) => ({ id: anId(), title, dueDate: '2026-01-01', path: '/news' }));
const checklists = allTitles.map((title, index) => ({
  componentId: `list-${index}`,
  title,
  dueDate: dayIn(index),
  done: 1,
  total: 12,
  source: { title: pick(allTitles, index + 2), path: '/onboarding' },
}));
const notifications = variants.map(({ header, own }, index) => {
  const createDate = inHours(-index * 20);
  return aNotification({
    title: header,
    description: own.description,
    link: index % 3 === 0 ? '/news' : null,
    isRead: index >= 5,
    createDate,
    createdAt: createDate,
  });
});

type Answer = [endpoint: Endpoint, answer: unknown];
const answer = <E extends Endpoint>(endpoint: E, result: CallResult<E>): Answer => [endpoint, result];

/** What the calls of all pages return, except for the dashboard, whose first news item differs. */
const answers: Answer[] = [
  answer(listNews, pageOf(variants.map(newsOf))),
  answer(listUpcomingEvents, pageOf(variants.slice(0, 6).map((variant) => eventOf(variant, 24)))),
  answer(listPastEvents, pageOf(variants.slice(4).map((variant) => eventOf(variant, -100)))),
  answer(
    listCalendarEvents,
    variants.slice(0, allTitles.length).map(({ header, index }) => ({
      id: anId(),
      header,
      startDate: inHours(index / 100),
      endDate: inHours(1 + index / 100),
      locationType: 'InPerson' as const,
      registrationStatus: 'Unregistered' as const,
    })),
  ),
  answer(
    listResources,
    pageOf(
      variants.map(({ own, name, index }) =>
        aResourceSummary({ ...own, department: name, publishedAt: inHours(-index), reviewedAt: inHours(-index) }),
      ),
    ),
  ),
  answer(
    listDocuments,
    pageOf(
      variants.map(({ own: { image: _, ...own }, name, index }) =>
        aDocument({
          ...own,
          department: name,
          publishedAt: inHours(-index),
          format: pick(['PDF', 'DOCX', 'XLSX'] as const, index),
          pages: pick([1, 1200], index),
        }),
      ),
    ),
  ),
  answer(
    searchPortal,
    aSearchAnswer({
      news: groupOf('news'),
      upcomingEvents: groupOf('event'),
      pastEvents: groupOf('event'),
      resourcePages: groupOf('resource'),
      documents: groupOf('document'),
    }),
  ),
  answer(
    searchDestinations,
    allTitles.map((name) => ({ kind: 'form' as const, name, detail: null, href: '/forms' })),
  ),
  answer(listActiveTasks, { items: tasks, sort: 'Usual', checklists, duties: { items: owed, total: owed.length } }),
  answer(listCompletedTasks, { items: [], total: 0 }),
  answer(listNotificationHistory, pageOf(notifications)),
  answer(listNotifications, notifications),
  answer(getNotificationSummary, { unreadCount: 5 }),
  answer(listOpenForms, {
    items: allTitles.map((title, index) => ({
      formId: anId(),
      title,
      description: pick([null, LONG_SENTENCE], index),
      path: '/support',
    })),
  }),
  answer(listOwnEntries, {
    ...pageOf(
      allTitles.map((title, index) => ({
        id: anId(),
        formId: anId(),
        title,
        receivedAt: inHours(-30),
        isReturned: index % 3 === 0,
      })),
    ),
    begun: allTitles.map((title) => ({ formId: anId(), title, savedAt: inHours(-1), path: '/support' })),
  }),
  answer(
    getCurrentUser,
    aCurrentUser({
      nickname: null,
      givenName: 'Maximiliana-Alexandrina',
      surname: 'von Hohenstauffen-Oettingen-Wallerstein',
      applications: applicationNames.map((application, index) => ({
        application,
        accessLevel: pick(['Access', 'ActionRequired'] as const, index),
        launchUrl: 'https://application.example/',
      })),
    }),
  ),
  answer(
    listStudioItems,
    pageOf(
      variants.map(({ own, person, index }) => ({
        id: anId(),
        kind: pick(['news', 'event', 'page'] as const, index),
        title: index === 9 ? '' : own.header,
        state: pick(['Published', 'Draft', 'Scheduled'] as const, index),
        isLive: index % 3 === 0,
        hasChanges: index % 2 === 0,
        publishedAt: inHours(-index),
        expiresAt: index % 2 === 0 ? inHours(900) : null,
        updatedAt: inHours(-index),
        updatedBy: person,
        path: '/news',
        publishedRevision: index % 3 === 0 ? 1 : null,
        waitingRevision: null,
        goesLiveAt: null,
        releaseId: null,
        releaseName: null,
        waitingProblem: null,
        version: 1,
        reviewPurpose: null,
        hasNoWords: index % 2 === 1,
        allowed: ['open', 'write', 'archive'] as const,
      })),
    ),
  ),
];

const PICTURE = readFileSync(fileURLToPath(new URL('../../demo/images/lobby-lounge.jpg', import.meta.url)));

/** Matches a call to the endpoint. */
const isCallTo =
  ({ method, path }: Endpoint) =>
  (url: URL) =>
    method === 'GET' && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url.pathname);

/** Makes the pages of a browser window show these items; `lead` is the title of the newest news item. */
export async function showEditorsItems(page: Page, lead: TitleLength, leadHasPicture: boolean): Promise<void> {
  const first = variants.findIndex(
    ({ header, hasPicture }) => header === titles[lead] && hasPicture === leadHasPicture,
  );
  await page.route(/\/media\/[^/]+\/\d+\.webp$/, (route) =>
    route.fulfill({ body: PICTURE, contentType: 'image/jpeg' }),
  );
  for (const [endpoint, json] of [...answers, answer(getHome, homeWith(first))])
    await page.route(isCallTo(endpoint), (route) => route.fulfill({ json }));
}
