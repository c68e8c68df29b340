import { hash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startViewing, VIEWING_PREFIX } from '@portico/contracts/admin/people';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { noteReading } from '@portico/contracts/readings';
import {
  getReadership,
  listReadership,
  readershipDaysExportPath,
  readershipExportPath,
  type ReadershipFilters,
  ShownCount,
} from '@portico/contracts/studio/readership';
import { getCurrentUser } from '@portico/contracts/users';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { createApi } from '../../../app.ts';
import { listOwnTables } from '../../../backup/ownTables.ts';
import { countReadings } from '../../../content/readings.ts';
import { readRow } from '../../../db/rows.ts';
import { addJob } from '../../../jobs/queue.ts';
import { createCallers } from '../../../testing/callers.ts';
import { sharedPortal, testPortal, type TestPortalOptions } from '../../../testing/testPortal.ts';
import { actingOn } from '../../acting/testing/actingPortal.ts';
import { leastCount, mostCount } from './shownCounts.ts';

/** 11 am in New York, the zone of the firm. */
const now = new Date('2026-06-10T15:00:00Z');
const people = Array.from({ length: 20 }, (_, index) => `reader${index}`);
const exactly = (count: number): ShownCount => ({ least: count, most: count });
const few: ShownCount = { least: 1, most: 4 };

/** A portal with twenty readers, Edda and Eve. Other processes count what they read, and write when they close. */
async function readership(options: TestPortalOptions = {}) {
  const env = { DEPARTMENTS_CLAIM: 'custom:departments', INSIGHTS_KEY: 'k'.repeat(32), ...options.env };
  const shared = await testPortal({ now, ...options, env });
  const { parts, issuer, clock, as, db, runJobs } = shared;
  for (const name of [...people, 'edda', 'eve']) await as(name).call(getCurrentUser, {});
  const process = async (
    work: (as: ReturnType<typeof createCallers>, portal: typeof shared.portal) => Promise<unknown>,
  ) => {
    const portal = await createApi({ ...parts });
    try {
      await work(createCallers({ portal, issuer, clock }), portal);
    } finally {
      await portal.close();
    }
  };
  const read = (itemId: string, names: string[]) =>
    process(async (reader) => {
      for (const name of names) await reader(name).call(noteReading, { params: { itemId } });
    });
  const sumUp = async () => {
    await addJob(db, 'sum-readership', {});
    await runJobs();
  };
  return {
    ...shared,
    ...actingOn(shared),
    process,
    read,
    sumUp,
    /** Moves the clock to the same time some days later, after the sums of today. */
    pass: async (days = 1) => {
      await sumUp();
      clock.now = new Date(clock.now.getTime() + days * DAY_MS);
      await sumUp();
    },
    list: async (filters: Partial<ReadershipFilters> & { page?: string } = {}, name = 'edda') =>
      (await as(name).call(listReadership, { query: { days: '30', ...filters } })).items,
    daysOf: async (itemId: string, days: ReadershipFilters['days'] = '30') =>
      (await as('edda').call(getReadership, { params: { itemId }, query: { days } })).days,
    counts: () =>
      db
        .selectFrom('readership_counts')
        .select(['item_id', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'readers', 'downloads'])
        .orderBy('day')
        .orderBy('item_id')
        .execute(),
  };
}

