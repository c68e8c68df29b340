import { sql, type RawBuilder } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { getHealth } from '@portico/contracts/admin/health';
import { maintainSearchIndex } from '../../search/index/maintainSearchIndex.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordHeartbeats } from '../../jobs/liveWorkers.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

/** The value of a metric without labels, or with the given ones. */
async function metric({ portal }: TestPortal, name: string): Promise<number | undefined> {
  const { body } = await portal.inject('/metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test('metrics show how long the oldest due job has waited for each worker [OPS-101]', async () => {
  const portal = await testPortal();
  const oldest = (worker: string) => metric(portal, `portico_oldest_due_job_seconds{worker="${worker}"}`);
  expect([await oldest('mail'), await oldest('punctual'), await oldest('other')]).toEqual([0, 0, 0]);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  await addJob(
    portal.db,
    'send-invitation',
    { eventId: crypto.randomUUID(), userId: crypto.randomUUID() },
    { runAt: ago(600) },
  );
  await addJob(portal.db, 'purge-todo', {}, { runAt: ago(60) });
  await addJob(portal.db, 'sweep-files', {}, { runAt: ago(-60) });
  expect(await oldest('mail')).toBeGreaterThanOrEqual(600);
  expect(await oldest('punctual')).toBe(0);
  expect(await oldest('other')).toBeGreaterThanOrEqual(60);
  expect(await oldest('other')).toBeLessThan(590);
});

test('metrics count live workers, but none that has been silent for half a minute [OPS-101]', async () => {
  const portal = await testPortal();
  expect(await metric(portal, 'portico_workers')).toBe(0);
  const ending = new AbortController();
  const beating = recordHeartbeats({ db: portal.db, logger: portal.parts.logger, workerId: 'one' }, ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await beating;
  });
  await expect.poll(() => metric(portal, 'portico_workers')).toBe(1);
  await sql`insert into job_workers (id, seen_at) values ('silent', now() - interval '31 seconds')`.execute(portal.db);
  expect(await metric(portal, 'portico_workers')).toBe(1);
});

/**
 * Blocks access to the rows or tables that the statement locks; the returned function, or the end of the test, releases
 * them.
 */
async function lock({ db }: TestPortal, statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await statement.execute(trx);
    locked();
    await isOver;
  });
  const unlock = async () => {
    end();
    await holding;
  };
  onTestFinished(unlock);
  await isLocked;
  return unlock;
}

test('metrics count published items whose current revision is not in the search index [OPS-101]', async () => {
  const portal = await testPortal();
  const id = await portal.make.news();
  await portal.make.news({ isDraft: true });
  await maintainSearchIndex(portal.db, new Date());
  expect(await metric(portal, 'portico_search_items_missing')).toBe(0);
  await sql`update search_items set index_version = 0 where item_id = ${id}`.execute(portal.db);
  const unlock = await lock(portal, sql`select from content_items where id = ${id} for update`);
  const upkeep = maintainSearchIndex(portal.db, new Date());
  await expect.poll(() => metric(portal, 'portico_search_items_missing')).toBe(1);
  await unlock();
  await upkeep;
  expect(await metric(portal, 'portico_search_items_missing')).toBe(0);
});

test('metrics and health show what the search index is missing without reading the items [OPS-437]', async () => {
  const portal = await testPortal();
  const admin = portal.as('adam');
  await admin.call(getHealth, {});
  await lock(portal, sql`lock table content_items in access exclusive mode`);
  expect(await metric(portal, 'portico_search_items_missing')).toBe(0);
  const { parts } = await admin.call(getHealth, {});
  expect(parts.filter(({ part }) => part === 'database' || part === 'search').map(({ state }) => state)).toEqual([
    'ok',
    'ok',
  ]);
});

test('metrics show the age of the provider’s keys, the stored bytes, the quota and the space on the disk [OPS-101]', async () => {
  const portal = await testPortal({ env: { FILES_QUOTA_BYTES: '5000' } });
  expect(await metric(portal, 'portico_identity_keys_age_seconds')).toBeLessThan(60);
  expect(await metric(portal, 'portico_stored_bytes')).toBe(0);
  expect(await metric(portal, 'portico_stored_bytes_quota')).toBe(5000);
  const { freeBytes, totalBytes } = (await portal.store.space())!;
  expect(freeBytes).toBeGreaterThan(0);
  expect(await metric(portal, 'portico_store_size_bytes')).toBe(totalBytes);
  expect(await metric(portal, 'portico_store_free_bytes')).toBeLessThanOrEqual(totalBytes);
});

test('without its database, a process still shows what it knows itself [OPS-101]', async () => {
  const portal = await testPortal();
  await portal.portal.inject('/healthz');
  const away = new Error('away');
  portal.pool.connect = ((done?: (error: Error) => void) => (done ? done(away) : Promise.reject(away))) as never;
  expect(await metric(portal, 'portico_workers')).toBeUndefined();
  expect(await metric(portal, 'portico_search_items_missing')).toBeUndefined();
  expect(await metric(portal, 'portico_database_connections{state="waiting"}')).toBe(0);
});

test('metrics show the age of the newest and the last verified backup, and what has failed since [OPS-230]', async () => {
  const portal = await testPortal({ env: { BACKUP_URL: 'file:///nowhere/backups' } });
  const ages = async () => [
    await metric(portal, 'portico_backup_age_seconds'),
    await metric(portal, 'portico_backup_verified_age_seconds'),
  ];
  const failures = async () => [
    await metric(portal, 'portico_backup_failures{kind="backup"}'),
    await metric(portal, 'portico_backup_failures{kind="verification"}'),
  ];
  const { body } = await portal.portal.inject('/metrics');
  expect(body).toContain('portico_backup_age_seconds +Inf');
  expect(body).toContain('portico_backup_verified_age_seconds +Inf');
  expect(await failures()).toEqual([0, 0]);
  const add = (kind: string, state: string, hoursAgo: number) =>
    sql`insert into backup_runs (kind, state, started_at, finished_at, taken_at, problem)
      select ${kind}, ${state}, at, at, case when ${state} = 'succeeded' then at end, case when ${state} = 'failed' then 'full' end
      from (select now() - make_interval(hours => ${hoursAgo}) as at) one`.execute(portal.db);
  await add('backup', 'failed', 9);
  await add('backup', 'succeeded', 8);
  await add('backup', 'failed', 7);
  await add('backup', 'failed', 6);
  await add('verification', 'succeeded', 5);
  await add('verification', 'failed', 4);
  expect(await failures()).toEqual([2, 1]);
  const [newest, verified] = await ages();
  expect([Math.round(newest! / 3600), Math.round(verified! / 3600)]).toEqual([8, 5]);
});

test('without backups, or without a key to verify them, their metrics are omitted [OPS-230]', async () => {
  const { portal } = await testPortal();
  expect((await portal.inject('/metrics')).body).not.toContain('portico_backup');
  const encrypted = await testPortal({
    env: {
      BACKUP_URL: 'file:///nowhere/backups',
      BACKUP_RECIPIENTS: 'age1ttk392wu6m2cp3xdng5fkcxvnzlh3aqn9vauj7dgf7f3jskk3e6qrhy8k4',
    },
  });
  expect(await metric(encrypted, 'portico_backup_verified_age_seconds')).toBeUndefined();
});
