import { hash } from 'node:crypto';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { createFeeds } from '@portico/contracts/feeds';
import { imageUrl } from '@portico/kinds/mediaUrls';
import type { Menu } from '@portico/contracts/menu';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { cookieNames } from '@portico/contracts/portalSettings';
import fc from 'fast-check';
import { expect } from 'vitest';
import { testPortal, type TestPortal } from '../testPortal.ts';
import { addressMenuAndNotices, admitReaders, isVisible, makeItem, notifyEverybody, type Item } from './hiddenItems.ts';
import { firstScenario, readers, scenarios, type Kind, type ReaderFacts } from './scenarios.ts';

/* One oracle for every read of the API: what the visibility rule hides never appears in any response to anyone. */

/** Of the file of a document. */
const digestOf = ({ secret, word }: Pick<Item, 'secret' | 'word'>): string => hash('sha256', `${secret} ${word}`);

/** Every read of the contract with the inputs to try; a new endpoint without an entry here fails a test. */
export const reads: Record<string, (items: Item[]) => Array<{ params?: object; query?: Record<string, string> }>> = {
  getCurrentUser: () => [{}],
  getMaintenance: () => [{}],
  getMenu: () => [{}],
  getVersion: () => [{}],
  // Preview addresses are created for one person each, and the items have none.
  readPreview: (items) => items.map(({ id }) => ({ params: { previewId: id } })),
  explainAudience: (items) => items.map(({ id }) => ({ params: { itemId: id } })),
  getFeeds: () => [{}],
  getHome: () => [{}],
  listNews: (items) => [{ query: { pageSize: '50' } }, ...items.map(({ category }) => ({ query: { category } }))],
  getNewsItem: (items) => items.map(({ id }) => ({ params: { newsId: id } })),
  listUpcomingEvents: (items) => [
    { query: { pageSize: '50' } },
    ...items.map(({ word }) => ({ query: { text: word } })),
  ],
  listPastEvents: (items) => [{ query: { pageSize: '50' } }, ...items.map(({ category }) => ({ query: { category } }))],
  listCalendarEvents: () => [{ query: { startDate: '2026-01-01', endDate: '2026-12-31' } }],
  getEvent: (items) => items.map(({ id }) => ({ params: { eventId: id } })),
  getOwnCheckIn: (items) => items.map(({ id }) => ({ params: { eventId: id } })),
  getOwnWatching: (items) => items.map(({ id }) => ({ params: { eventId: id } })),
  listResources: (items) => [
    { query: { pageSize: '50' } },
    ...items.map(({ department }) => ({ query: { department } })),
  ],
  getResource: (items) => items.map(({ id }) => ({ params: { resourceId: id } })),
  listDocuments: (items) => [
    { query: { pageSize: '50' } },
    ...items.map(({ department }) => ({ query: { department } })),
  ],
  getDocument: (items) =>
    items.flatMap((item) => [
      { params: { documentId: item.id } },
      { params: { documentId: item.id }, query: { file: digestOf(item) } },
    ]),
  getDocumentPreview: (items) => items.map(({ id }) => ({ params: { documentId: id } })),
  getContentPage: () => contentPagePaths.map((path) => ({ query: { path } })),
  listCategories: () => [{}],
  listNewsCategories: () => [{}],
  listEventCategories: () => [{}],
  listDepartments: () => [{}],
  searchPortal: (items) =>
    items.flatMap(({ word, secret, draftWord, category }) => [
      { query: { term: word } },
      { query: { term: secret } },
      { query: { term: word.slice(0, -1) } },
      { query: { term: `${word} plan`, category } },
      { query: { term: draftWord } },
      { query: { term: `"${secret} ${word}"` } },
      // One letter wrong: a correction must not reveal a word that only hidden items contain.
      { query: { term: `${secret.slice(0, 3)}x${secret.slice(4)}` } },
    ]),
  getNotificationSummary: () => [{}],
  getDailyEmail: () => [{}],
  listNotifications: () => [{}],
  listNotificationHistory: () => [{}, { query: { state: 'Unread' } }, { query: { state: 'Read' } }],
  getWidgets: () => [{}],
  listActiveTasks: () => [{}],
  listCompletedTasks: () => [{}],
  getChecklistMarks: (items) => items.map(({ checklistId }) => ({ params: { componentId: checklistId } })),
  listDuties: () => [{}, { query: { state: 'Done' } }],
  listTeamDuties: () => [{}],
  listCredits: () => [{}, { query: { year: '2026' } }],
  listCreditClaims: () => [{}],
  getItemConfirmation: (items) => items.map(({ id }) => ({ params: { itemId: id } })),
  getForm: (items) => items.map(({ formId }) => ({ params: { formId } })),
  listOpenForms: () => [{}],
  listOwnEntries: () => [{}],
  getOwnEntry: (items) => items.map(({ id }) => ({ params: { entryId: id } })),
  listDelegations: () => [{}],
  getActing: () => [{}],
  findDelegates: (items) => items.map(({ word }) => ({ query: { text: word } })),
  listActs: () => [{}],
  searchDestinations: (items) =>
    items.flatMap(({ word, secret, draftWord }) =>
      [word, secret, draftWord].map((term) => ({ query: { term: term.slice(0, 5) } })),
    ),
  suggestSearch: (items) =>
    items.flatMap(({ word, draftWord }) => [
      { query: { term: word.slice(0, 5) } },
      { query: { term: draftWord.slice(0, 5) } },
    ]),
};