describe('counting', () => {
  test('a person counts once per item and day, whatever the process, and only for what they may see [DESK-260]', async () => {
    const { make, read, counts, pass, clock } = await readership();
    const id = await make.news({ header: 'Fees' });
    const other = await make.news({ header: 'For others', audience: ['Nla'] });
    const draft = await make.news({ header: 'Not yet', isDraft: true });
    await read(id, ['reader0', 'reader0', 'reader1']);
    await read(id.toUpperCase(), ['reader1', 'reader2']);
    await read(other, people);
    await read(draft, people);
    await read('6f9b1d4e-0000-4000-8000-000000000000', ['reader0']);
    expect(await counts()).toEqual([{ item_id: id, day: '2026-06-10', readers: 3, downloads: 0 }]);
    await pass();
    // Still the day before in the firm's time zone.
    clock.now = new Date('2026-06-12T03:00:00Z');
    await read(id, ['reader0']);
    expect((await counts()).map(({ day, readers }) => [day, readers])).toEqual([
      ['2026-06-10', 3],
      ['2026-06-11', 1],
    ]);
  });

  test('without a key for all processes, a person counts once for each of them [DESK-260]', async () => {
    const { make, read, counts } = await readership({ env: { INSIGHTS_KEY: '' } });
    const id = await make.news();
    await read(id, ['reader0', 'reader0']);
    await read(id, ['reader0']);
    expect(await counts()).toMatchObject([{ readers: 2 }]);
  });

  test('nobody can tell from the database who read what, and nothing but counts is left of a day [DESK-261]', async () => {
    const { make, read, pass, db, pool, idOf } = await readership();
    const id = await make.news();
    await read(id, ['reader0']);
    const tables = (await db.introspection.getTables()).filter(({ name }) => name.startsWith('readership_'));
    const columns = Object.fromEntries(tables.map(({ name, columns: own }) => [name, own.map((each) => each.name)]));
    expect(columns['readership_counts']).toEqual(['item_id', 'day', 'readers', 'downloads', 'audience']);
    expect(columns['readership_marks']).toEqual(['day', 'mark']);
    const marks = () => db.selectFrom('readership_marks').select('mark').execute();
    const salts = () => db.selectFrom('readership_salts').select('salt').execute();
    const [[mark], [salt]] = [await marks(), await salts()];
    expect(mark!.mark).toHaveLength(16);
    // The database has the salt, but not the key.
    const reading = `2026-06-10 Opened ${id} ${await idOf('reader0')}`;
    const digest = hash('sha256', Buffer.concat([salt!.salt, Buffer.from(reading)]), 'buffer');
    expect(digest.subarray(0, 16).equals(mark!.mark)).toBe(false);
    const copied = (await listOwnTables(pool)).map(({ name }) => name);
    expect(copied).toContain('readership_counts');
    expect(copied.filter((name) => ['readership_marks', 'readership_salts'].includes(name))).toEqual([]);
    await pass();
    expect([...(await marks()), ...(await salts())]).toEqual([]);
  });

  test('a write that fails is made up for, without counting anybody twice [DESK-262]', async () => {
    const { make, url, parts, counts, idOf, logged } = await readership();
    const id = await make.news();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    onTestFinished(() => owner.end());
    const readings = countReadings(parts);
    const reader = { id: await idOf('reader0'), advisorType: null, facts: [], now };
    readings.note(reader, id, 'Opened');
    await owner.query('alter table readership_counts rename to away');
    await readings.write();
    expect(logged.map(({ msg }) => msg)).toContain('readers could not be counted yet');
    await owner.query('alter table away rename to readership_counts');
    await readings.write();
    readings.note(reader, id, 'Opened');
    await readings.close();
    expect(await counts()).toMatchObject([{ item_id: id, readers: 1 }]);
  });

  test('what is done for somebody else is not counted: by delegates, or while seeing the portal as somebody [DESK-263]', async () => {
    const { as, make, process, counts, give, idOf } = await readership();
    const forAna = await make.news({ audience: ['AdvisorHybrid'] });
    const document = await make.document({ audience: ['AdvisorHybrid'] });
    await give('nils');
    await as('adam').call(getCurrentUser, {});
    const { id } = await as('adam').call(startViewing, {
      params: { userId: await idOf('ana') },
      body: { reason: 'They don’t find it' },
    });
    await process(async (reader, portal) => {
      const input = { params: { itemId: forAna } };
      const byNils = { 'acting-for': await idOf('ana') };
      const byAdam = { 'acting-for': VIEWING_PREFIX + id };
      expect(await reader('nils').fail(noteReading, input, byNils)).toMatchObject({ status: 403 });
      expect(await reader('adam').fail(noteReading, input, byAdam)).toMatchObject({ status: 403 });
      const { authorization = '', 'id-token': idToken } = await reader('nils').headers();
      const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
      const opened = await portal.inject({ url: documentUrl(document), headers: { cookie } });
      expect(opened.statusCode).toBe(200);
    });
    expect(await counts()).toEqual([]);
  });

  test('documents count who opened and who downloaded them, also from a copy of the browser, not who asks for the size [DESK-264]', async () => {
    const { make, process, counts } = await readership();
    const id = await make.document();
    await process(async (reader, portal) => {
      const get = async (name: string, url: string, headers: object = {}, method: 'GET' | 'HEAD' = 'GET') => {
        const { authorization = '', 'id-token': idToken } = await reader(name).headers();
        const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
        return portal.inject({ url, method, headers: { cookie, ...headers } });
      };
      const { headers } = await get('reader0', documentUrl(id));
      const copy = await get('reader1', documentUrl(id), { 'if-none-match': String(headers['etag']) });
      expect(copy.statusCode).toBe(304);
      await get('reader0', `${documentUrl(id)}?download=1`);
      await get('reader2', documentUrl(id), {}, 'HEAD');
    });
    expect(await counts()).toEqual([{ item_id: id, day: '2026-06-10', readers: 2, downloads: 1 }]);
  });
});

