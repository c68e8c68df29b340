import { databaseUrl } from '@portico/dev-database/databases';
import { describe, expect, inject, test } from 'vitest';
import { APPLICATION_ROLE } from '../testing/globalSetup.ts';
import { examine } from './examine.ts';
import { asOwner, healthyParts, matching, troubles } from '../testing/healthyParts.ts';

describe('the database', () => {
  const databaseTroubles = async (env: Record<string, string>) =>
    (await troubles(env)).filter(({ check }) => check === 'database');

  test('that does not exist, is unreachable or rejects the role is reported as a problem, with advice [OPS-113]', async () => {
    const { env } = await healthyParts();
    const at = (change: Partial<URL>) =>
      databaseTroubles({ ...env, DATABASE_URL: Object.assign(new URL(env.DATABASE_URL), change).href });
    expect(await at({ pathname: '/missing' })).toMatchObject([matching('problem', { advice: /^Create the database/ })]);
    expect(await at({ port: '1' })).toMatchObject([matching('problem', { advice: /^Nothing listens there/ })]);
    expect(await at({ username: 'nobody' })).toMatchObject([matching('problem', { advice: /^Correct the role/ })]);
    const text = JSON.stringify(await at({ port: '1', password: 'open-sesame' }));
    expect(text).not.toContain('open-sesame');
  });

  test('that is too old or newer than tested is reported with its version [OPS-113, OPS-462]', async () => {
    const { env, database } = await healthyParts();
    const reportVersion = (number: string, version: string) =>
      asOwner(
        database,
        `create or replace function public.current_setting(name text) returns text language sql as $$
          select case name when 'server_version_num' then '${number}' when 'server_version' then '${version}'
            else pg_catalog.current_setting(name) end $$`,
      );
    // This function shadows the one of PostgreSQL.
    await asOwner(
      database,
      `alter database ${new URL(database.url).pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    await reportVersion('140019', '14.19');
    expect(await databaseTroubles(env)).toMatchObject([
      { status: 'problem', what: 'PostgreSQL 14.19 is too old.', advice: 'Upgrade it to 15 or newer.' },
    ]);
    for (const [number, version] of [
      ['150000', '15.0'],
      ['180004', '18.4'],
    ] as const) {
      await reportVersion(number, version);
      expect(await databaseTroubles(env)).toEqual([]);
    }
    await reportVersion('190001', '19.1');
    expect(await databaseTroubles(env)).toMatchObject([
      { status: 'warning', what: expect.stringContaining('is newer than 18') as string },
    ]);
  });

  test('that stores text in another encoding than UTF8 is reported before anything is migrated [OPS-513]', async () => {
    const { env, database } = await healthyParts();
    await asOwner(
      database,
      `create or replace function public.current_setting(name text) returns text language sql as $$
        select case name when 'server_encoding' then 'SQL_ASCII' else pg_catalog.current_setting(name) end $$`,
    );
    // This function shadows the one of PostgreSQL.
    const name = new URL(database.url).pathname.slice(1);
    await asOwner(database, `alter database ${name} set search_path = public, pg_catalog`);
    expect(await databaseTroubles(env)).toMatchObject([
      { status: 'problem', what: 'The database stores text as SQL_ASCII, and the portal needs UTF8.' },
    ]);
  });

  test('that does not know the time zone of the firm is reported [OPS-485]', async () => {
    const { env, database } = await healthyParts();
    await asOwner(database, 'create view public.pg_timezone_names as select $$Europe/Berlin$$::text as name');
    await asOwner(database, 'grant select on public.pg_timezone_names to public');
    const name = new URL(database.url).pathname.slice(1);
    // This view shadows the one of PostgreSQL.
    await asOwner(database, `alter database ${name} set search_path = public, pg_catalog`);
    expect(await databaseTroubles({ ...env, FIRM_TIME_ZONE: 'europe/berlin' })).toEqual([]);
    expect(await databaseTroubles({ ...env, FIRM_TIME_ZONE: 'America/Chicago' })).toMatchObject([
      matching('problem', { what: /does not know the time zone America\/Chicago/ }),
    ]);
  });

  test('with pending migrations is a warning, or a problem if no role may apply them [OPS-113]', async () => {
    const { env, database } = await healthyParts();
    await asOwner(database, `delete from kysely_migration where name = (select max(name) from kysely_migration)`);
    expect(await databaseTroubles(env)).toMatchObject([{ status: 'warning', what: '1 migration is not applied.' }]);
    expect(await databaseTroubles({ ...env, DATABASE_OWNER_URL: '' })).toMatchObject([
      { what: '1 migration is not applied. The role of DATABASE_URL cannot apply them.' },
    ]);
  });

  test('whose tables belong to a role that the processes don’t know, as with the command migrate, is fine [OPS-501]', async () => {
    const { env } = await healthyParts();
    const found = (await examine({ ...env, DATABASE_OWNER_URL: '' }, false)).filter(
      ({ check }) => check === 'database',
    );
    expect(found.filter(({ status }) => status !== 'OK')).toEqual([]);
    expect(found.map(({ what }) => what)).toContain(
      `postgres owns the tables, ${APPLICATION_ROLE} reads and writes rows.`,
    );
  });

  test('with one role for everything is a warning; a superuser or rights on the schema are a problem [OPS-113]', async () => {
    const { env, database } = await healthyParts();
    const onlyOne = { ...env, DATABASE_OWNER_URL: '' };
    const name = new URL(database.url).pathname.slice(1);
    await asOwner(database, `create role ${name}_owner login password 'owner' in role pg_read_all_data`);
    await asOwner(database, `grant create on schema public to ${name}_owner`);
    const owning = Object.assign(new URL(database.url), { username: `${name}_owner`, password: 'owner' }).href;
    expect(await databaseTroubles({ ...onlyOne, DATABASE_URL: owning })).toMatchObject([
      matching('warning', { what: /^One role owns/ }),
    ]);
    await asOwner(database, `drop owned by ${name}_owner; drop role ${name}_owner`);
    const asSuperuser = databaseUrl(inject('clusterUrl'), new URL(database.url).pathname.slice(1));
    expect(await databaseTroubles({ ...onlyOne, DATABASE_URL: asSuperuser })).toMatchObject([
      matching('problem', { what: /a superuser/ }),
    ]);
    await asOwner(database, `grant create on schema public to ${APPLICATION_ROLE}`);
    expect(await databaseTroubles(env)).toMatchObject([matching('problem', { what: /can change the schema/ })]);
  });
});
