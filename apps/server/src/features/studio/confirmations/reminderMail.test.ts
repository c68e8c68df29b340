import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { expect, onTestFinished, test } from 'vitest';
import { remindOfDuties } from '../../duties/duties.jobs.ts';
import { supervisedPortal } from '../../duties/testing/supervisedPortal.ts';
import { sendDutyReminder } from './reminders.jobs.ts';

test('a worker that dies between sending the email and noting it sends no second one [DUTY-044]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = await startMailbox({ folder, port: 0 });
  onTestFinished(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'https://portal.example' };
  const { ask, clock, parts, db, setPerson } = await supervisedPortal({ env });
  for (const name of ['edda', 'ana', 'nils']) await setPerson(name, { email: null });
  await ask('Policy', { reminders: 'Weekly' });
  clock.now = new Date('2026-06-27T11:00:00Z');
  await remindOfDuties({}, parts);
  const cora = await db
    .selectFrom('duty_reminder_people')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['reminder_id', 'user_id'])
    .where('subject', '=', 'cora')
    .executeTakeFirstOrThrow();
  const key = { reminderId: cora.reminder_id, userId: cora.user_id };
  const list = async () => (await openMailFolder(folder)).list();
  // Once the mail server has the email, nothing more is written.
  const dying = new Proxy(db, {
    get: (target, name) => {
      if (readdirSync(folder).some((file) => file.endsWith('.eml'))) throw new Error('killed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await sendDutyReminder(key, { ...parts, db: dying }).catch(() => undefined);
  expect(await list()).toHaveLength(1);
  await sendDutyReminder(key, parts);
  await sendDutyReminder(key, parts);
  const mails = await list();
  expect(mails).toHaveLength(1);
  const { subject, text } = await readMail((await (await openMailFolder(folder)).read(mails[0]!))!);
  expect(subject).toBe('Please confirm: Policy');
  expect(text).toContain('It was due on June 20, 2026');
});
