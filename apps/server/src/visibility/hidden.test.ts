import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { ComponentTree } from '@portico/contracts/content';
import type { Endpoint } from '@portico/contracts/endpoint';
import { createFeeds } from '@portico/contracts/feeds';
import type { ImageRef } from '@portico/contracts/media';
import { imageUrl } from '@portico/contracts/mediaUrls';
import { cookieNames } from '@portico/contracts/portalSettings';
import { contentPagePaths } from '@portico/contracts/pages';
import type { InlineText } from '@portico/contracts/richText';
import type { AdvisorType } from '@portico/contracts/users';
import { createApi } from '../app.ts';
import { addPicture } from '../media/pictures/pictures.ts';
import { createNotifications as notify } from '../features/notifications/createNotifications.ts';
import { asRoute, routePaths } from '../testing/routePaths.ts';
import { testPortal, type TestPortal } from '../testing/testPortal.ts';

/* One oracle for every read of the API: what the rule of visibility hides is nowhere, in no answer to anyone. */

type Kind = 'news' | 'event' | 'resource' | 'page' | 'home' | 'document';
type State = 'published' | 'draft' | 'scheduled' | 'expired' | 'redrafted';

interface Wish {
  kind: Kind;
  state: State;
  audience: AdvisorType[];
  isOver: boolean;
}
/**
 * `word` stands in the title, `secret` in the text; both, its category and its department are in no other item. `draftWord` is
 * only in the draft over what was published.
 */
interface Item extends Wish {
  id: string;
  word: string;
  secret: string;
  draftWord: string;
  category: string;
  department: string;
  formId: string;
  checklistId: string;
  /** In no other item. */
  image: ImageRef;
  /** Only in the draft over what was published. */
  draftImage: ImageRef;
}

/** Advisor types of the people that testPortal knows; `somebody` has none. */
const members: Record<string, AdvisorType | null> = {
  ana: 'AdvisorHybrid',
  cora: 'AdvisorCorporate',
  nils: 'Nla',
  somebody: null,
};
/** Outside of previews an editor sees no more than others. */
const readers: Record<string, AdvisorType | null> = { ...members, edda: 'AdvisorIFA' };

const wishes = fc
  .array(
    fc.record<Wish>({
      kind: fc.constantFrom('news', 'event', 'resource', 'page', 'home', 'document'),
      state: fc.constantFrom('published', 'published', 'published', 'draft', 'scheduled', 'expired', 'redrafted'),
      audience: fc.subarray<AdvisorType>(['AdvisorHybrid', 'AdvisorCorporate', 'Nla'], { maxLength: 2 }),
      isOver: fc.boolean(),
    }),
    { minLength: 10, maxLength: 16 },
  )
  // As many as there are paths for.
  .filter((world) => world.filter(({ kind }) => kind === 'page').length <= contentPagePaths.length);

/** In every run: each kind with a draft over it, and each hidden by its state or its audience. */
const oneOfEach: Wish[] = (['news', 'event', 'resource', 'page', 'home', 'document'] as const).flatMap(
  (kind, index) => [
    { kind, state: 'redrafted', audience: [], isOver: false },
    { kind, state: (['draft', 'scheduled', 'expired'] as const)[index % 3]!, audience: [], isOver: true },
    {
      kind,
      state: 'published',
      audience: [(['AdvisorHybrid', 'AdvisorCorporate'] as const)[index % 2]!],
      isOver: false,
    },
  ],
);

const letters = (seed: number): string =>
  [...String(1000 + seed)].map((digit) => 'bdfgklmprt'[Number(digit)]).join('a');

