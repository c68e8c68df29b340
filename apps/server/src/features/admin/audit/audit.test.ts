import { randomUUID } from 'node:crypto';
import { AUDIT_PAGE_SIZE, auditExportPath, getAuditLog, listAuditEntries } from '@portico/contracts/admin/audit';
import { getHealth } from '@portico/contracts/admin/health';
import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import type { CallInput } from '@portico/contracts/endpoint';
import { cookieNames } from '@portico/contracts/portalSettings';
import { withConnection } from '@portico/dev-database/databases';
import { expect, test } from 'vitest';
import { audit, type AuditEntry } from '../../../db/audit.ts';
import { addJob } from '../../../jobs/queue.ts';
import { sharedPortal, testPortal, type TestPortal } from '../../../testing/testPortal.ts';

const shared = sharedPortal();

const list = (portal: TestPortal, query: CallInput<typeof listAuditEntries>['query'] = {}) =>
  portal.as('adam').call(listAuditEntries, { query });
const numbersOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ details }) => details['n']);

async function idOf({ as, db }: TestPortal, name: string): Promise<string> {
  await as(name).fail(getAuditLog, {});
  return (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
}

/** Writes entries about tests, numbered in their details. */
async function write({ db }: TestPortal, entries: Array<Partial<AuditEntry>>): Promise<void> {
  for (const [n, entry] of entries.entries())
    await audit(db, { action: 'test.done', objectKind: 'test', ...entry, details: { n: String(n), ...entry.details } });
}

const exported = async ({ as, portal }: TestPortal, query: string, name = 'adam') => {
  const headers = await as(name).headers();
  const cookies = {
    [cookieNames.accessToken]: headers['authorization']!.slice('Bearer '.length),
    [cookieNames.idToken]: headers['id-token']!,
  };
  return portal.inject({ url: auditExportPath(query), cookies });
};

/** Runs statements that no safeguard stops, as a superuser could. */
const tamper = ({ url }: TestPortal, statement: string) =>
  withConnection(url, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(statement);
  });

const verify = async (portal: TestPortal) => {
  await addJob(portal.db, 'check-audit-log', {});
  await portal.runJobs();
  return (await portal.as('adam').call(getAuditLog, {})).check!;
};

test('entries are listed newest first with who did what to which item or person, and filtered by each of them [DESK-210]', async () => {
  const portal = await testPortal();
  const ana = await idOf(portal, 'ana');
  const newsId = await portal.make.news({ header: 'Rates hold in Bogotá' });
  await write(portal, [
    {
      actorId: ana,
      action: 'news.published',
      objectKind: 'news',
      objectId: newsId,
      details: { revision: 2, isMinor: true },
    },
    { actorId: ana, action: 'news.archived', objectKind: 'news', objectId: newsId },
    { actorId: ana, action: 'news-letter.sent' },
    { action: 'user.disabled', objectKind: 'user', objectId: ana, details: { reason: 'Left' } },
    { action: 'webhook.created', objectKind: 'webhook', objectId: randomUUID() },
  ]);
  const all = (await list(portal)).items.filter(({ details }) => details['n'] !== undefined);
  expect(all.map(({ details }) => details['n'])).toEqual(['4', '3', '2', '1', '0']);
  expect(all[4]).toMatchObject({
    action: 'news.published',
    actor: { id: ana, name: 'Ana Brandt' },
    object: { id: newsId, kind: 'news', name: 'Rates hold in Bogotá', page: 'Item' },
    details: { n: '0', revision: '2', isMinor: 'true' },
  });
  expect(all[3]).toMatchObject({ object: { name: 'Rates hold in Bogotá' } });
  expect(all[1]).toMatchObject({ actor: null, object: { id: ana, name: 'Ana Brandt', page: 'Person' } });
  expect(all[0]).toMatchObject({ object: { kind: 'webhook', name: null, page: null } });
  const found = async (query: CallInput<typeof listAuditEntries>['query']) =>
    numbersOf(await list(portal, query)).filter(Boolean);
  expect(await found({ action: 'news' })).toEqual(['1', '0']);
  expect(await found({ action: 'news.published' })).toEqual(['0']);
  expect(await found({ who: 'brandt ana' })).toEqual(['2', '1', '0']);
  expect(await found({ who: 'nobody' })).toEqual([]);
  expect(await found({ actorId: ana, action: 'news' })).toEqual(['1', '0']);
  expect(await found({ text: 'bogota rates' })).toEqual(['1', '0']);
  expect(await found({ text: 'brandt' })).toEqual(['3']);
  expect(await found({ text: 'rates', who: 'ana', action: 'news.archived' })).toEqual(['1']);
  expect(await found({ text: 'rates', who: 'adam' })).toEqual([]);
  expect(await found({ objectId: newsId })).toEqual(['1', '0']);
});

