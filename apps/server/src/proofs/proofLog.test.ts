import { randomUUID } from 'node:crypto';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { withConnection } from '@portico/dev-database/databases';
import { audit } from '../db/audit.ts';
import { readRows } from '../db/rows.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { recordProofs, type ProofRecord } from './recordProofs.ts';
import { consistencyPath, inclusionPath, readHead, rootAt } from './tree.queries.ts';

async function database(): Promise<TestDatabase> {
  const { close, ...parts } = await openTestDatabase();
  onTestFinished(close);
  return parts;
}

const userId = randomUUID();
const aRecord = (word: string): ProofRecord => ({ userId, itemId: null, type: 'test', version: 1, fields: { word } });
const append = ({ db }: TestDatabase, ...words: string[]) =>
  db.transaction().execute((trx) => recordProofs(trx, words.map(aRecord)));

const LeafRow = z.object({ number: z.number(), record: z.string() });
const leavesOf = ({ db }: TestDatabase) =>
  readRows(db, LeafRow, sql`select number::float8, record from proof_leaves order by number`);

/* RFC 6962, section 2.1, word for word. */
const node = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');
const split = (count: number) => 2 ** Math.floor(Math.log2(count - 1));
function treeHash(records: string[]): Buffer {
  if (records.length === 0) return node();
  if (records.length === 1) return node(Buffer.of(0), Buffer.from(records[0]!));
  const k = split(records.length);
  return node(Buffer.of(1), treeHash(records.slice(0, k)), treeHash(records.slice(k)));
}
function auditPath(m: number, records: string[]): Buffer[] {
  if (records.length === 1) return [];
  const k = split(records.length);
  return m < k
    ? [...auditPath(m, records.slice(0, k)), treeHash(records.slice(k))]
    : [...auditPath(m - k, records.slice(k)), treeHash(records.slice(0, k))];
}

test('at every size, root and paths are those of RFC 6962, also for records with letters of every script [PROOF-002]', async () => {
  const portal = await database();
  expect(await readHead(portal.db)).toMatchObject({ size: 0 });
  expect(Buffer.from(await rootAt(portal.db, 0))).toEqual(node());
  expect(await append(portal, 'one')).toEqual([0]);
  const words = Array.from({ length: 36 }, (_, at) => `ä “quoted” 🙂 ${at}`);
  expect(await append(portal, ...words)).toEqual(words.map((_, at) => at + 1));
  const records = (await leavesOf(portal)).map(({ record }) => record);
  expect(records).toHaveLength(37);
  for (let size = 1; size <= 37; size += 1)
    expect(Buffer.from(await rootAt(portal.db, size))).toEqual(treeHash(records.slice(0, size)));
  for (const [number] of records.entries())
    expect((await inclusionPath(portal.db, number, 37)).map((one) => Buffer.from(one))).toEqual(
      auditPath(number, records),
    );
  expect(await consistencyPath(portal.db, 37, 37)).toEqual([]);
});

test('a record is JSON that begins with its number, the time of the database, its type and version [PROOF-002]', async () => {
  const portal = await database();
  await append(portal, 'one', 'two');
  const [first, second] = await leavesOf(portal);
  expect(first!.record).toMatch(
    /^\{"number":0,"recordedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z","type":"test","version":1,"word":"one"\}$/,
  );
  expect(JSON.parse(second!.record)).toMatchObject({ number: 1, word: 'two' });
});

test('a clock that was set back dates no record before the one before it [PROOF-002]', async () => {
  const portal = await database();
  await append(portal, 'one');
  await withConnection(portal.url, async (client) => {
    await client.query('alter table proof_leaves disable trigger proof_leaves_keep');
    await client.query(`update proof_leaves set recorded_at = '2999-01-01T00:00:00Z'`);
  });
  await append(portal, 'two');
  expect((await leavesOf(portal))[1]!.record).toContain('"recordedAt":"2999-01-01T00:00:00.000000Z"');
});

test('transactions at the same time get numbers one after another, and none that fails leaves a gap [PROOF-003]', async () => {
  const portal = await database();
  const attempt = (at: number) =>
    portal.db.transaction().execute(async (trx) => {
      // Both orders of the two logs: with a lock for each, these would block each other.
      if (at % 2 === 0) await audit(trx, { action: 'test.before' });
      await recordProofs(trx, [aRecord(String(at))]);
      if (at % 2 === 1) await audit(trx, { action: 'test.after' });
      if (at % 3 === 0) throw new Error('undone');
    });
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => attempt(at)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(failures).toEqual(Array(4).fill('Error: undone'));
  const leaves = await leavesOf(portal);
  expect(leaves.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(Buffer.from((await readHead(portal.db)).root)).toEqual(treeHash(leaves.map(({ record }) => record)));
});

test('nobody changes, deletes or empties the log, or chooses number, time and hashes of a record [PROOF-003]', async () => {
  const portal = await database();
  await append(portal, 'one', 'two');
  const attempts = [
    `update proof_leaves set record = 'x'`,
    'delete from proof_leaves where number = 1',
    'truncate proof_leaves',
    `update proof_checkpoints set note = ''`,
    'truncate proof_checkpoints',
    'alter table proof_leaves disable trigger all',
    `insert into proof_leaves (user_id, type, record) values (gen_random_uuid(), 'test', '{"number":7,"type":"test"}')`,
  ];
  for (const attempt of attempts) await expect(sql.raw(attempt).execute(portal.db), attempt).rejects.toThrow();
  await sql`
    insert into proof_leaves (number, recorded_at, user_id, type, record, hashes)
    values (99, '2001-01-01', ${userId}, 'test', '{"type":"test","version":1}', array['\\x00'::bytea])`.execute(
    portal.db,
  );
  const leaves = await leavesOf(portal);
  expect(leaves.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(leaves[2]!.record).not.toContain('2001');
});

test('a leaf that the owner of the database changes, removes, dates back or whose hashes they change is found [PROOF-004]', async () => {
  const portal = await database();
  await append(portal, ...Array.from({ length: 20 }, (_, at) => String(at)));
  const breaks = async () => {
    const BreakRow = z.object({ number: z.number() });
    const rows = await readRows(
      portal.db,
      BreakRow,
      sql`select number::float8 from proof_leaves_breaks(0, 19) as number`,
    );
    return rows.map(({ number }) => number);
  };
  const asOwner = (statement: string) =>
    withConnection(portal.url, async (client) => {
      await client.query('alter table proof_leaves disable trigger proof_leaves_keep');
      await client.query(statement);
    });
  expect(await breaks()).toEqual([]);
  await asOwner(`update proof_leaves set record = replace(record, '"word":"4"', '"word":"5"') where number = 4`);
  expect(await breaks()).toEqual([4]);
  await asOwner(`update proof_leaves set hashes[1] = proof_leaf_hash(record) where number = 4`);
  expect(await breaks()).toEqual([5]);
  await asOwner(`update proof_leaves set hashes = hashes || '\\x00'::bytea where number = 8`);
  expect(await breaks()).toEqual([5, 8]);
  await asOwner(`update proof_leaves set recorded_at = '2001-01-01' where number = 12`);
  expect(await breaks()).toEqual([5, 8, 12]);
  await asOwner('delete from proof_leaves where number = 17');
  expect(await breaks()).toEqual([5, 8, 12, 17, 18, 19]);
});
