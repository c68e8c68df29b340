import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { listEventCategories } from '@portico/contracts/categories';
import { listCalendarEvents, listPastEvents, listUpcomingEvents, previewEvent } from '@portico/contracts/events';
import { publish } from '../../content/publication.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

/** Without events, for queries whose results do not matter. */
const shared = sharedPortal();
const now = new Date('2026-06-10T12:00:00Z');
const at = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });

const headers = (page: { items: Array<{ header: string }> }) => page.items.map(({ header }) => header);
type Query = Record<string, string | string[]>;

async function portalWith(...events: Array<[header: string, startsAt: string, endsAt: string, more?: object]>) {
  const portal = await testPortal({ now });
  for (const [header, startsAt, endsAt, more] of events) await portal.make.event({ header, startsAt, endsAt, ...more });
  const ana = portal.as('ana');
  return {
    ...portal,
    upcoming: async (query: Query = {}) => headers(await ana.call(listUpcomingEvents, { query })),
    past: async (query: Query = {}) => headers(await ana.call(listPastEvents, { query })),
    onDays: async (startDate: string, endDate: string, timeZone?: string) =>
      (await ana.call(listCalendarEvents, { query: { startDate, endDate, ...(timeZone ? { timeZone } : {}) } })).map(
        ({ header }) => header,
      ),
  };
}

test('upcoming events are listed by start and past ones latest first, six per page with the total [EVENTS-018, EVENTS-006]', async () => {
  const days = (offset: number, hour = 9) => new Date(Date.UTC(2026, 5, 10 + offset, hour)).toISOString();
  const { as, upcoming, past } = await portalWith(
    ...Array.from({ length: 8 }, (_, i) => [`In ${i + 1}`, days(i + 1), days(i + 1, 10)] as [string, string, string]),
    ...Array.from(
      { length: 7 },
      (_, i) => [`Ago ${i + 1}`, days(-i - 1), days(-i - 1, 10)] as [string, string, string],
    ),
  );
  expect(await as('ana').call(listUpcomingEvents, { query: {} })).toMatchObject({ page: 1, pageSize: 6, total: 8 });
  expect(await upcoming()).toEqual(['In 1', 'In 2', 'In 3', 'In 4', 'In 5', 'In 6']);
  expect(await upcoming({ page: '2' })).toEqual(['In 7', 'In 8']);
  expect(await as('ana').call(listUpcomingEvents, { query: { page: '3' } })).toMatchObject({
    items: [],
    page: 3,
    total: 8,
  });
  expect(await past()).toEqual(['Ago 1', 'Ago 2', 'Ago 3', 'Ago 4', 'Ago 5', 'Ago 6']);
  expect(await upcoming({ offset: '5', pageSize: '2' })).toEqual(['In 6', 'In 7']);
  expect(await as('ana').call(listUpcomingEvents, { query: { offset: '6', page: '1' } })).toMatchObject({
    page: 2,
    items: [{ header: 'In 7' }, { header: 'In 8' }],
  });
});

test('an event moves from upcoming to past at the instant it ends [R13, EVENTS-018]', async () => {
  const { upcoming, past, clock } = await portalWith(
    ['Long', '2026-06-01T00:00:00Z', '2026-06-10T12:00:00.5Z'],
    ['Point', '2026-06-10T12:00:00.250Z', '2026-06-10T12:00:00.250Z'],
  );
  const listsAt = async (instant: string) => {
    clock.now = new Date(instant);
    return [await upcoming(), await past()];
  };
  expect(await listsAt('2026-06-10T12:00:00.249Z')).toEqual([['Long', 'Point'], []]);
  expect(await listsAt('2026-06-10T12:00:00.250Z')).toEqual([['Long'], ['Point']]);
  expect(await listsAt('2026-06-10T12:00:00.499Z')).toEqual([['Long'], ['Point']]);
  expect(await listsAt('2026-06-10T12:00:00.500Z')).toEqual([[], ['Point', 'Long']]);
});

