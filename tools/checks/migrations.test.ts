import { describe, expect, test } from 'vitest';
import { findNotAdditive } from './migrationRules.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const FOLDER = 'apps/server/src/db/migrations/';
const migrations = repositoryFiles().filter((path) => path.startsWith(FOLDER));
const problemsOf = (sql: string) => findNotAdditive(sql).map(({ problem }) => problem);

test('migrations are named by number and word, and no two have the same number', () => {
  const names = migrations.map((path) => path.slice(FOLDER.length));
  expect(names.filter((name) => !/^\d{4}_[a-z]+(?:_[a-z]+)*\.sql$/.test(name))).toEqual([]);
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('migrations only add, or explain in a comment "-- safe: why", so that the previous version works on the next schema [R10]', () => {
  const findings = migrations.flatMap((path) =>
    findNotAdditive(readText(path)).map(
      ({ problem, statement }) => `${path.slice(FOLDER.length)} ${problem}: ${statement}`,
    ),
  );
  expect(findings).toEqual([]);
});

test('no migration empties the search index: raising INDEX_VERSION indexes everything again while searches continue [SEARCH-017]', () => {
  // Migrations up to 0069 predate the rule: they built the index.
  const later = migrations.filter((path) => path.slice(FOLDER.length) > '0069');
  const emptying =
    /\b(?:delete\s+from|truncate(?:\s+table)?|drop\s+table(?:\s+if\s+exists)?)\s+search_(?!gone\b|abbreviations\b)/i;
  expect(later.filter((path) => emptying.test(readText(path)))).toEqual([]);
});

describe('the rule for migrations [R10]', () => {
  test.for([
    ['drop table news', 'drops a table'],
    ['DROP TABLE IF EXISTS news', 'drops a table'],
    ['truncate news', 'empties a table'],
    ['alter table news drop column header', 'drops a column'],
    ['alter table news\n  add column a text,\n  drop header', 'drops a column'],
    ['alter table news rename to articles', 'renames'],
    ['alter table news rename column a to b', 'renames'],
    ['alter table public."news" rename a to b', 'renames'],
    ['alter table news alter column a type bigint', 'changes a type'],
    ['alter table news alter a set data type bigint', 'changes a type'],
    ['alter table news alter column a set not null', 'requires a value that the older version may not write'],
    ['alter table news add column a text not null', 'requires a value that the older version does not write'],
    [
      'alter table news add column a text not null, add column b text default 1',
      'requires a value that the older version does not write',
    ],
    ['alter table news add constraint short check (length(a) < 3)', 'may reject rows that the older version writes'],
    ['alter table news add unique (a)', 'may reject rows that the older version writes'],
    ['create unique index one on news (a)', 'may reject rows that the older version writes'],
    ['update news set a = 1', 'rewrites rows'],
    ['delete from news', 'removes rows'],
    ['drop function f()', 'drops what the older version may use'],
    ['drop trigger t on news', 'drops what the older version may use'],
    ['revoke select on news from app', 'revokes privileges'],
    [`select 'a;b'; -- harmless\ndrop table news`, 'drops a table'],
  ] as const)('reports %s', ([sql, problem]) => expect(problemsOf(`${sql};`)).toEqual([problem]));

  test.for([
    'create table notes (id uuid primary key, a text not null)',
    'create table notes (a text); alter table notes add check (a > 1); create unique index n on notes (a); drop table notes',
    'alter table news add column a text',
    'alter table news add column a text not null default 1',
    'alter table news add column a boolean default true not null',
    'alter table news add column a tsvector not null generated always as (b) stored',
    'alter table news drop constraint short',
    'alter table news alter column a drop not null',
    'alter table news alter a drop default',
    'create index one on news (a)',
    `create function f() returns void language sql as $$ delete from news; drop table news $$`,
    `insert into news (a) values ('drop table news; update news')`,
    '-- safe: the check is only made wider, nothing is rejected that was not before\nalter table news add check (a > 1)',
    '-- drop table news;\nselect 1',
    '-- safe throughout: nobody has these tables yet\ndrop table one; drop table two',
  ])('accepts %s', (sql) => expect(problemsOf(sql)).toEqual([]));

  test('applies a reason only to the statement below it and rejects an empty one', () => {
    expect(problemsOf('-- safe: nobody ever wrote a row into it\ndrop table one; drop table two')).toEqual([
      'drops a table',
    ]);
    expect(problemsOf('-- safe:\ndrop table one;')).toEqual(['drops a table']);
  });
});
