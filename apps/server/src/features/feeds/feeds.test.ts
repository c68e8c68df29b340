import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { readInvitation } from '@portico/dev-mailbox/readMail';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventCalendarUrl, setRegistration } from '@portico/contracts/events';
import { createFeeds, getFeeds, revokeFeeds } from '@portico/contracts/feeds';
import { cookieNames } from '@portico/contracts/portalSettings';
import { confirmItem, getItemConfirmation } from '@portico/contracts/duties';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal, type TestPortalOptions } from '../../testing/testPortal.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { z } from 'zod/mini';

const now = new Date('2026-06-10T12:00:00Z');

async function setup(options: TestPortalOptions = {}) {
  const portal = await testPortal({ now, ...options });
  const read = (address: string, headers: Record<string, string> = {}) =>
    portal.portal.inject({ url: new URL(address).pathname, headers });
  return {
    ...portal,
    read,
    subscribe: (name: string) => portal.as(name).call(createFeeds, {}),
    titles: async (address: string) =>
      [...(await read(address)).body.matchAll(/^SUMMARY:(.*)\r$|<entry>\n<id>.*<\/id>\n<title>(.*)<\/title>/gm)].map(
        ([, event, news]) => event ?? news,
      ),
    register: (name: string, eventId: string) =>
      portal.as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } }),
  };
}

const details = { locationType: 'Virtual' as const, registration: { capacity: 1 } };
const allOf = ({ myEvents, allEvents, news }: { myEvents: string; allEvents: string; news: string }) => [
  myEvents,
  allEvents,
  news,
];