async function made(portal: TestPortal, wish: Wish, index: number, earlierPages: number): Promise<Item> {
  const { make, clock } = portal;
  const from = (days: number): string => new Date(clock.now.getTime() + days * 86_400_000).toISOString();
  const word = `Qu${letters(index)}ox`;
  const secret = `Ze${letters(index)}ix`;
  const category = `Category ${word}`;
  const department = `Department ${word}`;
  const draftWord = `Dy${letters(index)}un`;
  const formId = randomUUID();
  const checklistId = `steps-${index}`;
  const image = await painted(portal, index, 0);
  const draftImage = await painted(portal, index, 1);
  const content: InlineText = [{ type: 'text', text: `Read ${secret}` }];
  const components: ComponentTree = [
    {
      id: checklistId,
      type: 'Checklist',
      title: `Steps of ${word}`,
      dueDate: '2026-07-01',
      items: [{ id: 'first', content }],
    },
    {
      id: 'form',
      type: 'Form',
      formId,
      title: `Form of ${word}`,
      fields: [{ id: 'name', type: 'TextField', alias: 'name', label: `Name of ${secret}` }],
    },
  ];
  const common = {
    header: `${word} plan`,
    description: `About ${secret}.`,
    categories: [category],
    audience: wish.audience,
    authorDepartment: department,
    image,
    publishedAt: from(wish.state === 'scheduled' ? 2 : -5),
    expiresAt: wish.state === 'expired' ? from(-1) : null,
    isDraft: wish.state === 'draft',
  };
  const times = wish.isOver ? { startsAt: from(-2), endsAt: from(-1) } : { startsAt: from(1), endsAt: from(2) };
  const ids: Record<Kind, () => Promise<string>> = {
    news: () => make.news({ ...common, components }),
    event: () =>
      make.event({
        ...common,
        ...times,
        components,
        details: {
          locationType: 'InPerson',
          location: `Hall ${secret}`,
          speakers: [`Speaker ${word}`],
          registration: {},
          preEventData: [{ id: 'before', type: 'Header', level: 2, text: secret }],
        },
      }),
    resource: () => make.resource({ ...common, components, details: { department, owner: `Owner ${secret}` } }),
    page: () => make.page({ ...common, components, details: { path: contentPagePaths[earlierPages]! } }),
    home: () =>
      make.home({
        ...common,
        components: [
          {
            id: 'told',
            type: 'Callout',
            kind: 'Info',
            title: word,
            body: { type: 'doc', content: [{ type: 'paragraph', content }] },
          },
        ],
        details: {
          notificationBanner: { id: `banner-${index}`, kind: 'Info', title: secret },
          widgets: [{ id: 'todo', kind: 'Todo', title: word }],
        },
      }),
    document: () => make.document({ ...common, department, text: `${secret} ${word}` }),
  };
  const item = {
    ...wish,
    id: await ids[wish.kind](),
    word,
    secret,
    draftWord,
    category,
    department,
    formId,
    checklistId,
    image,
    draftImage,
  };
  if (wish.state === 'redrafted') await redraft(portal, item);
  return item;
}

async function painted(parts: TestPortal, index: number, version: 0 | 1): Promise<ImageRef> {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: index, g: version, b: 90 } },
  })
    .png()
    .toBuffer();
  return addPicture(parts, bytes, { alt: 'A field of one colour' });
}

/** An author has begun to write the next version, in which everything is new. */
async function redraft({ make, clock }: TestPortal, { id, kind, draftWord, draftImage }: Item): Promise<void> {
  const told: InlineText = [{ type: 'text', text: draftWord }];
  await make.redraft(id, ({ details }) => ({
    header: `${draftWord} plan`,
    description: draftWord,
    categories: [`Category ${draftWord}`],
    publishedAt: clock.now.toISOString(),
    authorDepartment: `Department ${draftWord}`,
    creatorInfo: { kind: 'User', name: draftWord },
    image: draftImage,
    details: {
      ...details,
      location: draftWord,
      speakers: [draftWord],
      owner: draftWord,
      department: draftWord,
      ...(kind === 'home'
        ? {
            notificationBanner: { id: 'banner-new', kind: 'Info', title: draftWord },
            widgets: [{ id: 'todo', kind: 'Todo', title: draftWord }],
          }
        : {}),
    },
    components:
      kind === 'document'
        ? []
        : [
            {
              id: 'steps-new',
              type: 'Checklist',
              title: draftWord,
              dueDate: '2026-07-01',
              items: [{ id: 'first', content: told }],
            },
          ],
  }));
}

