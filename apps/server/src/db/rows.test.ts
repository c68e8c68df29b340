import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { testDatabase } from '../testing/testDatabase.ts';
import { BigInteger, Bytes, Instant, queryRows, readPage, readRow, readRowOrThrow, readRows } from './rows.ts';

const Count = z.object({ count: z.int() });

test('rows are returned as the driver reads them, typed by their schema', async () => {
  const { db } = await testDatabase();
  const Row = z.object({ at: Instant, big: BigInteger, bytes: Bytes, sum: BigInteger, day: z.iso.date() });
  const rows = await readRows(
    db,
    Row,
    sql`select '2026-03-01T12:00:00.123456+01'::timestamptz as at, 9007199254740993 as big, '\\x0102'::bytea as bytes,
      (select sum(n) from generate_series(1, 3::bigint) n) as sum, '2026-03-01'::date::text as day`,
  );
  expect(rows).toEqual([
    {
      at: '2026-03-01T11:00:00.123456Z',
      big: '9007199254740993',
      bytes: Buffer.from([1, 2]),
      sum: '6',
      day: '2026-03-01',
    },
  ]);
});

test.each([
  ['a wrong type', sql`select count(*) as count`, 'count: number, not "1"'],
  ['an unexpected null', sql`select null::int as count`, 'count: number, not null'],
  ['a missing column', sql`select 1 as total`, 'count: number, not undefined'],
  ['an unknown column', sql`select 1 as count, 2 as extra`, 'unknown column: extra'],
])('%s fails with the statement and the column', async (_, statement, problem) => {
  const { db } = await testDatabase();
  const message = await readRows(db, Count, sql`\n  ${statement}\n  limit 1`).catch((error: Error) => error.message);
  expect(message).toContain('A row does not match its schema: select ');
  expect(message).toContain(problem);
  expect(message).not.toContain('limit');
});

test('a union of rows accepts each kind of row but no mixture of them', async () => {
  const { db } = await testDatabase();
  const Row = z.union([
    z.object({ part: z.literal('news'), ends: z.null() }),
    z.object({ part: z.literal('event'), ends: z.string() }),
  ]);
  const parts = (ends: string | null) => sql`select 'news' as part, null as ends union all select 'event', ${ends}`;
  expect(await readRows(db, Row, parts('soon'))).toHaveLength(2);
  await expect(readRows(db, Row, parts(null))).rejects.toThrow('ends');
});

test('the first row is read, or undefined, and a statement that must return a row throws without one', async () => {
  const { db } = await testDatabase();
  expect(await readRow(db, Count, sql`select 1 as count`)).toEqual({ count: 1 });
  expect(await readRow(db, Count, sql`select 1 as count where false`)).toBeUndefined();
  expect(await readRowOrThrow(db, Count, sql`select 1 as count`)).toEqual({ count: 1 });
  await expect(readRowOrThrow(db, Count, sql`select 1 as count where false`)).rejects.toThrow('No row: select 1');
});

test('a page has its rows and the total; beyond the last page, only the total', async () => {
  const { db } = await testDatabase();
  const Row = z.object({ id: z.string(), name: z.string() });
  const pageFrom = (offset: number) => sql`
    select counted.total, found.* from (select 2 as total) counted
    left join lateral (select * from (values ('a', 'Ann'), ('b', 'Bob')) one (id, name) offset ${offset}) found on true`;
  const rows = [
    { id: 'a', name: 'Ann', total: 2 },
    { id: 'b', name: 'Bob', total: 2 },
  ];
  expect(await readPage(db, Row, pageFrom(0))).toEqual({ rows, total: 2 });
  expect(await readPage(db, Row, pageFrom(2))).toEqual({ rows: [], total: 2 });
  await expect(readPage(db, Row, sql`select 1 as total, 'a' as id, null as name`)).rejects.toThrow('name');
});

test('rows from a pg client are checked too', async () => {
  const { pool } = await testDatabase();
  expect(await queryRows(pool, Count, 'select $1::int as count', [4])).toEqual([{ count: 4 }]);
  await expect(queryRows(pool, Count, 'select $1 as count', ['4'])).rejects.toThrow('select $1 as count');
});