/**
 * Some responses repeat what was requested (a corrected term, a filter): only what was not in the request is a leak.
 */
function findLeaks<T>(items: readonly T[], marksOf: (item: T) => string[], asked: string, body: string): T[] {
  const request = asked.toLowerCase();
  const response = body.toLowerCase();
  return items.filter((item) =>
    marksOf(item).some((mark) => response.includes(mark.toLowerCase()) && !request.includes(mark.toLowerCase())),
  );
}

/**
 * Fills as many portals as there are runs, the first with an item of each kind and state and the others at random, and
 * throws if a response to a reader shows what is hidden from them.
 */
export async function assertHiddenItemsAreInNoAnswer(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ specs, facts }) => {
      const portal = await testPortal({ now: new Date('2026-06-10T12:00:00Z') });
      const people = await admitReaders(portal, facts);
      const items: Item[] = [];
      for (const [index, spec] of specs.entries()) {
        const earlierPages = items.filter(({ kind }) => kind === 'page').length;
        items.push(await makeItem(portal, spec, index, { earlierPages, people }));
      }
      await notifyEverybody(portal, items);
      await addressMenuAndNotices(portal, items, people);
      await portal.runJobs();
      for (const reader of Object.keys(readers)) await checkReader(portal, reader, items, facts);
    }),
    { numRuns, examples: [[firstScenario]] },
  );
}

async function checkReader(portal: TestPortal, reader: string, items: Item[], facts: ReaderFacts): Promise<void> {
  const hidden = items.filter((item) => !isVisible(item, reader, facts));
  const shown = items.filter((item) => isVisible(item, reader, facts));
  const headers = await portal.as(reader).headers();
  const ask = async (url: string, query: Record<string, string> = {}, how: Record<string, string> = headers) => {
    const answer = await portal.portal.inject({ method: 'GET', url, query, headers: how });
    const asked = `${url} ${JSON.stringify(query)}`;
    expect(
      findLeaks(hidden, ({ id, word, secret, image }) => [id, word, secret, image.id], asked, answer.body),
      `${reader} asks ${asked} and sees what is hidden`,
    ).toEqual([]);
    expect(
      findLeaks(items, ({ draftWord, draftImage }) => [draftWord, draftImage.id], asked, answer.body),
      `${reader} asks ${asked} and sees a draft`,
    ).toEqual([]);
    return answer;
  };
  for (const [name, inputs] of Object.entries(reads)) {
    const endpoint: Endpoint = api[name as keyof typeof api];
    for (const { params = {}, query } of inputs(items)) {
      const url = Object.entries(params).reduce(
        (path, [key, value]) => path.replace(`:${key}`, String(value)),
        endpoint.path,
      );
      await ask(url, query);
    }
  }
  await checkTotals(ask, shown);
  await checkDetails(ask, items, hidden);
  await checkFiles(portal, reader, ask, { shown, hidden });
}

