import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getHealth, type HealthPart } from '@portico/contracts/admin/health';
import packageJson from '../../../package.json' with { type: 'json' };
import { createDb, createPool } from '../../db/pool.ts';
import { addJob } from '../../jobs/queue.ts';
import { keepProcessKnown } from '../../jobs/processes.ts';
import { createPush } from '../../push/listen.ts';
import { startMailServer } from '../../testing/mailServer.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { checkHealth } from './health.ts';

const healthOf = ({ as }: TestPortal) => as('adam').call(getHealth, {});
const partOf = async (portal: TestPortal, name: HealthPart) =>
  (await healthOf(portal)).parts.find(({ part }) => part === name);

const ID = '00000000-0000-4000-8000-000000000001';

describe('the health of the portal', () => {
  test('is well while every part works [OPS-003]', async () => {
    const server = await startMailServer();
    const portal = await testPortal({ env: { SMTP_URL: server.url } });
    await sql`insert into job_workers (id) values ('one')`.execute(portal.db);
    const leaving = new AbortController();
    const known = keepProcessKnown(portal.parts, leaving.signal, 50);
    await expect
      .poll(async () => (await healthOf(portal)).parts.map(({ state }) => state), { timeout: 15_000 })
      .toEqual(Array(9).fill('ok'));
    const { processes, parts } = await healthOf(portal);
    expect(processes).toEqual([expect.objectContaining({ role: 'all', version: packageJson.version, build: 'test' })]);
    expect(parts.find(({ part }) => part === 'files')!.count).toBeGreaterThan(0);
    leaving.abort();
    await known;
    expect((await healthOf(portal)).processes).toEqual([]);
  });

  test('says which jobs are late or failed, and that no worker takes them [OPS-003]', async () => {
    const portal = await testPortal();
    expect(await partOf(portal, 'workers')).toMatchObject({ state: 'down', finding: 'workersSilent', seenAt: null });
    await addJob(portal.db, 'read-file', { fileId: ID });
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'ok' });
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '7 minutes'`.execute(portal.db);
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'degraded', finding: 'jobsLate', count: 7 });
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(portal.db);
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'degraded', finding: 'jobsFailed', count: 1 });
  });

  test('names a silent mail server, and email that fails [OPS-003]', async () => {
    const missing = await testPortal();
    expect(await partOf(missing, 'mail')).toMatchObject({ state: 'degraded', finding: 'mailMissing' });
    const silent = await testPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(await partOf(silent, 'mail')).toMatchObject({ state: 'down', finding: 'mailSilent' });
    const server = await startMailServer();
    const failing = await testPortal({ env: { SMTP_URL: server.url } });
    await addJob(failing.db, 'send-invitation', { eventId: ID, userId: ID });
    await sql`update graphile_worker._private_jobs set attempts = 1`.execute(failing.db);
    expect(await partOf(failing, 'mail')).toMatchObject({ state: 'degraded', finding: 'mailFails', count: 1 });
  });

  test('counts published items that searches do not find [OPS-003]', async () => {
    const portal = await testPortal();
    await portal.make.news();
    expect(await partOf(portal, 'search')).toMatchObject({ state: 'ok' });
    await portal.db.deleteFrom('search_items').execute();
    expect(await partOf(portal, 'search')).toMatchObject({ state: 'degraded', finding: 'searchBehind', count: 1 });
  });

  test('shows processes of different versions, and drops those that ended silently [OPS-004]', async () => {
    const portal = await testPortal();
    const save = (id: number, version: string, seen: string) =>
      sql`insert into portal_processes (id, role, version, build, seen_at)
        values (${`00000000-0000-4000-8000-00000000000${id}`}, 'web', ${version}, 'b', clock_timestamp() - ${seen}::interval)`.execute(
        portal.db,
      );
    await save(1, '1.0', '1 second');
    await save(2, '2.0', '1 second');
    await save(3, '0.9', '61 seconds');
    expect(await partOf(portal, 'processes')).toMatchObject({ finding: 'processesDiffer', count: 2 });
    expect((await healthOf(portal)).processes.map(({ version }) => version)).toEqual(['1.0', '2.0']);
  });

  test('names what is down while the database, the file store and the provider do not answer [OPS-003]', async () => {
    const portal = await testPortal();
    const pool = createPool({
      url: 'postgres://nobody@127.0.0.1:1/none',
      max: 1,
      prepare: true,
      statementTimeoutMs: 500,
    });
    const db = createDb(pool);
    onTestFinished(() => db.destroy());
    const push = createPush(portal.parts);
    const fails = () => Promise.reject(new Error('away'));
    const { parts } = await checkHealth(
      {
        ...portal.parts,
        db,
        store: { ...portal.parts.store, assertWorks: fails },
        provider: { ...portal.parts.provider, isReady: () => false },
      },
      push,
    );
    expect(Object.fromEntries(parts.map(({ part, finding }) => [part, finding]))).toEqual({
      database: 'databaseDown',
      processes: 'unknown',
      workers: 'unknown',
      jobs: 'unknown',
      mail: 'mailMissing',
      identity: 'identityMissing',
      files: 'filesDown',
      search: 'unknown',
      push: 'pushLost',
    });
  });
});
