import { sql } from 'kysely';
import { z } from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { giveUpJob, listJobs, retryJob } from '@portico/contracts/admin/jobs';
import { readRows } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const set = ({ db }: TestPortal, name: string, change: ReturnType<typeof sql>) =>
  sql`update graphile_worker._private_jobs job set ${change} from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = ${name}`.execute(db);

async function troubledQueue(): Promise<TestPortal> {
  const portal = await testPortal();
  await addJob(portal.db, 'index-document', { itemId: ID });
  await addJob(portal.db, 'read-file', { fileId: ID });
  await addJob(portal.db, 'content-changed', { itemId: ID });
  await addJob(portal.db, 'send-invitation', { eventId: ID, userId: ID });
  await set(portal, 'content-changed', sql`locked_at = now(), locked_by = 'worker-1'`);
  await set(portal, 'send-invitation', sql`attempts = max_attempts, last_error = E'no answer\n  at line 7'`);
  await set(
    portal,
    'read-file',
    sql`attempts = 3, last_error = 'the file is broken', run_at = now() + interval '1 hour'`,
  );
  return portal;
}
const listed = async ({ as }: TestPortal, query: { state?: 'failed'; name?: string; page?: string } = {}) =>
  as('adam').call(listJobs, { query });
const idOf = async (portal: TestPortal, name: string) => (await listed(portal, { name })).items[0]!.id;
const auditOf = ({ db }: TestPortal, action: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'object_id', 'details']).where('action', '=', action).execute();

describe('the job queue', () => {
  test('is listed with failed jobs first and one-line errors, and filtered by state and name [OPS-006]', async () => {
    const portal = await troubledQueue();
    const { items, total, names } = await listed(portal);
    expect(items.map(({ name, state }) => [name, state])).toEqual([
      ['send-invitation', 'failed'],
      ['read-file', 'retrying'],
      ['content-changed', 'running'],
      ['index-document', 'waiting'],
    ]);
    expect(items[0]).toMatchObject({ lastError: 'no answer', attempts: 25, maxAttempts: 25 });
    expect([total, names]).toEqual([4, ['content-changed', 'index-document', 'read-file', 'send-invitation']]);
    expect((await listed(portal, { state: 'failed' })).items).toHaveLength(1);
    expect(await listed(portal, { state: 'failed', name: 'read-file' })).toMatchObject({ items: [], total: 0, names });
    expect(await listed(portal, { page: '2' })).toMatchObject({ items: [], total: 4 });
  });

  test('retries a failed job with all its attempts, and the audit log records who did it and who is affected [OPS-007]', async () => {
    const portal = await troubledQueue();
    const jobId = await idOf(portal, 'send-invitation');
    await portal.as('adam').call(retryJob, { params: { jobId } });
    expect((await listed(portal, { name: 'send-invitation' })).items[0]).toMatchObject({
      state: 'waiting',
      attempts: 0,
    });
    expect(await auditOf(portal, 'job.retried')).toEqual([
      {
        actor_id: expect.any(String) as string,
        object_id: jobId,
        details: { job: 'send-invitation', attempts: 25, eventId: ID, userId: ID },
      },
    ]);
    await portal.runJobs();
    expect((await listed(portal, { name: 'send-invitation' })).total).toBe(0);
  });

  test('drops a job that an administrator gives up, once, and records it in the audit log [OPS-007]', async () => {
    const portal = await troubledQueue();
    const jobId = await idOf(portal, 'read-file');
    await portal.as('adam').call(giveUpJob, { params: { jobId } });
    expect((await listed(portal)).total).toBe(3);
    expect(await auditOf(portal, 'job.given-up')).toEqual([
      expect.objectContaining({ object_id: jobId, details: { job: 'read-file', attempts: 3, fileId: ID } }),
    ]);
    expect(await portal.as('adam').fail(giveUpJob, { params: { jobId } })).toMatchObject({ status: 404 });
  });

  test('leaves a running job alone and returns a conflict [OPS-007]', async () => {
    const portal = await troubledQueue();
    const jobId = await idOf(portal, 'content-changed');
    for (const call of [retryJob, giveUpJob])
      expect(await portal.as('adam').fail(call, { params: { jobId } })).toMatchObject({ code: 'conflict' });
    const Locked = z.object({ worker: z.string() });
    expect(
      await readRows(
        portal.db,
        Locked,
        sql`select locked_by as worker from graphile_worker.jobs where locked_by is not null`,
      ),
    ).toEqual([{ worker: 'worker-1' }]);
    expect(await auditOf(portal, 'job.retried')).toEqual([]);
    for (const bad of ['0', 'x', '1e3', '9'.repeat(19)])
      expect(await portal.as('adam').fail(retryJob, { params: { jobId: bad } })).toMatchObject({ status: 400 });
  });
});