test('days of the filter are those of the firm with both ends, also where the clock was set back [DESK-210]', async () => {
  const portal = await testPortal({ env: { FIRM_TIME_ZONE: 'America/Denver' } });
  await write(portal, [{}, {}, {}, {}]);
  const times = ['2020-03-10T06:00Z', '2020-03-10T05:50Z', '2020-03-11T05:59:59.999Z', '2020-03-11T06:00Z'];
  for (const [n, time] of times.entries())
    await tamper(portal, `update audit_log set at = '${time}' where details ->> 'n' = '${n}'`);
  const found = async (query: CallInput<typeof listAuditEntries>['query']) =>
    numbersOf(await list(portal, query)).filter(Boolean);
  expect(await found({ from: '2020-03-10', until: '2020-03-10' })).toEqual(['2', '0']);
  expect(await found({ until: '2020-03-09' })).toEqual(['1']);
  expect(await found({ from: '2020-03-11' })).toEqual(['3']);
  expect(await found({ from: '2020-03-10' })).toEqual(['3', '2', '0']);
  expect(await found({ until: '2020-03-08' })).toEqual([]);
  expect(await found({ from: '2020-03-12' })).toEqual([]);
});

test('pages follow each other by number without gaps while entries are added, and the last one says so [DESK-210]', async () => {
  const portal = await testPortal();
  await write(
    portal,
    Array.from({ length: AUDIT_PAGE_SIZE + 1 }, () => ({})),
  );
  const first = await list(portal, { action: 'test' });
  expect(first.items).toHaveLength(AUDIT_PAGE_SIZE);
  expect(first.older).toBe(first.items.at(-1)!.id);
  await write(portal, [{}]);
  const second = await list(portal, { action: 'test', before: first.older! });
  expect([numbersOf(second), second.older]).toEqual([['0'], null]);
  const exact = await list(portal, { action: 'test', before: first.items[0]!.id });
  expect([exact.items.length, exact.older]).toEqual([AUDIT_PAGE_SIZE, null]);
});

test.for<[string, CallInput<typeof listAuditEntries>['query']]>([
  ['a number that is none', { before: '0' }],
  ['an action with capitals', { action: 'News.Published' }],
  ['a day that does not exist', { from: '2026-02-30' }],
  ['a person who is no id', { actorId: 'ana' }],
  ['an object with a quote', { objectId: "a'b" }],
  ['an empty text', { text: ' ' }],
])('%s is refused with 400 [DESK-210]', async ([, query]) => {
  expect(await shared().as('adam').fail(listAuditEntries, { query })).toMatchObject({ code: 'invalid_input' });
});

