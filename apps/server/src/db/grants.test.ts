import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase, withConnection } from '@portico/dev-database/databases';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/testDatabase.ts';
import { APPLICATION_ROLE } from '../testing/globalSetup.ts';
import { grantToApplication } from './grants.ts';
import { migrateToLatest } from './migrate.ts';
import { prepareDatabase } from './prepareDatabase.ts';

const run = (url: string, text: string) =>
  withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

async function emptyDatabase(): Promise<string> {
  const name = `grants_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(() => dropDatabase(inject('clusterUrl'), name));
  return createDatabase(inject('clusterUrl'), name);
}

const asApplication = (url: string) =>
  Object.assign(new URL(url), { username: APPLICATION_ROLE, password: APPLICATION_ROLE }).href;

test('the application role can neither weaken the audit log nor change the schema [L3]', async () => {
  const { applicationUrl } = await testDatabase();
  const attempts = [
    'alter table audit_log disable trigger audit_log_keep',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_keep on audit_log',
    'drop trigger audit_log_append on audit_log',
    'drop table audit_log',
    'drop table audit_log cascade',
    'alter table audit_log rename to old_log',
    'alter table audit_log drop column hash',
    'alter table audit_log owner to current_user',
    'create rule quiet as on insert to audit_log do instead nothing',
    `create trigger undo before insert on audit_log for each row execute function refuse_change()`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    'drop function refuse_change cascade',
    'drop function audit_hash cascade',
    'set session_replication_role = replica',
    'set role postgres',
    'set session authorization postgres',
    'reset role; set role pg_write_all_data',
    'alter table content_items drop column header',
    'drop table users',
    'truncate users',
    'create table mine ()',
    'create schema mine',
    'drop schema public cascade',
    'alter table content_revisions disable trigger content_revisions_keep',
    `insert into kysely_migration (name, timestamp) values ('9999_forged', 'now')`,
    'delete from kysely_migration',
    'delete from kysely_migration_checksum',
    `update kysely_migration_checksum set sha256 = ''`,
    'delete from graphile_worker.migrations',
    'insert into graphile_worker.migrations (id, breaking) values (999999, true)',
    'update graphile_worker.migrations set ts = now()',
    'create role another',
    `alter role ${APPLICATION_ROLE} superuser`,
    `copy audit_log to program 'cat'`,
  ];
  const rejected = /must be owner of|permission denied|must have|only roles with|privileges/i;
  for (const attempt of attempts) await expect(run(applicationUrl, attempt), attempt).rejects.toThrow(rejected);
  // PostgreSQL only warns about this one.
  await run(applicationUrl, 'grant all on audit_log to current_user');
  await expect(run(applicationUrl, 'delete from audit_log')).rejects.toThrow(rejected);
});

test('the application role can read and write rows of tables added later, and nothing more [L3]', async () => {
  const { url, applicationUrl } = await testDatabase();
  await run(
    url,
    `create schema later; create table later.jobs (id bigint generated always as identity primary key, what text); create table also (id serial primary key)`,
  );
  expect(await run(applicationUrl, `insert into later.jobs (what) values ('ring') returning id, what`)).toEqual([
    { id: '1', what: 'ring' },
  ]);
  expect(await run(applicationUrl, `update later.jobs set what = 'rang' returning what`)).toEqual([{ what: 'rang' }]);
  expect(await run(applicationUrl, `insert into also default values returning id`)).toEqual([{ id: 1 }]);
  expect(await run(applicationUrl, 'delete from later.jobs returning id')).toEqual([{ id: '1' }]);
  await expect(run(applicationUrl, 'drop table later.jobs')).rejects.toThrow('must be owner');
  await expect(run(applicationUrl, 'create table later.mine ()')).rejects.toThrow('permission denied');
});

test('the owner prepares a database, including tables that existed before the role [L3]', async () => {
  const url = await emptyDatabase();
  await run(url, 'create schema earlier; create table earlier.notes (text text)');
  await Promise.all([0, 1, 2].map(() => prepareDatabase({ ownerUrl: url, applicationUrl: asApplication(url) })));
  expect(await run(asApplication(url), `insert into earlier.notes values ('kept') returning text`)).toEqual([
    { text: 'kept' },
  ]);
  await expect(run(asApplication(url), 'truncate audit_log')).rejects.toThrow('permission denied');
  expect(await migrateToLatest(asApplication(url)), 'the portal detects that no migration is pending').toEqual([]);
});

test('a portal whose role may not migrate an old schema names the missing setting [L3, R15]', async () => {
  const url = await emptyDatabase();
  await expect(migrateToLatest(asApplication(url))).rejects.toThrow('set DATABASE_OWNER_URL');
});

test('a role that does not exist or could act as the owner of the tables is rejected [L3]', async () => {
  const url = await emptyDatabase();
  await migrateToLatest(url);
  const [owner, member] = ['owner', 'member'].map((word) => `${word}_${randomUUID().replaceAll('-', '')}`);
  await run(
    url,
    `create role ${owner} login createrole password '${owner}'; create role ${member} login; grant ${owner} to ${member}`,
  );
  onTestFinished(() => run(url, `drop owned by ${owner}; drop role ${member}, ${owner}`).then(() => undefined));
  await run(url, `grant all on schema public to ${owner}`);
  const ownerUrl = Object.assign(new URL(url), { username: owner, password: owner }).href;
  await expect(grantToApplication(ownerUrl, member!)).rejects.toThrow(`may act as "${owner}"`);
  await expect(grantToApplication(url, 'postgres')).rejects.toThrow('may act as');
  await expect(grantToApplication(url, 'nobody_at_all')).rejects.toThrow(
    '"nobody_at_all" of DATABASE_URL does not exist',
  );
});
