import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getHealth, type HealthPart } from '@portico/contracts/admin/health';
import packageJson from '../../../../package.json' with { type: 'json' };
import { createDb, createPool } from '../../../db/pool.ts';
import { addJob } from '../../../jobs/queue.ts';
import { recordProcess } from '../../../jobs/processes.ts';
import { createPush } from '../../../push/listen.ts';
import { addFile } from '../../../media/files/files.ts';
import { startClamdServer } from '../../../testing/services/clamav.ts';
import { startMailServer } from '../../../testing/services/mailServer.ts';
import { testPortal, type TestPortal } from '../../../testing/testPortal.ts';
import { isPatched } from '../../../runtime/nodeFloor.mjs';
import { checkHealth } from './health.ts';

const healthOf = ({ as }: TestPortal) => as('adam').call(getHealth, {});
const partOf = async (portal: TestPortal, name: HealthPart) =>
  (await healthOf(portal)).parts.find(({ part }) => part === name);

const ID = '00000000-0000-4000-8000-000000000001';

describe('the health of the portal', () => {
  test('is good while every part works [OPS-003]', async () => {
    const server = await startMailServer();
    const portal = await testPortal({ env: { SMTP_URL: server.url } });
    await sql`insert into job_workers (id) values ('one')`.execute(portal.db);
    const leaving = new AbortController();
    const known = recordProcess(portal.parts, leaving.signal, 50);
    await expect
      .poll(async () =>
        (await healthOf(portal)).parts.flatMap(({ part, state }) =>
          part === 'runtime' || state === 'off' ? [] : [state],
        ),
      )
      .toEqual(Array(9).fill('ok'));
    const { processes, parts } = await healthOf(portal);
    expect(parts.filter(({ state }) => state === 'off').map(({ part, finding }) => [part, finding])).toEqual([
      ['replicas', 'replicasOff'],
      ['scanner', 'scannerOff'],
      ['backups', 'backupsElsewhere'],
      ['webhooks', 'webhooksNone'],
      ['proofs', 'proofsUnsigned'],
      ['audit', 'auditUnverified'],
    ]);
    expect(processes).toEqual([expect.objectContaining({ role: 'all', version: packageJson.version, build: 'test' })]);
    expect(parts.find(({ part }) => part === 'files')!.count).toBeGreaterThan(0);
    leaving.abort();
    await known;
    expect((await healthOf(portal)).processes).toEqual([]);
  });

  test('reports late and failed jobs, and when no worker is running [OPS-003]', async () => {
    const portal = await testPortal();
    expect(await partOf(portal, 'workers')).toMatchObject({ state: 'down', finding: 'workersSilent', seenAt: null });
    await addJob(portal.db, 'read-file', { fileId: ID });
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'ok' });
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '7 minutes'`.execute(portal.db);
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'degraded', finding: 'jobsLate', count: 7 });
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(portal.db);
    expect(await partOf(portal, 'jobs')).toMatchObject({ state: 'degraded', finding: 'jobsFailed', count: 1 });
  });

  test('reports a mail server that does not respond and emails that fail [OPS-003]', async () => {
    const missing = await testPortal();
    expect(await partOf(missing, 'mail')).toMatchObject({ state: 'off', finding: 'mailMissing' });
    const silent = await testPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(await partOf(silent, 'mail')).toMatchObject({ state: 'down', finding: 'mailSilent' });
    const server = await startMailServer();
    const failing = await testPortal({ env: { SMTP_URL: server.url } });
    await addJob(failing.db, 'send-invitation', { eventId: ID, userId: ID });
    await sql`update graphile_worker._private_jobs set attempts = 1`.execute(failing.db);
    expect(await partOf(failing, 'mail')).toMatchObject({ state: 'degraded', finding: 'mailFails', count: 1 });
  });

  test('counts published items missing from the search index [OPS-003]', async () => {
    const portal = await testPortal();
    await portal.make.news();
    expect(await partOf(portal, 'search')).toMatchObject({ state: 'ok' });
    await portal.db.insertInto('search_upkeep').values({ missing: 1 }).execute();
    expect(await partOf(portal, 'search')).toMatchObject({ state: 'degraded', finding: 'searchBehind', count: 1 });
  });

  test('shows processes of different versions and drops those that died [OPS-004]', async () => {
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

  test('reports what is down while the database, the file store and the identity provider do not respond [OPS-003]', async () => {
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
    const fails = () => Promise.reject(new Error('unreachable'));
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
      replicas: 'replicasOff',
      processes: 'unknown',
      workers: 'unknown',
      jobs: 'unknown',
      mail: 'mailMissing',
      identity: 'identityMissing',
      files: 'filesDown',
      scanner: 'scannerOff',
      search: 'unknown',
      push: 'pushLost',
      backups: 'backupsElsewhere',
      webhooks: 'unknown',
      proofs: 'proofsUnsigned',
      audit: 'unknown',
      runtime: isPatched(process.versions.node) ? 'runtimePatched' : 'runtimeUnpatched',
    });
    const planned = { ...portal.parts.config, BACKUP_URL: 'file:///backups' };
    const { parts: withBackups } = await checkHealth({ ...portal.parts, db, config: planned }, push);
    expect(withBackups.find(({ part }) => part === 'backups')).toMatchObject({ state: 'down', finding: 'unknown' });
  });

  test('shows when the last backup was made, whether it can be restored and when the next is due [OPS-391]', async () => {
    // A Wednesday, because backups are verified on Sundays.
    const now = new Date('2026-06-10T14:00:00Z');
    const portal = await testPortal({ now, env: { BACKUP_URL: 'file:///nowhere/backups' } });
    const { db, clock } = portal;
    const backups = () => partOf(portal, 'backups');
    const at = (hours: number) => new Date(clock.now.getTime() - hours * HOUR_MS).toISOString();
    const run = (kind: 'backup' | 'verification', hours: number, problem: string | null = null) =>
      db
        .insertInto('backup_runs')
        .values({
          kind,
          state: problem === null ? 'succeeded' : 'failed',
          started_at: at(hours),
          finished_at: at(hours),
          taken_at: problem === null ? at(hours) : null,
          problem,
        })
        .execute();
    expect(await backups()).toMatchObject({ state: 'degraded', finding: 'backupsMissing', count: null });
    await run('backup', 2);
    const made = (await backups())!;
    expect(made).toMatchObject({ state: 'degraded', finding: 'backupsUnverified' });
    expect(made.facts!.slice(0, 2)).toEqual([
      { fact: 'backupMade', at: at(2), count: 2 },
      { fact: 'backupVerified', at: null, count: null },
    ]);
    expect(made.facts!.slice(2).map(({ fact, at: next }) => [fact, next?.slice(10)])).toEqual([
      ['backupNext', 'T02:30:00.000Z'],
      ['verificationNext', 'T04:30:00.000Z'],
    ]);
    await run('verification', 1);
    expect(await backups()).toMatchObject({ state: 'ok', finding: 'backupsCurrent' });
    await run('verification', 0.5, 'A part is damaged.');
    expect(await backups()).toMatchObject({ state: 'degraded', finding: 'verificationFailed' });
    await run('backup', 0.25, 'The bucket is unreachable.');
    expect(await backups()).toMatchObject({ state: 'degraded', finding: 'backupFailed' });
    await db.deleteFrom('backup_runs').where('state', '=', 'failed').execute();
    clock.now = new Date(clock.now.getTime() + 31 * HOUR_MS);
    expect(await backups()).toMatchObject({ state: 'degraded', finding: 'backupOverdue' });
    await run('backup', 1);
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await backups()).toMatchObject({ state: 'ok' });
    await sql`update backup_runs set finished_at = finished_at - interval '8 days' where kind = 'verification'`.execute(
      db,
    );
    expect(await backups()).toMatchObject({ state: 'degraded', finding: 'verificationOverdue' });
    const { config } = portal.parts;
    const sealed = { ...config, BACKUP_RECIPIENTS: ['age1'], BACKUP_IDENTITY_FILE: undefined };
    const { parts } = await checkHealth({ ...portal.parts, config: sealed }, createPush(portal.parts));
    const encrypted = parts.find(({ part }) => part === 'backups')!;
    expect(encrypted).toMatchObject({ state: 'ok', finding: 'backupsCurrent' });
    expect(encrypted.facts!.at(-1)).toEqual({ fact: 'verificationOff', at: null, count: null });
  });

  test('says when there are no webhooks, and reports failing and disabled ones and late deliveries [OPS-392]', async () => {
    const portal = await testPortal();
    const { db, clock } = portal;
    const webhooks = () => partOf(portal, 'webhooks');
    expect(await webhooks()).toMatchObject({ state: 'off', finding: 'webhooksNone' });
    const { id: created_by } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const now = clock.now.toISOString();
    const { id } = await db
      .insertInto('webhooks')
      .values({
        name: 'Website',
        url: 'https://www.example.com/hooks',
        events: ['item.published'],
        secret: 'whsec_test',
        created_by,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const waiting = (count: number) => [{ fact: 'deliveriesWaiting', at: null, count }];
    expect(await webhooks()).toEqual({
      part: 'webhooks',
      state: 'ok',
      finding: 'webhooksDeliver',
      count: 1,
      seenAt: null,
      facts: waiting(0),
    });
    await db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, event: 'item.published', body: '{}', created_at: now, next_attempt_at: now })
      .execute();
    expect(await webhooks()).toMatchObject({ state: 'ok', facts: waiting(1) });
    clock.now = new Date(clock.now.getTime() + 7 * 60_000);
    expect(await webhooks()).toMatchObject({ state: 'degraded', finding: 'webhooksLate', count: 7 });
    await db.updateTable('webhooks').set({ failing_since: now }).execute();
    expect(await webhooks()).toMatchObject({ state: 'degraded', finding: 'webhooksFail', count: 1 });
    await db.updateTable('webhooks').set({ disabled_at: now, is_given_up: true }).execute();
    expect(await webhooks()).toMatchObject({
      state: 'degraded',
      finding: 'webhooksGivenUp',
      count: 1,
      facts: waiting(0),
    });
    await db.updateTable('webhooks').set({ is_given_up: false, failing_since: null }).execute();
    expect(await webhooks()).toMatchObject({ state: 'ok', finding: 'webhooksDeliver' });
  });

  test('says when there are no read replicas, and counts those out of use [OPS-266]', async () => {
    const portal = await testPortal({ env: { DATABASE_READ_URLS: 'postgres://portico@127.0.0.1:1/portico' } });
    expect(await partOf(portal, 'replicas')).toMatchObject({
      state: 'degraded',
      finding: 'replicasLeftOut',
      count: 1,
    });
    const { body } = await portal.portal.inject('/metrics');
    expect(body).toContain('portico_replica_used{replica="127.0.0.1:1"} 0');
    expect(body).toContain('portico_replica_lag_seconds{replica="127.0.0.1:1"} +Inf');
    const replicas = {
      ...portal.parts.replicas!,
      states: () => [{ name: 'one', lagMs: 20, problem: undefined }],
    };
    const { parts } = await checkHealth({ ...portal.parts, replicas }, createPush(portal.parts));
    expect(parts.find(({ part }) => part === 'replicas')).toMatchObject({
      state: 'ok',
      finding: 'replicasUsed',
      count: 1,
    });
    const without = await testPortal();
    expect(await partOf(without, 'replicas')).toMatchObject({ state: 'off', finding: 'replicasOff' });
  });

  test('says when there is no virus scanner, and reports an unreachable scanner or waiting files [OPS-360]', async () => {
    const server = await startClamdServer();
    const portal = await testPortal({ env: { CLAMAV_URL: server.url } });
    expect(await partOf(portal, 'scanner')).toMatchObject({ state: 'ok', finding: 'scannerAnswers' });
    const stream = Readable.from([Buffer.from('words')]);
    await addFile(portal, { stream, fileName: 'fees.txt' });
    await sql`update files set scan = 'Waiting'`.execute(portal.db);
    expect(await partOf(portal, 'scanner')).toMatchObject({ state: 'ok' });
    await sql`update files set created_at = now() - interval '4 minutes'`.execute(portal.db);
    expect(await partOf(portal, 'scanner')).toMatchObject({ state: 'degraded', finding: 'scannerBehind', count: 1 });
    server.behavior.onPing = (socket) => socket.destroy();
    expect(await partOf(portal, 'scanner')).toMatchObject({ state: 'down', finding: 'scannerDown' });
    await portal.parts.scanner!.scan(() => Readable.from([Buffer.from('words')]), 5000);
    const { body } = await portal.portal.inject('/metrics');
    expect(body).toContain('portico_file_scans_total{result="clean"} 1');
    expect(body).toContain('portico_file_scans_total{result="unavailable"} 0');
    expect(body).toContain('portico_files_held{scan="Waiting"} 1');
    expect(await partOf(await testPortal(), 'scanner')).toMatchObject({ state: 'off', finding: 'scannerOff' });
  });
});