test('the export has every matching entry as text that no spreadsheet runs, and is itself an entry [DESK-211]', async () => {
  const portal = await testPortal();
  await write(portal, [
    ...Array.from({ length: 1001 }, () => ({})),
    { action: 'other.done' },
    { objectId: '=1+1', details: { reason: '=HYPERLINK("x")' } },
  ]);
  const { statusCode, headers, body } = await exported(portal, '?action=test.done');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers['content-disposition']).toContain('attachment');
  const lines = body.trim().split('\r\n');
  expect(lines).toHaveLength(1003);
  expect(lines[0]).toContain('Number,Time,Action,By');
  expect(lines[1]).toContain(`'=1+1`);
  expect(body).not.toContain('other.done');
  const [entry] = (await list(portal, { action: 'audit.exported' })).items;
  expect(entry).toMatchObject({ actor: { name: 'Adam Vance' }, details: { action: 'test.done' } });
  for (const name of ['ana', 'edda']) expect((await exported(portal, '', name)).statusCode).toBe(403);
  expect((await exported(portal, '?from=never')).statusCode).toBe(400);
  expect((await list(portal, { action: 'audit.exported' })).items).toHaveLength(1);
});

test('the log shows its size, its actions, and what was verified when [DESK-212]', async () => {
  const portal = await testPortal();
  await write(portal, [{ action: 'b.done' }, { action: 'a.done' }, { action: 'b.done' }]);
  const before = await portal.as('adam').call(getAuditLog, {});
  expect(before.check).toBeNull();
  expect(before.actions).toEqual(before.actions.toSorted());
  expect(before.actions.filter((action) => action.endsWith('.done'))).toEqual(['a.done', 'b.done']);
  const first = await verify(portal);
  expect(first).toMatchObject({ brokenId: null, wholeAt: first.checkedAt });
  expect(first.lastId).toBeGreaterThanOrEqual(3);
  portal.clock.now = new Date(portal.clock.now.getTime() + HOUR_MS);
  await write(portal, [{}]);
  const second = await verify(portal);
  expect(second).toMatchObject({ brokenId: null, wholeAt: first.checkedAt, checkedAt: portal.clock.now.toISOString() });
  expect(second.lastId).toBeGreaterThan(first.lastId);
});

test.for([
  ['a changed entry among the new ones', `update audit_log set action = 'x.y' where id = $last + 1`, 1],
  ['an end that was removed', `delete from audit_log where id >= $last - 1`, 1],
  [
    'a log that was written again',
    `update audit_log l set action = 'x.y' where id = $last;
     update audit_log l set hash = audit_hash(l) where id = $last`,
    1,
  ],
  ['an old entry that was changed a day before', `update audit_log set action = 'x.y' where id = 1`, 24],
] as const)('%s is noticed, and stays so at the next verification [DESK-212]', async ([, statement, hours]) => {
  const portal = await testPortal();
  await write(portal, [{}, {}, {}]);
  const { lastId } = await verify(portal);
  if (!statement.startsWith('delete')) await write(portal, [{}]);
  await tamper(portal, statement.replaceAll('$last', String(lastId)));
  const wait = (time: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + time * HOUR_MS));
  wait(hours);
  const { brokenId } = await verify(portal);
  expect(brokenId).not.toBeNull();
  await write(portal, [{}]);
  wait(1);
  expect((await verify(portal)).brokenId).not.toBeNull();
});

test('what was verified can be neither changed nor removed [DESK-212]', async () => {
  const portal = await testPortal();
  await verify(portal);
  for (const statement of ['update audit_checks set last_id = 1', 'delete from audit_checks', 'truncate audit_checks'])
    await expect(
      withConnection(portal.url, (client) => client.query(statement)),
      statement,
    ).rejects.toThrow('rows of audit_checks are kept as they are');
});

test('the health of the portal says whether the chain holds and when that was last verified [DESK-212]', async () => {
  const portal = await testPortal();
  const finding = async () =>
    (await portal.as('adam').call(getHealth, {})).parts.find(({ part }) => part === 'audit')!.finding;
  const wait = (minutes: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + minutes * MINUTE_MS));
  expect(await finding()).toBe('auditUnverified');
  await verify(portal);
  wait(180);
  expect(await finding()).toBe('auditHolds');
  wait(1);
  expect(await finding()).toBe('auditLate');
  await tamper(portal, `update audit_log set action = 'x.y' where id = 1`);
  wait(24 * 60);
  await verify(portal);
  expect(await finding()).toBe('auditBroken');
});
