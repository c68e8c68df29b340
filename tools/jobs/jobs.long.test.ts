import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { addJob } from '@portico/server/jobs/queue';
import { readRows } from '@portico/server/db/rows';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';

async function setup() {
  const { db, applicationUrl } = await testDatabase();
  const { id: userId } = await db
    .insertInto('users')
    .values({ issuer: 'https://idp.test', subject: 'ana', email: 'ana@portico.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const eventId = crypto.randomUUID();
  await addJob(db, 'send-invitation', { eventId, userId });
  await addJob(db, 'read-file', { fileId: crypto.randomUUID() });
  const ids = await readRows(
    db,
    z.object({ id: z.string() }),
    sql`select id::text from graphile_worker.jobs order by priority`,
  );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no
    answer', run_at = now() + interval '1 hour' where id = ${ids[0]!.id}`.execute(db);
  return {
    db,
    eventId,
    userId,
    mailJob: ids[0]!.id,
    fileJob: ids[1]!.id,
    async run(...args: string[]) {
      const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...args], {
        env: { ...process.env, DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: '' },
      });
      const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { output, errors, code: code as number };
    },
    attempts: () =>
      readRows(
        db,
        z.object({ id: z.string(), attempts: z.int(), isDue: z.boolean() }),
        sql`select id::text, attempts::int, run_at <= now() as "isDue" from graphile_worker.jobs order by priority`,
      ),
  };
}

test('jobs list shows each job with state, person and last error, and undeliverable emails [JOB-005]', async () => {
  const { db, run, mailJob, fileJob, eventId, userId } = await setup();
  const { output, code } = await run('list');
  expect(code).toBe(0);
  const [head, first, second] = output.split('\n');
  expect(head).toMatch(/^ID +JOB +STATE +TRIES +RUNS AT +CONCERNS +LAST ERROR$/);
  expect(first).toMatch(
    new RegExp(
      String.raw`^${mailJob} +send-invitation +failed +25/25 +\S+Z +ana@portico\.test, event ${eventId} +no answer$`,
    ),
  );
  expect(second).toMatch(new RegExp(String.raw`^${fileJob} +read-file +due +0/25 `));
  expect(JSON.parse((await run('list', '--json')).output)).toMatchObject({
    jobs: [
      {
        id: mailJob,
        job: 'send-invitation',
        state: 'failed',
        concerns: { eventId, userId },
        person: 'ana@portico.test',
      },
      { id: fileJob, job: 'read-file', state: 'due', lastError: null },
    ],
    undeliverable: [],
  });
  const item = await db.insertInto('content_items').values({ kind: 'event' }).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('undeliverable_emails')
    .values({ at: '2026-03-09T15:00:00Z', user_id: userId, event_id: item.id, reason: 'EENVELOPE 550' })
    .execute();
  expect((await run('list')).output).toMatch(
    new RegExp(
      String.raw`\n\nUndeliverable emails\nAT .*\n2026-03-09T15:00:00Z +invitation +ana@portico\.test +${item.id} +EENVELOPE 550\n$`,
    ),
  );
});

test('jobs retry gives a failed job all its attempts again, and jobs drop deletes jobs that are not running [JOB-005]', async () => {
  const { db, run, mailJob, fileJob, attempts } = await setup();
  expect(await run('retry', '--failed')).toMatchObject({ code: 0, output: '1 job will run again.\n' });
  expect(await attempts()).toEqual([
    { id: mailJob, attempts: 0, isDue: true },
    { id: fileJob, attempts: 0, isDue: true },
  ]);
  expect(await run('drop', mailJob, '999', '--yes')).toMatchObject({
    code: 1,
    output: '1 job dropped.\n',
    errors: expect.stringMatching(/\nThere is no job 999\.\n$/) as string,
  });
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'someone'`.execute(db);
  expect(await run('drop', fileJob)).toMatchObject({ code: 2, errors: expect.stringContaining('add --yes') as string });
  expect(await run('drop', fileJob, '--yes')).toMatchObject({
    code: 1,
    output: '0 jobs dropped.\n',
    errors: expect.stringContaining(`The job ${fileJob} is running.`) as string,
  });
  expect(await attempts()).toMatchObject([{ id: fileJob }]);
});

test.for(['', 'retry', 'drop 1 --failed', 'retry all', 'list 3', 'list --what'])(
  'npm run jobs rejects the arguments "%s" with exit code 2 [JOB-005]',
  async (line) => {
    const { run } = await setup();
    expect((await run(...line.split(' ').filter(Boolean))).code).toBe(2);
  },
);