describe('what is shown', () => {
  const shared = sharedPortal();

  test('counts and their difference from the audience are hidden below five, both near zero and near everybody [DESK-265]', async () => {
    const { db } = shared();
    const shownOf = async (count: number, audience: number) => {
      return readRow(
        db,
        ShownCount,
        sql`
          select ${leastCount(sql`counted.count`, sql`counted.audience`)} as least, ${mostCount(sql`counted.count`, sql`counted.audience`)} as most
          from (select ${count}::int as count, ${audience}::int as audience) counted`,
      );
    };
    expect(await shownOf(0, 10)).toEqual(exactly(0));
    for (const count of [1, 4]) expect(await shownOf(count, 10)).toEqual(few);
    expect(await shownOf(5, 10)).toEqual(exactly(5));
    for (const count of [6, 9, 10, 11]) expect(await shownOf(count, 10)).toEqual({ least: 6, most: 10 });
    expect(await shownOf(95, 100)).toEqual(exactly(95));
    for (const count of [96, 100]) expect(await shownOf(count, 100)).toEqual({ least: 96, most: 100 });
    for (const count of [0, 4, 5, 9]) expect(await shownOf(count, 9)).toEqual({ least: 0, most: 9 });
  });

  test('each finished day has its readers and its audience, and sums are made of what is shown [DESK-265, DESK-266]', async () => {
    const { make, read, pass, sumUp, list, daysOf, as, clock } = await readership();
    const id = await make.news({ header: 'Fees' });
    await sumUp();
    await read(id, people.slice(0, 7));
    // Today is not over, so a look at it every minute can't show who comes.
    expect(await daysOf(id)).toEqual([]);
    expect(await list()).toMatchObject([{ audience: 22, readers: exactly(0), best: null }]);
    await pass();
    await read(id, people.slice(0, 3));
    for (const name of ['cora', 'nils', 'ana']) await as(name).call(getCurrentUser, {});
    await pass();
    await pass();
    expect(await daysOf(id)).toEqual([
      { day: '2026-06-10', readers: exactly(7), audience: 22, downloads: exactly(0) },
      { day: '2026-06-11', readers: few, audience: 25, downloads: exactly(0) },
      { day: '2026-06-12', readers: exactly(0), audience: 25, downloads: exactly(0) },
    ]);
    expect(await list()).toMatchObject([
      {
        title: 'Fees',
        kind: 'news',
        audience: 25,
        readers: { least: 8, most: 11 },
        best: { day: '2026-06-10', readers: exactly(7), audience: 22 },
        downloads: null,
        registrations: null,
        confirmations: null,
      },
    ]);
    clock.now = new Date(clock.now.getTime() + 6 * DAY_MS);
    await sumUp();
    expect((await list({ days: '7' }))[0]).toMatchObject({ readers: exactly(0), best: null });
  });

  test('people who leave count until their last day, and nobody counts while an item is not shown [DESK-266]', async () => {
    const { make, pass, sumUp, daysOf, db, clock } = await readership();
    const expiresAt = new Date(now.getTime() + 2 * DAY_MS + HOUR_MS).toISOString();
    const id = await make.news({ expiresAt });
    await sumUp();
    await db
      .updateTable('users')
      .set({ disabled_at: clock.now.toISOString() })
      .where('subject', '=', 'reader0')
      .execute();
    await pass();
    await pass();
    clock.now = new Date(expiresAt);
    await pass();
    await pass();
    expect((await daysOf(id)).map(({ day, audience }) => [day, audience])).toEqual([
      ['2026-06-10', 22],
      ['2026-06-11', 21],
      ['2026-06-12', 21],
    ]);
  });

  test('events have their registrations, and items the documents that they link to [DESK-267]', async () => {
    const { make, as, sumUp, pass, read, list } = await readership();
    const event = await make.event({ header: 'Summit', registration: {} });
    const [agenda, foreign] = [
      await make.document({ header: 'Agenda' }),
      await make.document({ header: 'Merger', department: 'Compliance' }),
    ];
    const marks = (id: string) => [{ type: 'link' as const, attrs: { href: documentUrl(id) } }];
    const content = [agenda, foreign].map((id) => ({ type: 'text' as const, text: 'File ', marks: marks(id) }));
    const item = await make.news({
      components: [{ id: 'b1', type: 'BodyText', body: { type: 'doc', content: [{ type: 'paragraph', content }] } }],
    });
    await sumUp();
    const register = async (names: string[]) => {
      for (const name of names)
        await as(name).call(setRegistration, {
          params: { eventId: event },
          body: { registrationStatus: 'Registered' },
        });
    };
    await register(people.slice(0, 4));
    expect((await list({ kind: 'event' }))[0]).toMatchObject({ registrations: few });
    await register(people.slice(4, 6));
    expect((await list({ kind: 'event' }))[0]).toMatchObject({ registrations: exactly(6), downloads: null });
    await read(agenda, people.slice(0, 6));
    await pass();
    expect(await list({ kind: 'document', text: 'agenda' })).toMatchObject([
      { title: 'Agenda', readers: exactly(6), downloads: exactly(0), registrations: null },
    ]);
    const documentsFor = async (name: string) => {
      const query = { days: '7' } as const;
      return (await as(name).call(getReadership, { params: { itemId: item }, query })).documents;
    };
    const shown = { id: agenda, title: 'Agenda', readers: exactly(6), downloads: exactly(0) };
    expect(await documentsFor('eve')).toEqual([shown]);
    expect((await documentsFor('edda')).map(({ title }) => title)).toEqual(['Agenda', 'Merger']);
  });
});