test('a range finds events that overlap it, with an inclusive start and an exclusive end [EVENTS-003]', async () => {
  const { upcoming } = await portalWith(
    ['Before', '2026-06-11T08:00:00Z', '2026-06-11T10:00:00Z'],
    ['Across', '2026-06-11T09:00:00Z', '2026-06-11T10:00:00.001Z'],
    ['At once', '2026-06-11T10:00:00Z', '2026-06-11T10:00:00Z'],
    ['Inside', '2026-06-11T10:30:00Z', '2026-06-11T10:40:00Z'],
    ['Around', '2026-06-11T07:00:00Z', '2026-06-11T20:00:00Z'],
    ['After', '2026-06-11T11:00:00Z', '2026-06-11T12:00:00Z'],
  );
  const range = { from: '2026-06-11T10:00:00Z', to: '2026-06-11T11:00:00Z' };
  expect(await upcoming(range)).toEqual(['Around', 'Across', 'At once', 'Inside']);
  expect(await upcoming({ ...range, to: '2026-06-11T11:00:00.001Z' })).toContain('After');
  expect(await upcoming({ from: '2026-06-11T12:00:00+02:00', to: range.to })).toEqual([
    'Around',
    'Across',
    'At once',
    'Inside',
  ]);
});

test('filtering by categories finds events with any of them [EVENTS-002]', async () => {
  const { upcoming } = await portalWith(
    ['Tax', '2026-06-11T08:00:00Z', '2026-06-11T10:00:00Z', { categories: ['Tax'] }],
    ['Both', '2026-06-12T08:00:00Z', '2026-06-12T10:00:00Z', { categories: ['Tax', 'Audit'] }],
    ['Other', '2026-06-13T08:00:00Z', '2026-06-13T10:00:00Z', { categories: ['Travel'] }],
  );
  expect(await upcoming({ category: 'Tax' })).toEqual(['Tax', 'Both']);
  expect(await upcoming({ category: ['Audit', 'Travel'] })).toEqual(['Both', 'Other']);
});

test('text search finds events with every word in the title, text, location or speakers, the last word as a prefix [EVENTS-004, D2]', async () => {
  const { upcoming } = await portalWith(
    [
      'Retirement planning follow-up',
      '2026-06-11T08:00:00Z',
      '2026-06-11T10:00:00Z',
      {
        description: 'Taxes, trusts and 401(k) plans.',
        locationType: 'InPerson',
        location: 'Grand Hotel, Denver',
        speakers: ['Ida Müller-Berg', 'Sean O’Neil'],
      },
    ],
    ['Cooking evening', '2026-06-12T08:00:00Z', '2026-06-12T10:00:00Z', { description: 'No planning at all.' }],
  );
  const first = ['Retirement planning follow-up'];
  for (const text of [
    'retirement',
    'RETIREMENT Denver',
    'plann',
    'planning ret',
    'tax',
    'taxes hotel',
    'ida',
    'müller',
    'berg ida',
    'follow-up',
    'follow-u',
    'follow up',
    '401(k)',
    'retirements',
    '  denver  ',
    'denver grand hot',
    'neil',
    'muller',
    'MÜLLER',
    `o'neil`,
    'o’neil',
    'sean o’n',
    'follow–up',
  ])
    expect(await upcoming({ text }), text).toEqual(text === 'plann' ? [...first, 'Cooking evening'] : first);
  for (const text of [
    'retirement cooking',
    'retire planning xyz',
    'plann retirement',
    'etirement',
    '!!!',
    '&',
    `'`,
    '|',
    'denver & !',
    ':*',
    'no',
  ])
    expect(await upcoming({ text }), text).toEqual(
      text === 'no' ? ['Cooking evening'] : text === 'denver & !' ? first : [],
    );
});

test.for([
  '\u0000',
  `a'); drop table users; --`,
  `' | ''`,
  'x:*',
  '\\',
  '((((',
  '<->',
  '!'.repeat(200),
  'ß ﷺ 𝕏 e\u0301',
  '%_',
  'a '.repeat(99),
  "''''",
  'http://x.y/z?a=b&c',
  '\ud800',
])('any text typed into the search field is treated only as search text: %j [D1, D2]', async (text) => {
  const { as, portal } = shared();
  const answer = await portal.inject({
    url: listUpcomingEvents.path,
    query: { text },
    headers: await as('ana').headers(),
  });
  expect([200, 400]).toContain(answer.statusCode);
});

