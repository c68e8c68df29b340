import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDb, createPool } from './pool.ts';
import { sentOnce } from './sentOnce.ts';

const pool = createPool({ url: 'postgres://nobody@localhost/none', max: 1, prepare: true, statementTimeoutMs: 1000 });
const db = createDb(pool);

test('an equal value of the same type is sent once per statement', () => {
  const list = ['a'];
  const twice = () => sql`select ${sentOnce(list, 'text[]')}, ${1}, ${sentOnce(list, 'text[]')}`.compile(db);
  const expected = { sql: 'select $1::text[], $2, $1::text[]', parameters: [list, 1] };
  expect(twice()).toMatchObject(expected);
  expect(twice()).toMatchObject(expected);
});

test('different values and types are sent separately', () => {
  const { sql: text, parameters } =
    sql`select ${sentOnce(null, 'text')}, ${sentOnce(null, 'bytea')}, ${sentOnce('a', 'text')},
    ${sentOnce(null, 'text')}`.compile(db);
  expect(text.replaceAll(/\s+/g, ' ')).toBe('select $1::text, $2::bytea, $3::text, $1::text');
  expect(parameters).toEqual([null, null, 'a']);
});