test('the list has what a person may edit, in the chosen order, by kind, title and page [DESK-268]', async () => {
  const { make, read, sumUp, pass, list, as } = await readership();
  const own = { authorDepartment: 'Operations' };
  const fees = await make.news({ header: 'Fees', ...own });
  const guide = await make.resource({ header: 'A guide', department: 'Operations', audience: [] });
  const foreign = await make.news({ header: 'Merger', authorDepartment: 'Compliance' });
  await make.news({ header: 'Draft', isDraft: true });
  await sumUp();
  await read(fees, people.slice(0, 6));
  await read(guide, people.slice(0, 12));
  await pass();
  const titles = async (filters: Parameters<typeof list>[0], name?: string) =>
    (await list(filters, name)).map(({ title }) => title);
  expect(await titles({})).toEqual(['A guide', 'Fees', 'Merger']);
  expect(await titles({ sort: 'Share' })).toEqual(['A guide', 'Fees', 'Merger']);
  expect(await titles({ sort: 'Title' })).toEqual(['A guide', 'Fees', 'Merger']);
  expect(await titles({ sort: 'Newest' })).toHaveLength(3);
  expect(await titles({ kind: 'news' })).toEqual(['Fees', 'Merger']);
  expect(await titles({ text: 'fee' })).toEqual(['Fees']);
  expect(await titles({ page: '2' })).toEqual([]);
  expect(await titles({}, 'eve')).toEqual(['A guide', 'Fees']);
  for (const name of ['eve', 'aud'])
    expect(await as(name).fail(getReadership, { params: { itemId: foreign }, query: { days: '7' } })).toMatchObject({
      status: 404,
    });
  expect(await as('abe').fail(listReadership, { query: { days: '7' } })).toMatchObject({ status: 403 });
  expect(await as('abe').fail(getReadership, { params: { itemId: fees }, query: { days: '7' } })).toMatchObject({
    status: 403,
  });
  expect(await as('reader0').fail(listReadership, { query: { days: '7' } })).toMatchObject({ status: 404 });
  expect(await as('edda').failWith(listReadership, { query: { days: '8' } })).toMatchObject({ status: 400 });
});

test('the list and the days of an item are exported for spreadsheets, with the same numbers as on the page [DESK-269]', async () => {
  const { make, read, sumUp, pass, portal, as } = await readership();
  const id = await make.news({ header: '=1+1', authorDepartment: 'Operations' });
  await sumUp();
  await read(id, people.slice(0, 3));
  await pass();
  const get = async (name: string, url: string) => portal.inject({ url, headers: await as(name).headers() });
  const linesOf = (body: string) => body.replace('\ufeff', '').trim().split('\r\n');
  const list = linesOf((await get('edda', readershipExportPath('csv', '?days=30'))).body);
  expect(list[0]).toMatch(/^Title,Kind,Published \(UTC\),Audience today,Readers of all days,/);
  expect(list[1]).toMatch(/^'=1\+1,news,[\d :-]+,22,1 to 4,2026-06-10,1 to 4,22,/);
  const days = await get('edda', readershipDaysExportPath(id, 'csv', '?days=30'));
  expect(linesOf(days.body)).toEqual(['Day,Readers,Audience', '2026-06-10,1 to 4,22']);
  expect((await get('edda', readershipDaysExportPath(id, 'xlsx', '?days=30'))).statusCode).toBe(200);
  expect((await get('edda', readershipExportPath('csv', '?days=8'))).statusCode).toBe(400);
  for (const name of ['reader0', 'abe']) {
    expect((await get(name, readershipExportPath('csv', '?days=30'))).statusCode, name).toBeGreaterThan(402);
    expect((await get(name, readershipDaysExportPath(id, 'csv', '?days=30'))).statusCode, name).toBeGreaterThan(402);
  }
});

test('counts are deleted after the days that the firm keeps them, and the last audience stays [DESK-270]', async () => {
  const { make, read, sumUp, pass, counts, daysOf } = await readership({ env: { INSIGHTS_RETENTION_DAYS: '10' } });
  const id = await make.news();
  await sumUp();
  await read(id, people.slice(0, 6));
  await pass(10);
  expect(await counts()).toHaveLength(1);
  await pass();
  expect(await counts()).toEqual([]);
  expect((await daysOf(id, '7')).map(({ audience }) => audience)).toEqual(Array(7).fill(22));
});