type Ask = (
  url: string,
  query?: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<{ statusCode: number; body: string; json: () => never }>;

async function checkTotals(ask: Ask, shown: Item[]): Promise<void> {
  const count = (kind: Kind, matches: (item: Item) => boolean = () => true): number =>
    shown.filter((item) => item.kind === kind && matches(item)).length;
  const total = async (url: string): Promise<number> => (await ask(url)).json()['total'];
  expect(await total(api.listNews.path)).toBe(count('news'));
  expect(await total(api.listUpcomingEvents.path)).toBe(count('event', ({ isOver }) => !isOver));
  expect(await total(api.listPastEvents.path)).toBe(count('event', ({ isOver }) => isOver));
  expect(await total(api.listResources.path)).toBe(count('resource'));
  expect(await total(api.listDocuments.path)).toBe(count('document'));
  const found: Record<string, { totalResultCount: number }> = (
    await ask(api.searchPortal.path, { term: 'plan', scope: 'All' })
  ).json();
  expect(
    Object.fromEntries(
      ['news', 'upcomingEvents', 'pastEvents', 'resourcePages', 'documents'].map((group) => [
        group,
        found[group]?.totalResultCount,
      ]),
    ),
  ).toEqual({
    news: count('news'),
    upcomingEvents: count('event', ({ isOver }) => !isOver),
    pastEvents: count('event', ({ isOver }) => isOver),
    resourcePages: count('resource') + count('page'),
    documents: count('document'),
  });
  // One about each item and one that was sent to its audience.
  expect((await ask(api.getNotificationSummary.path)).json()).toEqual({ unreadCount: 2 * shown.length });
  const menu: Menu = (await ask(api.getMenu.path)).json();
  const entries = [...menu.menuItems, ...menu.avatarMenuItems].filter(({ id }) => id.startsWith('of-item-'));
  expect(entries.map(({ name }) => name).sort()).toEqual(shown.map(({ word }) => `Entry ${word} plan`).sort());
  const { checklists }: { checklists: unknown[] } = (await ask(api.listActiveTasks.path)).json();
  expect(checklists).toHaveLength(shown.length - count('document') - count('home'));
  const names = (rows: Array<{ name: string }>): string[] => rows.map(({ name }) => name).sort();
  const counted = shown.filter(({ kind }) => kind !== 'page' && kind !== 'home');
  expect(names((await ask(api.listCategories.path)).json())).toEqual(counted.map(({ category }) => category).sort());
  expect(names((await ask(api.listDepartments.path)).json())).toEqual(
    counted.map(({ department }) => department).sort(),
  );
}

const detailPaths: Partial<Record<Kind, string>> = {
  news: '/api/v1/news/',
  event: '/api/v1/events/',
  resource: '/api/v1/resources/',
  document: '/api/v1/media/documents/',
};

/** Responses for hidden and missing items are identical except for the request id. */
async function checkDetails(ask: Ask, items: Item[], hidden: Item[]): Promise<void> {
  const answerOf = async (url: string) => {
    const { statusCode, body } = await ask(url);
    return { statusCode, body: statusCode === 200 ? '' : body.replace(/"requestId":"[^"]*"/, '') };
  };
  for (const item of items) {
    const path = detailPaths[item.kind];
    if (path === undefined) continue;
    const missing = await answerOf(`${path}6f9b1d4e-0000-4000-8000-000000000000`);
    expect(missing.statusCode).toBe(404);
    const answer = await answerOf(`${path}${item.id}`);
    expect(answer).toEqual(hidden.includes(item) ? missing : { statusCode: 200, body: '' });
    expect((await answerOf(`/api/v1/audience/${item.id}`)).statusCode).toBe(hidden.includes(item) ? 404 : 200);
    if (item.kind === 'document') continue;
    for (const url of [`/api/v1/forms/${item.formId}`, `/api/v1/checklists/${item.checklistId}`])
      expect((await answerOf(url)).statusCode, url).toBe(hidden.includes(item) ? 404 : 200);
  }
}

async function checkFiles(
  portal: TestPortal,
  reader: string,
  ask: Ask,
  { shown, hidden }: { shown: Item[]; hidden: Item[] },
): Promise<void> {
  const { authorization, 'id-token': idToken } = await portal.as(reader).headers();
  const cookie = `${cookieNames.accessToken}=${authorization!.slice('Bearer '.length)}; ${cookieNames.idToken}=${idToken}`;
  const open = async (url: string): Promise<number> => (await ask(url, {}, { cookie })).statusCode;
  const isEditor = reader === 'edda';
  for (const [items, status] of [
    [shown, 200],
    [hidden, 404],
  ] as const) {
    for (const { kind, id, image, draftImage, secret, word } of items) {
      const url =
        kind === 'document' ? `/media/documents/${id}` : kind === 'event' ? `/media/events/${id}.ics` : undefined;
      if (url) expect(await open(url), url).toBe(status);
      if (kind === 'document')
        for (const [file, wanted] of [
          [digestOf({ secret, word }), status],
          ['0'.repeat(64), 404],
        ] as const)
          expect(await open(`/media/documents/${id}?file=${file}`), `${id} by ${file}`).toBe(wanted);
      // Only editors have previews, including their pictures.
      expect(await open(imageUrl(image, 40)), `the picture of a ${kind}`).toBe(isEditor ? 200 : status);
      expect(await open(imageUrl(draftImage, 40)), `the picture of the draft of a ${kind}`).toBe(isEditor ? 200 : 404);
    }
  }
  const feeds = await portal.as(reader).call(createFeeds, {});
  for (const address of Object.values(feeds))
    expect((await ask(new URL(address).pathname, {}, {})).statusCode).toBe(200);
}
