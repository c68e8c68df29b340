import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { expect, onTestFinished, test } from 'vitest';
import { inviteMe, setRegistration } from '@portico/contracts/events';
import { freePort } from '../../testing/processes/childServer.ts';
import { startMailServer } from '../../testing/services/mailServer.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { invitationPortal } from './testing/invitationPortal.ts';
import { draft, now } from './testing/springConference.ts';

test('an unreachable mail server only delays email, the final state alone is sent, and no address is logged [L1]', async () => {
  const port = await freePort();
  const { invite, set, runJobs, newMail, waitingJobs, folder, logged, db, change } = await invitationPortal({
    smtpUrl: `smtp://127.0.0.1:${port}`,
  });
  await Promise.all([invite('ana'), invite('cora')]);
  await set('ana', 'Registered');
  await runJobs();
  await change({ startsAt: '2026-06-11T15:00:00Z' });
  await runJobs();
  expect(await waitingJobs()).toEqual([
    { is_due: true, sent_at: null },
    { is_due: true, sent_at: null },
  ]);
  const restarted = await startMailbox({ folder, port: 0, smtpPort: port });
  onTestFinished(() => restarted.close());
  // Skips the delay before the next attempt.
  await db.executeQuery({
    sql: 'update graphile_worker._private_jobs set run_at = now()',
    parameters: [],
    query: { kind: 'RawNode' },
  } as never);
  const mails = await newMail();
  expect(mails.map(({ to, invitation }) => [to[0], invitation!.start]).sort()).toEqual([
    ['ana@portico.test', '2026-06-11T15:00:00.000Z'],
    ['cora@portico.test', '2026-06-11T15:00:00.000Z'],
  ]);
  expect((await waitingJobs()).every(({ is_due: isDue, sent_at: sentAt }) => !isDue && sentAt !== null)).toBe(true);
  expect(await newMail()).toEqual([]);
  expect(logged.some(({ msg }) => msg === 'a job failed')).toBe(true);
  expect(JSON.stringify(logged)).not.toMatch(/@portico\.test|Spring|Brandt/);
});

test('a recipient that the mail server rejects permanently is undeliverable: recorded, counted, not retried, and the address is not logged [L1, JOB-003]', async () => {
  const mailServer = await startMailServer({
    replies: { 'RCPT TO': '550 5.1.1 <ana@portico.test> does not live here' },
  });
  const { invite, runJobs, waitingJobs, logged, db, portal, eventId } = await invitationPortal({
    smtpUrl: mailServer.url,
  });
  await invite('ana');
  await runJobs();
  expect(await waitingJobs()).toEqual([{ is_due: false, sent_at: null }]);
  const [rejected, ...others] = await db.selectFrom('undeliverable_emails').selectAll().execute();
  expect(others).toEqual([]);
  expect(rejected).toMatchObject({
    event_id: eventId,
    reason: 'the mail server did not accept it: EENVELOPE 550 RCPT TO',
  });
  expect(logged.filter(({ msg }) => msg === 'an email is undeliverable')).toMatchObject([
    { userId: rejected!.user_id, eventId },
  ]);
  expect((await portal.inject({ url: '/metrics', headers: { authorization: 'Bearer metrics' } })).body).toContain(
    'portico_undeliverable_emails{kind="invitation"} 1',
  );
  expect(
    (
      await db
        .selectFrom('graphile_worker.jobs' as never)
        .selectAll()
        .execute()
    ).length,
  ).toBe(0);
  expect(JSON.stringify(logged)).not.toContain('ana@');
});

test('without a mail server, requesting an invitation fails with the reason and registration works', async () => {
  const { as, make, runJobs } = await testPortal({ now });
  const eventId = await make.event(draft);
  const body = (registrationStatus: 'Registered' | 'Unregistered') => ({
    params: { eventId },
    body: { registrationStatus },
  });
  expect(await as('ana').fail(inviteMe, { params: { eventId } })).toMatchObject({
    status: 409,
    detail: expect.stringContaining('does not send email'),
  });
  await as('ana').call(setRegistration, body('Registered'));
  await as('cora').call(setRegistration, body('Registered'));
  await as('ana').call(setRegistration, body('Unregistered'));
  await runJobs();
  expect(await as('cora').call(setRegistration, body('Registered'))).toMatchObject({
    registrationStatus: 'Registered',
  });
});
