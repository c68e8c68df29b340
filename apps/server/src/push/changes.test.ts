import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDb, createPool } from '../db/pool.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { announce, announceToEach } from './announce.ts';
import { purgeChanges, readChanges } from './changes.ts';

type Database = Awaited<ReturnType<typeof testDatabase>>;

const rowsOf = async ({ db }: Database) =>
  (await db.selectFrom('push_changes').select(['recipient', 'topic']).execute())
    .map(({ recipient, topic }) => `${recipient} ${topic}`)
    .toSorted();

test('only the last change of a topic is kept per recipient, also within a transaction [OPS-255]', async () => {
  const database = await testDatabase();
  const { db } = database;
  for (let publication = 0; publication < 20; publication += 1) await announce(db, 'content', 'everybody');
  await db.transaction().execute(async (trx) => {
    await announce(trx, 'todo', 'ana');
    await announceToEach(trx, 'todo', ['ana', 'nils', 'nils']);
  });
  expect(await rowsOf(database)).toEqual(['ana todo', 'everybody content', 'nils todo']);
});

test('an announcement waits for no other transaction that announces the same, in whatever order [OPS-255]', async () => {
  const database = await testDatabase();
  const { db } = database;
  await announce(db, 'content', 'everybody');
  await announce(db, 'notifications', 'everybody');
  await db.transaction().execute(async (one) => {
    await announce(one, 'content', 'everybody');
    await db.transaction().execute(async (other) => {
      await announce(other, 'notifications', 'everybody');
      await announce(other, 'content', 'everybody');
    });
    await announce(one, 'notifications', 'everybody');
  });
  const { changes } = await readChanges(db, ['everybody'], 0n);
  expect(new Set(changes.map(({ topic }) => topic))).toEqual(new Set(['content', 'notifications']));
});

test('a transaction that is rolled back leaves the previous change in place [OPS-255]', async () => {
  const database = await testDatabase();
  const { db } = database;
  await announce(db, 'content', 'everybody');
  const before = await readChanges(db, ['everybody'], 0n);
  const failing = db.transaction().execute(async (trx) => {
    await announce(trx, 'content', 'everybody');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await readChanges(db, ['everybody'], 0n)).changes).toEqual(before.changes);
});

test('a restored row with a number that is not in use yet is ignored [OPS-255]', async () => {
  const { db } = await testDatabase();
  await sql`insert into push_changes (recipient, topic, position) values ('everybody', 'content', '9000000000000000000')`.execute(
    db,
  );
  expect((await readChanges(db, ['everybody'], 0n)).changes).toEqual([]);
});

test('changes are deleted after 30 days [OPS-255]', async () => {
  const database = await testDatabase();
  const { db } = database;
  await announce(db, 'todo', 'ana');
  await announce(db, 'todo', 'nils');
  await sql`update push_changes set changed_at = now() - case recipient when 'ana' then interval '29 days' else interval '31 days' end`.execute(
    db,
  );
  await purgeChanges({}, { db });
  expect(await rowsOf(database)).toEqual(['ana todo']);
});

test('greeting 500 pages and announcing a change read only their own rows, by the key, among 100,000 people [OPS-255]', async () => {
  const { url } = await testDatabase();
  const statements: Array<{ text: string; values: readonly unknown[] }> = [];
  const pool = createPool({ url, max: 1, prepare: false, statementTimeoutMs: 60_000 });
  onTestFinished(() => pool.end());
  await sql`insert into push_changes (recipient, topic)
    select 'person ' || n, topic from generate_series(1, 100000) n, unnest(array['todo', 'notifications']) topic`.execute(
    createDb(pool),
  );
  await sql`analyze push_changes`.execute(createDb(pool));
  const people = Array.from({ length: 500 }, (_, index) => `person ${index * 7}`);
  const observed = createDb(pool, ({ query }) => void statements.push({ text: query.sql, values: query.parameters }));
  await readChanges(observed, people, 0n);
  await announceToEach(observed, 'todo', people);
  expect(statements).toHaveLength(2);
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('push_changes_pkey');
    expect(plan).not.toContain('Seq Scan on push_changes');
  }
});
