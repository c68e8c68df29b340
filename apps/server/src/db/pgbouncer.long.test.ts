import { DAY_MS } from '@portico/contracts/durations';
import { databaseUrl, withConnection } from '@portico/dev-database/databases';
import { findPgBouncer, startPgBouncer } from '@portico/dev-database/pgbouncer';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Config } from '../config.ts';
import { startChildServer } from '../testing/processes/childServer.ts';
import { contentMaker } from '../testing/contentMaker.ts';
import { APPLICATION_ROLE } from '../testing/globalSetup.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { startTestIssuer } from '../testing/testIssuer.ts';
import { checkDatabase } from '../doctor/databaseCheck.ts';
import { checkPooler } from './poolerProblems.ts';

const program = findPgBouncer();
if (!program) console.warn('PgBouncer is not installed: its tests are skipped (Debian: apt-get install pgbouncer)');

/** A database whose time zone is not UTC, and its address through PgBouncer. */
async function behindPgBouncer({ withTimeouts, settings }: { withTimeouts: boolean; settings?: string[] }) {
  const database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const asSuperuser = databaseUrl(inject('clusterUrl'), name);
  await withConnection(asSuperuser, async (client) => {
    await client.query(`alter database ${name} set TimeZone = 'America/New_York'`);
    if (!withTimeouts) return;
    await client.query(`alter role ${APPLICATION_ROLE} in database ${name} set statement_timeout = '2s'`);
    await client.query(
      `alter role ${APPLICATION_ROLE} in database ${name} set idle_in_transaction_session_timeout = '30s'`,
    );
  });
  const roles = [
    { name: APPLICATION_ROLE, password: APPLICATION_ROLE },
    { name: 'postgres', password: decodeURIComponent(new URL(asSuperuser).password) },
  ];
  const pooler = await startPgBouncer(program!, asSuperuser, roles, settings);
  onTestFinished(() => pooler.stop());
  return { database, pooledUrl: pooler.through(database.applicationUrl) };
}

const settingsFor = (url: string, prepare: boolean) =>
  ({
    DATABASE_URL: url,
    DATABASE_PREPARE: prepare,
    DATABASE_STATEMENT_TIMEOUT_MS: 2000,
    FIRM_TIME_ZONE: 'America/New_York',
  }) as Config;

describe.skipIf(!program)('PgBouncer in transaction mode', () => {
  test('if the pooler is not configured, startup fails and names the setting to change', async () => {
    const { pooledUrl } = await behindPgBouncer({ withTimeouts: true });
    await expect(checkPooler(settingsFor(pooledUrl, true))).rejects.toThrow(/set DATABASE_PREPARE to false/);
    await expect(checkPooler(settingsFor(pooledUrl, false))).resolves.toBeUndefined();
  });

  test('if the pooler silently drops startup parameters instead of rejecting them, startup fails', async () => {
    const { database, pooledUrl } = await behindPgBouncer({
      withTimeouts: true,
      settings: ['ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options'],
    });
    await expect(checkPooler(settingsFor(pooledUrl, true))).rejects.toThrow(/set DATABASE_PREPARE to false/);
    await expect(checkPooler(settingsFor(pooledUrl, false))).resolves.toBeUndefined();
    await expect(checkPooler(settingsFor(database.applicationUrl, true))).resolves.toBeUndefined();
  });

  test('if the role has no timeouts, startup fails with the SQL to run', async () => {
    const { pooledUrl } = await behindPgBouncer({ withTimeouts: false });
    await expect(checkPooler(settingsFor(pooledUrl, false))).rejects.toThrow(
      /alter role portico_app set statement_timeout = '2s'[^]*alter role portico_app set idle_in_transaction_session_timeout/,
    );
  });

  test('doctor says which settings must not point to the pooler, and which need other values [OPS-113]', async () => {
    const { database, pooledUrl } = await behindPgBouncer({ withTimeouts: true });
    const troubles = async (url: string, prepare: boolean, listenUrl?: string) =>
      (await checkDatabase({ ...settingsFor(url, prepare), DATABASE_LISTEN_URL: listenUrl }))
        .filter(({ status, what }) => status !== 'OK' && !what.startsWith('One role'))
        .map(({ status, what, advice }) => `${status}: ${what} ${advice}`);
    expect(await troubles(pooledUrl, true)).toEqual([
      expect.stringMatching(/^problem: .* set DATABASE_PREPARE to false/i) as string,
    ]);
    expect(await troubles(pooledUrl, false)).toEqual([
      expect.stringMatching(/^warning: .* Set DATABASE_LISTEN_URL/) as string,
    ]);
    expect(await troubles(pooledUrl, false, pooledUrl)).toEqual([
      expect.stringMatching(/^problem: DATABASE_LISTEN_URL points to a pooler/) as string,
    ]);
    expect(await troubles(pooledUrl, false, database.applicationUrl)).toEqual([]);
  });

  test.each(['with', 'without'])(
    'the portal answers in UTC and sends mail %s an address past the pooler for push and jobs',
    async (listening) => {
      const { database, pooledUrl } = await behindPgBouncer({ withTimeouts: true });
      const issuer = await startTestIssuer();
      const folder = await mkdtemp(join(tmpdir(), 'portico-pooler-mail-'));
      const mailbox = await startMailbox({ folder, port: 0 });
      onTestFinished(async () => {
        await mailbox.close();
        await rm(folder, { recursive: true, force: true });
      });
      const startsAt = new Date(Date.now() + 7 * DAY_MS).toISOString().replace(/T.*/, 'T14:00:00Z');
      const eventId = await contentMaker(database.db, { now: new Date() }).event({ startsAt, endsAt: startsAt });
      const server = await startChildServer({
        databaseUrl: pooledUrl,
        issuer,
        env: {
          DATABASE_PREPARE: 'false',
          DATABASE_OWNER_URL: database.url,
          ...(listening === 'with' ? { DATABASE_LISTEN_URL: database.applicationUrl } : {}),
          SMTP_URL: mailbox.smtpUrl,
        },
      });
      const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', email: 'ana@portico.test' });
      const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
      const ask = (path: string, method = 'GET') => fetch(`${server.url}/api/v1/${path}`, { method, headers });
      // Many calls over the pooler's few connections; a single rejection because of load proves nothing.
      for (let round = 0; round < 10; round += 1) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => ask('events/upcoming?page=1')));
        for (const answer of answers.filter(({ status }) => status !== 503)) {
          expect(answer.status).toBe(200);
          expect(await answer.json()).toMatchObject({ items: [{ id: eventId, startDate: startsAt }] });
        }
      }
      const invited = () => ask(`events/${eventId}/invite-me`, 'POST').then(({ ok }) => ok);
      await expect.poll(invited).toBe(true);
      const mails = await openMailFolder(folder);
      await expect.poll(async () => (await mails.list()).length).toBe(1);
    },
  );
});