test('changed, unpublished and republished events are found by their current text', async () => {
  const { db, make, upcoming } = await portalWith();
  const itemId = await make.event({ header: 'Alpha' });
  expect(await upcoming({ text: 'alpha' })).toEqual(['Alpha']);
  const saved = await make.redraft(itemId, { header: 'Beta', description: '' });
  expect([await upcoming({ text: 'alpha' }), await upcoming({ text: 'beta' })]).toEqual([['Alpha'], []]);
  await publish(db, saved, { now });
  expect([await upcoming({ text: 'alpha' }), await upcoming({ text: 'beta' })]).toEqual([[], ['Beta']]);
  await make.withdraw(itemId);
  expect(await upcoming({ text: 'beta' })).toEqual([]);
});

test.for<Query>([
  { page: '0' },
  { page: '1001' },
  { offset: '10001' },
  { offset: '-1' },
  { pageSize: '0' },
  { pageSize: '51' },
  { from: '2026-02-30T00:00:00Z' },
  { to: 'tomorrow' },
  { text: '' },
  { text: ' \t' },
  { text: 'x'.repeat(201) },
  { to: '2026-06-10T00:00:00Z', from: '2026-06-10T00:00:00.001Z' },
  { category: 'x'.repeat(81) },
  { category: Array.from({ length: 21 }, () => 'a') },
])('a query beyond its limits is rejected, naming the parameter: %j [D1]', async (query) => {
  for (const endpoint of [listUpcomingEvents, listPastEvents]) {
    const problem = await shared().as('ana').fail(endpoint, { query });
    expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(problem.issues![0]!.path).toContain(`querystring.${Object.keys(query)[0]}`);
  }
});

test.for<Query>([
  { page: '1000' },
  { offset: '10000' },
  { pageSize: '50' },
  { text: 'x'.repeat(200) },
  { text: 'x' },
  { from: '2026-06-10T00:00:00Z', to: '2026-06-10T00:00:00Z' },
  { category: Array.from({ length: 20 }, () => 'a') },
])('a query at its limits is accepted: %j', async (query) => {
  await shared().as('ana').call(listUpcomingEvents, { query });
  await shared().as('ana').call(listPastEvents, { query });
});