test("feed addresses work without signing in, for the person's events, all events and the news they may see [EVENTS-027]", async () => {
  const { subscribe, make, register, titles, read } = await setup();
  const mine = await make.event({ header: 'Mine', ...details });
  await make.event({ header: 'Another' });
  const waiting = await make.event({ header: 'Waiting', ...details });
  await register('cora', waiting);
  await register('ana', waiting);
  await register('ana', mine);
  await make.news({ header: 'Older' });
  await make.news({ header: 'Newer' });
  const { myEvents, allEvents, news } = await subscribe('ana');
  expect(await titles(myEvents)).toEqual(['Mine']);
  expect((await titles(allEvents)).sort()).toEqual(['Another', 'Mine', 'Waiting']);
  expect(await titles(news)).toEqual(['Newer', 'Older']);
  expect((await read(myEvents)).headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  expect((await read(news)).headers['content-type']).toBe('application/atom+xml; charset=utf-8');
});

test('hidden events and news are in no feed, even if the person is registered [BASE-006, A4, A8]', async () => {
  const { subscribe, make, register, titles, db } = await setup();
  const gone = await make.event({ header: 'Gone', ...details });
  await register('ana', gone);
  const feeds = await subscribe('ana');
  expect(await titles(feeds.myEvents)).toEqual(['Gone']);
  await db
    .updateTable('content_items')
    .set({ audience: ['AdvisorCorporate'] })
    .where('id', '=', gone)
    .execute();
  for (const hidden of [
    { isDraft: true },
    { publishedAt: '2026-06-10T12:00:00.001Z' },
    { expiresAt: now.toISOString() },
    { audience: ['Nla' as const] },
  ]) {
    await make.event(hidden);
    await make.news(hidden);
  }
  for (const address of allOf(feeds)) expect(await titles(address), address.slice(-12)).toEqual([]);
});

test('a feed contains only what its owner may see', async () => {
  const { subscribe, make, titles } = await setup();
  await make.event({ header: 'Corporate', audience: ['AdvisorCorporate'] });
  await make.news({ header: 'Hybrid', audience: ['AdvisorHybrid'] });
  const [ana, cora] = [await subscribe('ana'), await subscribe('cora')];
  expect([await titles(ana.allEvents), await titles(cora.allEvents)]).toEqual([[], ['Corporate']]);
  expect([await titles(ana.news), await titles(cora.news)]).toEqual([['Hybrid'], []]);
});

test('new addresses replace the old ones; revoked and invalid addresses and those of disabled people return the same 404', async () => {
  const { subscribe, read, as, db } = await setup();
  expect(await as('ana').call(getFeeds, {})).toEqual({ createdAt: null, lastReadAt: null });
  const first = await subscribe('ana');
  const second = await subscribe('ana');
  expect(await as('ana').call(getFeeds, {})).toEqual({ createdAt: '2026-06-10T12:00:00Z', lastReadAt: null });
  const bodies = new Set<string>();
  const isGone = async (address: string) => {
    const answer = await read(address);
    expect(answer.statusCode).toBe(404);
    bodies.add(answer.body.replace(/"requestId":"[^"]*"/, ''));
  };
  for (const address of allOf(first)) await isGone(address);
  for (const address of allOf(second)) expect((await read(address)).statusCode).toBe(200);
  await isGone(second.news.replace(/feeds\/.{43}/, `feeds/${'A'.repeat(43)}`));
  await isGone(second.news.replace(/feeds\/.{43}/, 'feeds/x'));
  const { token_hash: stored } = await db.selectFrom('feeds').select('token_hash').executeTakeFirstOrThrow();
  await isGone(second.news.replace(/feeds\/.{43}/, `feeds/${stored.toString('base64url')}`));
  await db.updateTable('users').set({ disabled_at: now.toISOString() }).where('subject', '=', 'ana').execute();
  for (const address of allOf(second)) await isGone(address);
  await db.updateTable('users').set({ disabled_at: null }).execute();
  await as('ana').call(revokeFeeds, {});
  await as('ana').call(revokeFeeds, {});
  for (const address of allOf(second)) await isGone(address);
  expect(await as('ana').call(getFeeds, {})).toEqual({ createdAt: null, lastReadAt: null });
  expect(bodies.size).toBe(1);
});

test('feeds expire 30 days after their owner was last seen, announce it a week before, and stay if the person signs in again [EVENTS-031]', async () => {
  const { subscribe, read, as, clock, titles, runJobs, db, make } = await setup();
  await make.event({
    header: 'Talk',
    startsAt: '2026-06-20T14:00:00Z',
    endsAt: '2026-06-20T15:00:00Z',
    locationType: 'Virtual',
  });
  const addresses = await subscribe('ana');
  const after = (days: number) => (clock.now = new Date(now.getTime() + days * DAY_MS));
  after(22.9);
  expect([await titles(addresses.allEvents), await titles(addresses.news)]).toEqual([['Talk'], []]);
  after(23);
  expect([await titles(addresses.allEvents), await titles(addresses.news)]).toEqual([
    ['Talk', 'Sign in to Portico to keep this feed'],
    ['Sign in to Portico to keep this feed'],
  ]);
  expect((await read(addresses.news)).body).toContain('This link stops working on July 10, 2026');
  await as('ana').call(getFeeds, {});
  expect(await titles(addresses.news)).toEqual([]);
  after(23 + 29.9);
  await runJobs();
  expect((await read(addresses.myEvents)).statusCode).toBe(200);
  after(23 + 30);
  for (const address of allOf(addresses)) expect((await read(address)).statusCode).toBe(404);
  await db.executeQuery(sql`select graphile_worker.add_job('end-feeds')`.compile(db));
  await runJobs();
  await as('ana').call(getFeeds, {});
  for (const address of allOf(addresses)) expect((await read(address)).statusCode).toBe(404);
  expect(await as('ana').call(getFeeds, {})).toEqual({ createdAt: null, lastReadAt: null });
});

test('the 256-bit secret is in neither the database nor the log [L1]', async () => {
  const { subscribe, read, db, logged } = await setup();
  const addresses = await subscribe('ana');
  const token = /feeds\/([\w-]+)\//.exec(addresses.news)![1]!;
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  await read(addresses.news);
  await read(addresses.news.replace(token, `${token.slice(0, -1)}!`));
  const row = await readRowOrThrow(
    db,
    z.object({ all: z.string() }),
    sql`select json_agg(feeds)::text as all from feeds`,
  );
  expect(row.all).not.toContain(token);
  expect(row.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  expect(JSON.stringify(logged)).not.toContain(token.slice(0, 20));
  expect(logged.some(({ route }) => route === 'GET /feeds/:token/news.atom')).toBe(true);
});

test('the time of the last read is stored at most once an hour', async () => {
  const { subscribe, read, as, clock } = await setup();
  const { news } = await subscribe('ana');
  const readAt = async (instant: string) => {
    clock.now = new Date(instant);
    await Promise.all([read(news), read(news)]);
    return (await as('ana').call(getFeeds, {})).lastReadAt;
  };
  expect(await readAt('2026-06-10T12:10:00Z')).toBe('2026-06-10T12:10:00Z');
  expect(await readAt('2026-06-10T13:09:59.999Z')).toBe('2026-06-10T12:10:00Z');
  expect(await readAt('2026-06-10T13:10:00Z')).toBe('2026-06-10T13:10:00Z');
});

test('an unchanged feed returns 304, and a changed one is sent', async () => {
  const { subscribe, read, make, register } = await setup();
  const eventId = await make.event(details);
  await make.news({});
  const feeds = await subscribe('ana');
  for (const address of allOf(feeds)) {
    const first = await read(address);
    expect(first.headers).toMatchObject({ etag: expect.any(String), 'last-modified': expect.stringMatching(/GMT$/) });
    const again = await read(address, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const { etag } = (await read(feeds.myEvents)).headers;
  await register('ana', eventId);
  expect((await read(feeds.myEvents, { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('too many reads from one address are rejected, and other addresses are not affected [D6]', async () => {
  const { subscribe, read } = await setup({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
  const { news } = await subscribe('ana');
  const statuses = [];
  for (let i = 0; i < 7; i += 1) statuses.push((await read(news)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('all texts are escaped for calendars and XML [X6, X5]', async () => {
  const { subscribe, read, make } = await setup();
  const header = '<script>alert(1)</script> & "quotes" \u0008 ]]> \u{1f600} \ufffe';
  await make.event({ header: 'One; two, three\\four\r\nATTACH:http://evil.test/x', description: 'x'.repeat(900) });
  await make.news({ header, categories: ['"><x/>'], authorDepartment: '<b>' });
  const { allEvents, news } = await subscribe('ana');
  const xml = (await read(news)).body;
  expect(xml).toContain(
    '<title>&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quotes&#34;  ]]&#62; \u{1f600} </title>',
  );
  expect(xml).toContain('<category term="&#34;&#62;&#60;x/&#62;"/>');
  expect(xml).not.toMatch(/<script|<b>|[\u0008\ufffe]/);
  const calendar = (await read(allEvents)).body;
  expect(calendar).toContain(String.raw`SUMMARY:One\; two\, three\\four\nATTACH:http://evil.test/x`);
  expect(calendar).not.toMatch(/^ATTACH/m);
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(readInvitation(calendar)).toMatchObject({ summary: 'One; two, three\\four\nATTACH:http://evil.test/x' });
});

test('calendars leave out only events that ended more than a year ago', async () => {
  const { subscribe, titles, make } = await setup();
  await make.event({ header: 'Just in', startsAt: '2025-06-10T11:00:00Z', endsAt: '2025-06-10T12:00:00.001Z' });
  await make.event({ header: 'Just out', startsAt: '2025-06-10T11:00:00Z', endsAt: '2025-06-10T12:00:00Z' });
  expect(await titles((await subscribe('ana')).allEvents)).toEqual(['Just in']);
});

/* Times are in UTC, so that both daylight saving changes are right for every reader. */
test.for([
  [
    'the hour that does not exist',
    '2026-03-08T06:30:00Z',
    '2026-03-08T07:30:00Z',
    '20260308T063000Z',
    '20260308T073000Z',
  ],
  [
    'the hour that occurs twice',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '20261101T053000Z',
    '20261101T063000Z',
  ],
] as const)(
  'an event across %s keeps its duration and its instants [R13]',
  async ([, startsAt, endsAt, start, end]) => {
    const { subscribe, read, make } = await setup({ now: new Date('2026-01-01T00:00:00Z') });
    await make.event({ startsAt, endsAt, locationType: 'InPerson', timeZone: 'America/New_York' });
    const { body } = await read((await subscribe('ana')).allEvents);
    expect(body).toContain(`DTSTART:${start}\r\nDTEND:${end}\r\n`);
    expect(Date.parse(readInvitation(body).end) - Date.parse(readInvitation(body).start)).toBe(HOUR_MS);
  },
);

test('the calendar of a registered person has the join link of a virtual event, and no one else’s has it [EVENTS-033]', async () => {
  const { portal, as, make, issuer, subscribe, read } = await setup();
  const linkTo = (href: string) => [{ id: 'join', type: 'Link' as const, text: 'Join', href }];
  const details = {
    locationType: 'Virtual' as const,
    registration: {},
    preEventData: linkTo('https://meet.example/open'),
    postEventData: linkTo('https://meet.example/room?id=7'),
  };
  const eventId = await make.event({ header: 'Market call', ...details });
  const openTo = await make.event({ header: 'Open hour', ...details, registration: null });
  const inPerson = await make.event({ header: 'Forum', ...details, locationType: 'InPerson' });
  const register = (id: string) =>
    as('ana').call(setRegistration, { params: { eventId: id }, body: { registrationStatus: 'Registered' } });
  await register(eventId);
  await register(inPerson);
  const fileFor = async (name: string, id: string) => {
    const { idToken, accessToken } = await issuer.tokens({ sub: name, 'custom:advisorType': 'AdvisorHybrid' });
    const cookie = `${cookieNames.idToken}=${idToken}; ${cookieNames.accessToken}=${accessToken}`;
    return (await portal.inject({ url: eventCalendarUrl(id), headers: { cookie } })).body;
  };
  expect(readInvitation(await fileFor('ana', eventId)).location).toBe('https://meet.example/room?id=7');
  expect(readInvitation(await fileFor('cora', eventId)).location).toBe('Virtual');
  expect(await fileFor('cora', eventId)).not.toContain('meet.example');
  expect(readInvitation(await fileFor('cora', openTo)).location).toBe('https://meet.example/open');
  expect(await fileFor('ana', inPerson)).not.toContain('meet.example');
  expect((await read((await subscribe('ana')).myEvents)).body).toContain('Join: https://meet.example/room?id=7');
  expect((await read((await subscribe('cora')).allEvents)).body).not.toContain('room?id=7');
});

test('only people who may see an event can open its calendar file, with their token cookies [EVENTS-026, A1, A4]', async () => {
  const { portal, as, make, issuer } = await setup();
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', 'custom:advisorType': 'AdvisorHybrid' });
  const cookie = `${cookieNames.idToken}=${idToken}; ${cookieNames.accessToken}=${accessToken}`;
  const open = (eventId: string, headers: Record<string, string> = { cookie }) =>
    portal.inject({ url: eventCalendarUrl(eventId), headers });
  const eventId = await make.event({ header: 'Seen' });
  const answer = await open(eventId);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="event-${eventId.slice(0, 8)}.ics"`,
  });
  expect(readInvitation(answer.body)).toMatchObject({
    method: 'PUBLISH',
    uid: `${eventId}@localhost`,
    summary: 'Seen',
  });
  expect((await open(eventId.toUpperCase())).statusCode).toBe(200);
  expect((await open(eventId, {})).statusCode).toBe(401);
  expect((await open(eventId, await as('ana').headers())).statusCode).toBe(401);
  expect((await open(eventId, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  for (const hidden of [
    await make.event({ isDraft: true }),
    await make.event({ audience: ['Nla'] }),
    await make.event({ expiresAt: now.toISOString() }),
    await make.news({}),
    '00000000-0000-4000-8000-000000000000',
  ])
    expect((await open(hidden)).statusCode).toBe(404);
  for (const wrong of ['x', `${eventId}.ics`, `${eventId}/..`])
    expect([400, 404]).toContain((await open(wrong)).statusCode);
});

/** The properties of the calendar entry with this title, by name. */
function propertiesOf(calendar: string, title: string): Record<string, string> {
  const entries = calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT');
  const lines = entries.find((each) => each.includes(`SUMMARY:${title}`))!.split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(/[:;]/, 1)[0]!, line.slice(line.indexOf(':') + 1)]));
}

test('the feed of all events makes its owner busy only during the events that they attend [EVENTS-038]', async () => {
  const { subscribe, make, register, read } = await setup();
  const attended = await make.event({ header: 'Attended', ...details });
  await make.event({ header: 'Another', ...details });
  const full = await make.event({ header: 'Waiting', ...details });
  await register('cora', full);
  await register('ana', full);
  await register('ana', attended);
  const { allEvents, myEvents } = await subscribe('ana');
  const { body } = await read(allEvents);
  const busy = (title: string) => {
    const { TRANSP, 'X-MICROSOFT-CDO-BUSYSTATUS': outlook } = propertiesOf(body, title);
    return [TRANSP, outlook];
  };
  expect(busy('Attended')).toEqual(['OPAQUE', 'BUSY']);
  expect(busy('Another')).toEqual(['TRANSPARENT', 'FREE']);
  expect(busy('Waiting')).toEqual(['TRANSPARENT', 'FREE']);
  expect(propertiesOf((await read(myEvents)).body, 'Attended')['TRANSP']).toBe('OPAQUE');
});

test('no time stamp of a feed is in the future, also when it announces its end or clocks differ [EVENTS-038]', async () => {
  const { subscribe, make, read, clock } = await setup();
  // Another process, whose clock is ahead, publishes.
  clock.now = new Date(now.getTime() + 30_000);
  await make.event({ header: 'Written later' });
  await make.news({ header: 'Written later' });
  clock.now = now;
  const feeds = await subscribe('ana');
  for (const days of [0, 25]) {
    clock.now = new Date(now.getTime() + days * DAY_MS);
    for (const address of allOf(feeds)) {
      const { body, headers } = await read(address);
      expect(Date.parse(headers['last-modified'] as string), address).toBeLessThanOrEqual(clock.now.getTime());
      for (const [, stamp] of body.matchAll(/^(?:DTSTAMP|LAST-MODIFIED):(.*)\r$/gm))
        expect(stamp! <= clock.now.toISOString().replace(/[-:]|\.\d+/g, ''), stamp).toBe(true);
      for (const [, instant] of body.matchAll(/<updated>(.*)<\/updated>/g))
        expect(Date.parse(instant!)).toBeLessThanOrEqual(clock.now.getTime());
    }
  }
  expect((await read(feeds.allEvents)).body, 'the end is announced').toContain('Sign in to Portico');
});

test('soft hyphens and other invisible characters disappear from calendar titles, joined emoji stay, and the file ends with a line break [EVENTS-038]', async () => {
  const { subscribe, make, read } = await setup();
  const family = '👩\u200d👩\u200d👧';
  const england = String.fromCodePoint(0x1f3f4, 0xe0067, 0xe0062, 0xe0065, 0xe006e, 0xe0067, 0xe007f);
  await make.event({
    header: `Port\u00adfolio\u2060 re\u00adview\ufeff: ${family} day\u200b, ${england} می\u200cخواهم`,
  });
  const { body } = await read((await subscribe('ana')).allEvents);
  expect(body.replaceAll('\r\n ', '')).toContain(
    `SUMMARY:Portfolio review: ${family} day\\, ${england} می\u200cخواهم\r\n`,
  );
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(body.replaceAll('\r\n', '')).not.toContain('\n');
});

test('what a person must confirm is in the calendar of their own events, on its last day, until it is confirmed [DUTY-041]', async () => {
  const { subscribe, read, as, clock } = await setup();
  const { write, publish, change } = studioActions(() => as('edda'));
  const { myEvents, allEvents } = await subscribe('ana');
  const component = (dueDate: string) => ({
    id: 'ask',
    type: 'Confirmation' as const,
    statement: 'I have read it.',
    dueDate,
  });
  const itemId = await write('Travel policy', [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: component('2026-06-20'),
    },
  ]);
  await publish(itemId);
  const entry = async () => {
    const body = (await read(myEvents)).body.replaceAll('\r\n ', '');
    const of = (name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(body)?.[1];
    return {
      id: of('UID'),
      sequence: Number(of('SEQUENCE')),
      day: of('DTSTART;VALUE=DATE'),
      title: of('SUMMARY'),
      url: of('URL;VALUE=URI'),
      isFree: of('TRANSP') === 'TRANSPARENT',
    };
  };
  const first = await entry();
  expect(first).toMatchObject({ day: '20260620', title: 'Please confirm: Travel policy', isFree: true });
  expect(first.url).toContain(`/news/${itemId}`);
  expect((await read(allEvents)).body).not.toContain('Travel policy');
  clock.now = new Date('2026-06-10T13:00:00Z');
  await change(itemId, [{ do: 'set', component: component('2026-06-25') }]);
  await publish(itemId);
  const second = await entry();
  expect(second).toMatchObject({ id: first.id, day: '20260625' });
  expect(second.sequence).toBeGreaterThan(first.sequence);
  const { revisionId } = await as('ana').call(getItemConfirmation, { params: { itemId } });
  await as('ana').call(confirmItem, { params: { itemId }, body: { revisionId, openedFrom: 'Page' } });
  expect((await read(myEvents)).body).not.toContain('VEVENT');
});