/** Everyone is told of every item, as of the event that they are invited to. */
async function tellEverybody({ as, db, clock }: TestPortal, items: Item[]): Promise<void> {
  for (const reader of Object.keys(readers)) await as(reader).call(api.getCurrentUser, {});
  const ids = (await db.selectFrom('users').select('id').execute()).map(({ id }) => id);
  for (const { id, word, secret } of items)
    await notify(
      db,
      ids,
      { title: `News of ${word}`, description: secret, link: `/news/${id}`, itemId: id },
      clock.now,
    );
}

const isVisible = (item: Item, reader: string): boolean =>
  (item.state === 'published' || item.state === 'redrafted') &&
  (item.audience.length === 0 || item.audience.includes(readers[reader] as AdvisorType));

/** Every read of the table with what it is asked; a new one without a line here fails the test below. */
const reads: Record<string, (items: Item[]) => Array<{ params?: object; query?: Record<string, string> }>> = {
  getCurrentUser: () => [{}],
  getMenu: () => [{}],
  getVersion: () => [{}],
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
  listResources: (items) => [
    { query: { pageSize: '50' } },
    ...items.map(({ department }) => ({ query: { department } })),
  ],
  getResource: (items) => items.map(({ id }) => ({ params: { resourceId: id } })),
  listDocuments: (items) => [
    { query: { pageSize: '50' } },
    ...items.map(({ department }) => ({ query: { department } })),
  ],
  getDocument: (items) => items.map(({ id }) => ({ params: { documentId: id } })),
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
      // One letter wrong: a correction must not tell a word that only hidden items have.
      { query: { term: `${secret.slice(0, 3)}x${secret.slice(4)}` } },
    ]),
  getNotificationSummary: () => [{}],
  listNotifications: () => [{}],
  listNotificationHistory: () => [{}, { query: { state: 'Unread' } }, { query: { state: 'Read' } }],
  getWidgets: () => [{}],
  listActiveTasks: () => [{}],
  listCompletedTasks: () => [{}],
  getChecklistMarks: (items) => items.map(({ checklistId }) => ({ params: { componentId: checklistId } })),
  getForm: (items) => items.map(({ formId }) => ({ params: { formId } })),
  listOwnEntries: () => [{}],
  getOwnEntry: (items) => items.map(({ id }) => ({ params: { entryId: id } })),
  suggestSearch: (items) =>
    items.flatMap(({ word, draftWord }) => [
      { query: { term: word.slice(0, 5) } },
      { query: { term: draftWord.slice(0, 5) } },
    ]),
};

const isRead = ({ method, access }: Endpoint): boolean => method === 'GET' && access !== 'editor' && access !== 'admin';

test('every read for members is among those that the oracle checks [A1]', () => {
  expect(
    Object.entries<Endpoint>(api)
      .filter(([, endpoint]) => isRead(endpoint))
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(reads).sort());
});

/** What is read outside of the table. */
const otherReads = {
  /** Opened for every item by the property below. */
  opened: [
    'GET /media/:/:',
    'GET /media/documents/:',
    'GET /media/events/:',
    'GET /feeds/:/my-events.ics',
    'GET /feeds/:/events.ics',
    'GET /feeds/:/news.atom',
  ],
  /** Tell of no item: the stream only says that something has changed, the rest is about the house. */
  withoutItems: [
    'GET /api/v1/stream',
    'GET /api/docs',
    'GET /api/openapi.json',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
  ],
  /** Entries of forms, which are their sender's and the editors'. */
  ofForms: ['GET /media/forms/:', 'GET /api/v1/studio/forms/:/entries.csv', 'GET /api/v1/studio/forms/:/entries.xlsx'],
};

test('every address that can be read is in the table, opened by the oracle, or says nothing of an item [A1]', async () => {
  const { parts } = await testPortal();
  const portal = await createApi({ ...parts });
  onTestFinished(() => portal.close());
  const known = new Set(Object.values<Endpoint>(api).map(({ method, path }) => `${method} ${asRoute(path)}`));
  const others = routePaths(portal).filter((route) => route.startsWith('GET ') && !known.has(route));
  expect(others.sort()).toEqual(Object.values(otherReads).flat().sort());
});

