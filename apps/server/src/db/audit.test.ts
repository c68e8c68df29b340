import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withConnection } from '@portico/dev-database/databases';
import { expect, test } from 'vitest';
import { contentMaker } from '../testing/contentMaker.ts';
import { testDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { audit } from './audit.ts';
import { BigInteger, readRows } from './rows.ts';
import { z } from 'zod/mini';

const breaksOf = async ({ db }: TestDatabase) =>
  (await readRows(db, z.object({ id: BigInteger }), sql`select audit_log_breaks() as id`)).map((row) => Number(row.id));
const write = async ({ db }: TestDatabase, count: number) => {
  for (let i = 0; i < count; i += 1)
    await audit(db, { action: 'user.signed-in', objectKind: 'user', objectId: `person-${i}`, details: { attempt: i } });
};

const changes = [
  `update audit_log set action = 'nothing' where id = 2`,
  `update audit_log set at = now()`,
  'delete from audit_log where id = 3',
  'delete from audit_log',
  'truncate audit_log',
  'truncate audit_log cascade',
];

test("entries can be added and read, but not changed, deleted or truncated, even by the table's owner [L3]", async () => {
  const database = await testDatabase();
  await write(database, 3);
  for (const statement of changes) {
    await expect(database.pool.query(statement), statement).rejects.toThrow('permission denied for table audit_log');
    await expect(
      withConnection(database.url, (client) => client.query(statement)),
      statement,
    ).rejects.toThrow('rows of audit_log are kept as they are');
  }
  expect(
    await database.db.selectFrom('audit_log').select(['id', 'action', 'object_id', 'details']).orderBy('id').execute(),
  ).toMatchObject(
    [0, 1, 2].map((i) => ({ action: 'user.signed-in', object_id: `person-${i}`, details: { attempt: i } })),
  );
  expect(await breaksOf(database)).toEqual([]);
});

test('a writer can set neither the number nor the hash of an audit entry', async () => {
  const database = await testDatabase();
  await write(database, 1);
  await database.pool.query(
    `insert into audit_log (id, action, previous_hash, hash) values (900, 'x.forged', '\\x00', '\\x00')`,
  );
  const rows = await database.db.selectFrom('audit_log').select('id').orderBy('id').execute();
  expect(rows.map((row) => Number(row.id))).toEqual([1, 2]);
  expect(await breaksOf(database)).toEqual([]);
});

test('a writer can set neither the time nor the actor of an audit entry: the transaction names the actor, and a claimed actor is recorded as a claim [L3]', async () => {
  const database = await testDatabase();
  const [ana, eve] = [randomUUID(), randomUUID()];
  const begun = Date.now();
  const entries = async () =>
    database.db.selectFrom('audit_log').select(['at', 'actor_id', 'action', 'details']).orderBy('id').execute();
  await database.pool.query(
    `insert into audit_log (at, actor_id, action, details) values ('2001-01-01', $1, 'x.forged', '{"a": 1}')`,
    [eve],
  );
  await database.db.transaction().execute(async (trx) => {
    await audit(trx, { actorId: ana, action: 'news.published' });
    await audit(trx, { action: 'menu.imported' });
  });
  await audit(database.db, { actorId: ana, action: 'news.expired' });
  await audit(database.db, { action: 'menu.imported' });
  const found = await entries();
  expect(found.map(({ actor_id, action, details }) => ({ actor_id, action, details }))).toEqual([
    { actor_id: null, action: 'x.forged', details: { a: 1, claimedActorId: eve } },
    { actor_id: ana, action: 'news.published', details: {} },
    { actor_id: null, action: 'menu.imported', details: {} },
    { actor_id: ana, action: 'news.expired', details: {} },
    { actor_id: null, action: 'menu.imported', details: {} },
  ]);
  const times = found.map(({ at }) => Date.parse(at));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(begun);
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
  expect(await breaksOf(database)).toEqual([]);
});

test.for([
  ['a changed action', `update audit_log set action = 'nothing' where id = 3`, [3]],
  ['a changed time', `update audit_log set at = at + interval '1 second' where id = 3`, [3]],
  ['changed details', `update audit_log set details = '{"attempt": 7}' where id = 3`, [3]],
  ['another person', `update audit_log set actor_id = gen_random_uuid() where id = 3`, [3]],
  ['a row removed', 'delete from audit_log where id = 3', [4]],
  ['the first rows removed', 'delete from audit_log where id < 3', [3]],
  [
    'a row changed with a fitting hash',
    `update audit_log set action = 'nothing' where id = 3; update audit_log l set hash = audit_hash(l) where id = 3`,
    [4],
  ],
  [
    'two rows swapped',
    'update audit_log set id = 100 where id = 2; update audit_log set id = 2 where id = 3; update audit_log set id = 3 where id = 100',
    [2, 3, 4],
  ],
] as const)('%s that bypasses all safeguards breaks the chain [L3]', async ([, statement, breaks]) => {
  const database = await testDatabase();
  await write(database, 5);
  await withConnection(database.url, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(statement);
  });
  expect(await breaksOf(database)).toEqual(breaks);
});

test('concurrent writers, some of which roll back, leave one chain without gaps [L3, R5]', async () => {
  const database = await testDatabase();
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      database.db
        .transaction()
        .execute(async (trx) => {
          await audit(trx, { action: 'news.published', details: { i } });
          if (i % 3 === 0) throw new Error('given up');
        })
        .catch((error: Error) => expect(error.message).toBe('given up')),
    ),
  );
  const ids = (await database.db.selectFrom('audit_log').select('id').orderBy('id').execute()).map((row) =>
    Number(row.id),
  );
  expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect(await breaksOf(database)).toEqual([]);
});

test('an item under a legal hold and its revisions cannot be deleted until the hold is lifted [L4]', async () => {
  const { db, url } = await testDatabase();
  const id = await contentMaker(db, { now: new Date() }).news({ isDraft: true });
  await db.updateTable('content_items').set({ legal_hold: 'Case 17' }).where('id', '=', id).execute();
  const remove = () =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('content_items').set({ draft_revision_id: null }).where('id', '=', id).execute();
      await trx.deleteFrom('content_revisions').where('item_id', '=', id).execute();
      await trx.deleteFrom('content_items').where('id', '=', id).execute();
    });
  await expect(remove()).rejects.toThrow('kept for legal reasons');
  await expect(withConnection(url, (client) => client.query('delete from content_items'))).rejects.toThrow(
    'kept for legal reasons',
  );
  await db.updateTable('content_items').set({ legal_hold: null }).where('id', '=', id).execute();
  await remove();
  expect(await db.selectFrom('content_items').select('id').where('id', '=', id).execute()).toEqual([]);
});
