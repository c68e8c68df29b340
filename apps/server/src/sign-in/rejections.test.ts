import { expect, onTestFinished, test } from 'vitest';
import { createDb, createPool } from '../db/pool.ts';
import { PortalError } from '../errors.ts';
import { testDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { testPortal } from '../testing/testPortal.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';
import { recordRejections } from './rejections.ts';

const entriesOf = ({ db }: TestDatabase) =>
  db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'access.refused')
    .orderBy('id')
    .execute();
const silent = { warn: () => {} } as never;
const start = new Date('2026-03-09T14:00:00.000Z');

test('rejected calls, anonymous or not, are written to the audit log by the time the process ends [L3]', async () => {
  const opened = await testPortal({
    extend(portal) {
      portal.get('/for-admins', { config: { access: 'admin' } }, async () => 'fine');
      portal.get('/for-editors', { config: { access: 'editor', isHidden: true } }, async () => 'fine');
    },
  });
  const { portal, as, db } = opened;
  await portal.inject('/api/v1/news');
  await portal.inject({ url: '/api/v1/news', headers: { authorization: 'Bearer x', 'id-token': 'y' } });
  await portal.inject({ url: '/api/v1/news', headers: { authorization: 'Bearer x', 'id-token': 'z' } });
  const headers = await as('ana').headers();
  expect((await portal.inject({ url: '/for-admins', headers })).statusCode).toBe(403);
  expect((await portal.inject({ url: '/for-editors', headers })).statusCode).toBe(404);
  expect((await portal.inject({ url: '/api/v1/news', headers })).statusCode).toBe(200);
  expect((await portal.inject({ url: '/api/v1/nothing-here', headers })).statusCode).toBe(404);
  await portal.close();
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  expect(await entriesOf(opened)).toEqual([
    {
      actor_id: null,
      details: { token_missing: 1, token_malformed: 2, addresses: 1, since: expect.any(String) as string },
    },
    { actor_id: id, details: { forbidden: 2, addresses: 1, since: expect.any(String) as string } },
  ]);
});

test('a flood of rejections makes one entry, and a flood over many accounts a hundred [L3]', async () => {
  const database = await testDatabase();
  const rejections = recordRejections({ db: database.db, logger: silent, now: () => start });
  for (let i = 0; i < 20_000; i += 1)
    rejections.note(new PortalError('token_signature', ''), { address: `10.0.${i >> 8}.${i & 255}` });
  for (let i = 0; i < 500; i += 1)
    rejections.note(new PortalError('forbidden', ''), {
      address: '10.0.0.1',
      personId: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    });
  for (let i = 0; i < 10; i += 1) rejections.note(new PortalError('not_found', ''), { address: '10.0.0.2' });
  await rejections.close();
  const entries = await entriesOf(database);
  expect(entries).toHaveLength(100);
  expect(entries[0]).toEqual({
    actor_id: null,
    details: { token_signature: 20_000, forbidden: 401, addresses: 1000, since: start.toISOString() },
  });
  await rejections.write();
  expect(await entriesOf(database)).toHaveLength(100);
});

test("entries that cannot be written are retried with the next minute's [L3]", async () => {
  const database = await testDatabase();
  let now = start;
  const connection = await unreliableConnection(database.applicationUrl);
  const db = createDb(createPool({ url: connection.url, max: 1, prepare: true, statementTimeoutMs: 1000 }));
  onTestFinished(() => db.destroy());
  await connection.become('refused');
  const rejections = recordRejections({ db, logger: silent, now: () => now });
  rejections.note(new PortalError('token_expired', ''), { address: '10.0.0.1' });
  await rejections.write();
  now = new Date(start.getTime() + 60_000);
  rejections.note(new PortalError('token_expired', ''), { address: '10.0.0.2' });
  await connection.become('works');
  await rejections.close();
  expect(await entriesOf(database)).toEqual([
    { actor_id: null, details: { token_expired: 2, addresses: 2, since: start.toISOString() } },
  ]);
});