test('what is for editors is refused to everyone else, and where it is hidden it looks like a path that is not there [A1, A4]', async () => {
  const portal = await testPortal();
  const studio = Object.values<Endpoint>(api).filter(({ access }) => access === 'editor' || access === 'admin');
  expect(studio.length).toBeGreaterThan(0);
  for (const { method, path, isHidden } of studio) {
    const url = path.replaceAll(/:\w+/g, '6f9b1d4e-0000-4000-8000-000000000000');
    for (const reader of Object.keys(members)) {
      const answer = await portal.portal.inject({
        method,
        url,
        headers: await portal.as(reader).headers(),
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(answer.json(), `${reader} ${method} ${path}`).toMatchObject({
        code: isHidden ? 'not_found' : 'forbidden',
      });
    }
    expect(
      (await portal.portal.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })).statusCode,
      `nobody ${method} ${path}`,
    ).toBe(401);
  }
});

/**
 * What was asked for comes back in some answers (a corrected term, a filter): only what was not asked for tells
 * something.
 */
function leaks(marks: string[], asked: string, body: string): string[] {
  return marks.filter(
    (mark) => !asked.toLowerCase().includes(mark.toLowerCase()) && body.toLowerCase().includes(mark.toLowerCase()),
  );
}

test('what is hidden from a reader is in no answer: not listed, counted, found, suggested, named or fed [A1, A2, A3, A4]', async () => {
  await fc.assert(
    fc.asyncProperty(wishes, async (world) => {
      const portal = await testPortal({ now: new Date('2026-06-10T12:00:00Z') });
      const items: Item[] = [];
      for (const [index, wish] of world.entries())
        items.push(await made(portal, wish, index, items.filter(({ kind }) => kind === 'page').length));
      await tellEverybody(portal, items);
      await portal.runJobs();
      for (const reader of Object.keys(readers)) await checkReader(portal, reader, items);
    }),
    { numRuns: 4, examples: [[oneOfEach]] },
  );
}, 240_000);

async function checkReader(portal: TestPortal, reader: string, items: Item[]): Promise<void> {
  const hidden = items.filter((item) => !isVisible(item, reader));
  const shown = items.filter((item) => isVisible(item, reader));
  const headers = await portal.as(reader).headers();
  const ask = async (url: string, query: Record<string, string> = {}, how: Record<string, string> = headers) => {
    const answer = await portal.portal.inject({ method: 'GET', url, query, headers: how });
    const asked = `${url} ${JSON.stringify(query)}`;
    for (const { id, word, secret, image, state, kind } of hidden)
      expect(
        leaks([id, word, secret, image.id], asked, answer.body),
        `${reader} asks ${asked} and sees a ${state} ${kind}`,
      ).toEqual([]);
    expect(
      leaks(
        items.flatMap(({ draftWord, draftImage }) => [draftWord, draftImage.id]),
        asked,
        answer.body,
      ),
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
  const count = (kind: Kind, wanted: (item: Item) => boolean = () => true): number =>
    shown.filter((item) => item.kind === kind && wanted(item)).length;
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
  expect((await ask(api.getNotificationSummary.path)).json()).toEqual({ unreadCount: shown.length });
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

/** Hidden and missing answer alike but for the id of the request. */
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
    for (const { kind, id, image, draftImage } of items) {
      const url =
        kind === 'document' ? `/media/documents/${id}` : kind === 'event' ? `/media/events/${id}.ics` : undefined;
      if (url) expect(await open(url), url).toBe(status);
      // Previews are an editor's, with their pictures.
      expect(await open(imageUrl(image, 40)), `the picture of a ${kind}`).toBe(isEditor ? 200 : status);
      expect(await open(imageUrl(draftImage, 40)), `the picture of the draft of a ${kind}`).toBe(isEditor ? 200 : 404);
    }
  }
  const feeds = await portal.as(reader).call(createFeeds, {});
  for (const address of Object.values(feeds))
    expect((await ask(new URL(address).pathname, {}, {})).statusCode).toBe(200);
}
