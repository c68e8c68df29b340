import { sql } from 'kysely';
import { DAY_MS } from '@portico/contracts/durations';
import { inviteMe } from '@portico/contracts/events';
import { getHome } from '@portico/contracts/home';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { readRows } from '../db/rows.ts';
import { reportFault } from '../testing/faults/figures.ts';
import { startMailServer } from '../testing/services/mailServer.ts';
import { testPortal } from '../testing/testPortal.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';

const PEOPLE = 20;
const STEP_MINUTES = 5;
/** As documented for operators. */
const MAX_ATTEMPTS = 25;

const Job = z.object({ attempts: z.int(), max_attempts: z.int() });

test('when a mail server is down for an hour, no email is lost, and each is sent once when it is back [OPS-377]', async () => {
  const mail = await startMailServer();
  const connection = await unreliableConnection(mail.url);
  const { db, as, make, runJobs, clock } = await testPortal({ env: { SMTP_URL: connection.url } });
  const inAWeek = new Date(clock.now.getTime() + 7 * DAY_MS).toISOString();
  const eventId = await make.event({ startsAt: inAWeek, endsAt: inAWeek });
  const people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
  for (const person of people) await as(person).call(getHome, {});
  await db
    .updateTable('users')
    .set({ email: sql<string>`subject || '@portico.test'` })
    .execute();

  await connection.become('refused');
  for (const person of people) await as(person).call(inviteMe, { params: { eventId } });
  const waiting = () =>
    readRows(
      db,
      Job,
      sql`select attempts, max_attempts from graphile_worker.jobs where task_identifier = 'send-invitation'`,
    );
  // The pauses between attempts are the real ones: instead of waiting, the test moves the due times of all jobs closer.
  let [minutes, reads, longestReadMs] = [0, 0, 0];
  const pass = async () => {
    minutes += STEP_MINUTES;
    await sql`update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => ${STEP_MINUTES})`.execute(
      db,
    );
    await runJobs();
    const asked = performance.now();
    await as('person-0').call(getHome, {});
    longestReadMs = Math.max(longestReadMs, performance.now() - asked);
    reads += 1;
  };
  await runJobs();
  while (minutes < 60) await pass();
  const jobs = await waiting();
  expect(jobs).toHaveLength(PEOPLE);
  for (const { attempts, max_attempts } of jobs) {
    expect(attempts).toBeGreaterThanOrEqual(5);
    expect(attempts).toBeLessThan(MAX_ATTEMPTS / 2);
    expect(max_attempts).toBe(MAX_ATTEMPTS);
  }
  expect(mail.seen.emails).toBe(0);

  await connection.become('works');
  while ((await waiting()).length > 0 && minutes < 180) await pass();
  reportFault({
    fault: 'mail server away for an hour (pauses shortened)',
    acknowledged: PEOPLE,
    lost: PEOPLE - mail.seen.emails,
    reads,
    longestReadMs,
  });
  console.log(`all of ${PEOPLE} emails were sent ${minutes - 60} minutes after the mail server was back`);
  expect(mail.seen.emails).toBe(PEOPLE);
});