/* Both daylight saving changes of 2026 in the United States: March 8 (23 hours) and November 1 (25 hours). */
test.for<[zone: string, day: string, first: string, next: string]>([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00Z', '2026-03-08T18:30:00Z'],
  ['America/Phoenix', '2026-03-08', '2026-03-08T07:00:00Z', '2026-03-09T07:00:00Z'],
  ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00Z', '2026-12-31T10:00:00Z'],
  ['UTC', '2028-02-29', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
])(
  'in %s the day %s lists the events between its own midnights, even when clocks change [R13, EVENTS-003]',
  async ([zone, day, first, next]) => {
    const before = (instant: string, ms = 1) => new Date(Date.parse(instant) - ms).toISOString();
    const { onDays } = await portalWith(
      ['The day before', before(first, HOUR_MS), first],
      ['Into the day', before(first, HOUR_MS), new Date(Date.parse(first) + 1).toISOString()],
      ['At midnight', first, first],
      ['At the last moment', before(next), before(next)],
      ['The day after', next, next],
    );
    expect(await onDays(day, day, zone)).toEqual(['Into the day', 'At midnight', 'At the last moment']);
  },
);

test('a range of days includes both, in UTC unless a zone is given [CAL-002, CAL-003, CAL-004]', async () => {
  const { onDays } = await portalWith(
    ['A', '2026-06-11T00:00:00Z', '2026-06-11T01:00:00Z'],
    ['B', '2026-06-12T23:59:59Z', '2026-06-12T23:59:59.5Z'],
    ['C', '2026-06-13T00:00:00Z', '2026-06-13T01:00:00Z'],
  );
  expect(await onDays('2026-06-11', '2026-06-12')).toEqual(['A', 'B']);
  expect(await onDays('2026-06-12', '2026-06-12', 'Asia/Tokyo')).toEqual([]);
  expect(await onDays('2026-06-13', '2026-06-13', 'Asia/Tokyo')).toEqual(['B', 'C']);
});

test('calendar days that are reversed, too many or in an unknown zone are rejected; at the limit they work [D1]', async () => {
  const { as } = shared();
  const ask = (startDate: string, endDate: string, timeZone?: string) => ({
    query: { startDate, endDate, ...(timeZone === undefined ? {} : { timeZone }) },
  });
  await as('ana').call(listCalendarEvents, ask('2026-01-01', '2027-02-04'));
  await as('ana').call(listCalendarEvents, ask('2026-01-01', '2026-01-01', 'US/Eastern'));
  for (const wrong of [
    ask('2026-01-01', '2027-02-05'),
    ask('2026-01-02', '2026-01-01'),
    ask('2026-02-30', '2026-03-01'),
    ask('2026-01-01', 'tomorrow'),
    ask('0000-01-01', '0000-01-01'),
    ...['Mars/Olympus', '+03:00', 'UTC+3', '', '<+03>-03', `'; select 1`, 'x'.repeat(65)].map((zone) =>
      ask('2026-01-01', '2026-01-01', zone),
    ),
  ])
    expect(await as('ana').fail(listCalendarEvents, wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
});

test('events hidden from a reader appear in no list, total, category or calendar [BASE-006, A3, A4]', async () => {
  const { as, make, upcoming, onDays } = await portalWith();
  const times = at('2026-06-11T00:00:00Z', '2026-06-12T00:00:00Z');
  const shown = await make.event({ ...times, header: 'Shown', categories: ['Seen'], audience: ['AdvisorHybrid'] });
  await make.event({ ...times, categories: ['Draft'], isDraft: true });
  await make.event({ ...times, categories: ['Later'], publishedAt: '2026-06-10T12:00:00.001Z' });
  await make.event({ ...times, categories: ['Gone'], expiresAt: now.toISOString() });
  await make.event({ ...times, categories: ['Others'], audience: ['AdvisorCorporate'] });
  await make.event({
    ...at('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'),
    categories: ['Others'],
    audience: ['AdvisorCorporate'],
  });
  expect(await as('ana').call(listUpcomingEvents, { query: {} })).toMatchObject({ total: 1, items: [{ id: shown }] });
  expect(await as('ana').call(listPastEvents, { query: {} })).toMatchObject({ total: 0, items: [] });
  expect(await as('ana').call(listEventCategories, {})).toEqual([{ name: 'Seen', count: 1 }]);
  expect(await onDays('2026-06-01', '2026-06-30')).toEqual(['Shown']);
  for (const text of ['item', 'about']) expect(await upcoming({ text })).toEqual(['Shown']);
});

test('categories count past events too, and no other items [EVENTS-021]', async () => {
  const { as, make } = await portalWith(
    ['A', '2026-06-11T00:00:00Z', '2026-06-12T00:00:00Z', { categories: ['Tax', 'audit'] }],
    ['B', '2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', { categories: ['Tax'] }],
  );
  await make.news({ categories: ['News'] });
  expect(await as('ana').call(listEventCategories, {})).toEqual([
    { name: 'audit', count: 1 },
    { name: 'Tax', count: 2 },
  ]);
});

test('a preview shows editors the draft with its follow-up content and returns 404 to others [EVENTS-019, A4]', async () => {
  const { as, make } = await portalWith();
  const postEventData = [{ id: 'd1', type: 'Divider' as const }];
  const eventId = await make.event({
    header: 'Not yet',
    isDraft: true,
    locationType: 'Virtual',
    speakers: ['Ida Berg'],
    postEventData,
  });
  expect(await as('edda').call(previewEvent, { params: { eventId } })).toMatchObject({
    id: eventId,
    header: 'Not yet',
    speakers: ['Ida Berg'],
    registration: null,
    postEventData,
  });
  expect(await as('ana').fail(previewEvent, { params: { eventId } })).toMatchObject({ status: 404, code: 'not_found' });
  expect(
    await as('edda').fail(previewEvent, { params: { eventId: await make.news({ isDraft: true }) } }),
  ).toMatchObject({ status: 404 });
});
