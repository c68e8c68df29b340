import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addJob } from '../../jobs/queue.ts';
import { keepWorkerAlive } from '../../jobs/liveWorkers.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

/** The value of a metric without labels, or with these. */
async function metric({ portal }: TestPortal, name: string): Promise<number | undefined> {
  const { body } = await portal.inject('/metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test('metrics say how long the oldest due job has waited, by the worker that it waits for [OPS-101]', async () => {
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

test('metrics count live workers, and none that has been silent for half a minute [OPS-101]', async () => {
  const portal = await testPortal();
  expect(await metric(portal, 'portico_workers')).toBe(0);
  const ending = new AbortController();
  const beating = keepWorkerAlive(portal.db, 'one', portal.parts.logger, ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await beating;
  });
  await expect.poll(() => metric(portal, 'portico_workers')).toBe(1);
  await sql`insert into job_workers (id, seen_at) values ('silent', now() - interval '31 seconds')`.execute(portal.db);
  expect(await metric(portal, 'portico_workers')).toBe(1);
});

test('metrics count published items that the search does not have as they are [OPS-101]', async () => {
  const portal = await testPortal();
  const id = await portal.make.news();
  await portal.make.news({ isDraft: true });
  await portal.runJobs();
  expect(await metric(portal, 'portico_search_items_missing')).toBe(0);
  await sql`update search_items set index_version = 0 where item_id = ${id}`.execute(portal.db);
  expect(await metric(portal, 'portico_search_items_missing')).toBe(1);
});

test('metrics say the age of the provider’s keys, what is stored, the quota and the space on the disk [OPS-101]', async () => {
  const portal = await testPortal({ env: { FILES_QUOTA_BYTES: '5000' } });
  expect(await metric(portal, 'portico_identity_keys_age_seconds')).toBeLessThan(60);
  expect(await metric(portal, 'portico_stored_bytes')).toBe(0);
  expect(await metric(portal, 'portico_stored_bytes_quota')).toBe(5000);
  const { freeBytes, totalBytes } = (await portal.store.space())!;
  expect(freeBytes).toBeGreaterThan(0);
  expect(await metric(portal, 'portico_store_size_bytes')).toBe(totalBytes);
  expect(await metric(portal, 'portico_store_free_bytes')).toBeLessThanOrEqual(totalBytes);
});

test('without its database a process still shows what it knows itself [OPS-101]', async () => {
  const portal = await testPortal();
  await portal.portal.inject('/healthz');
  const away = new Error('away');
  portal.pool.connect = ((done?: (error: Error) => void) => (done ? done(away) : Promise.reject(away))) as never;
  expect(await metric(portal, 'portico_workers')).toBeUndefined();
  expect(await metric(portal, 'portico_search_items_missing')).toBeUndefined();
  expect(await metric(portal, 'portico_database_connections{state="waiting"}')).toBe(0);
});
