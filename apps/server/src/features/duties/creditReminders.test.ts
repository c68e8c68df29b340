import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { listPersonStandings, remindCredits } from '@portico/contracts/studio/credits';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../db/pool.ts';
import { sendCreditReminderMail } from './creditReminders.jobs.ts';
import { remindOfDuties } from './duties.jobs.ts';
import { countWaiting } from '../../testing/countWaiting.ts';
import { creditedPortal, lineOf } from './testing/creditedPortal.ts';

const REMINDER = 'You still need credits';
/** Seven in the morning in New York: in summer, and from November 1. */
const SUMMER = 'T11:00:00Z';
const WINTER = 'T12:00:00Z';

/** Names of those who got a reminder of one duty, once for each. */
const reachedIn = async (db: Db) =>
  (
    await db
      .selectFrom('credit_reminder_people')
      .innerJoin('users', 'users.id', 'user_id')
      .select('subject')
      .orderBy('subject')
      .execute()
  ).map(({ subject }) => subject);

test('those who lack credits are reminded 90, 30 and 7 days before the firm’s own date, once for all that they lack; nobody else is [CREDIT-069]', async () => {
  const { addNeed, attended, at, notices, audited, as } = await creditedPortal();
  await addNeed({ reminders: 'Before' });
  await addNeed({ program: 'CFP', state: '', reminders: 'Before' });
  await addNeed({ program: 'Never', state: '' });
  await attended(['nils'], [lineOf('3'), lineOf('3', { program: 'CFP', state: '' })]);
  await at('2026-09-01T10:50:00Z');
  expect(await notices('cora')).toEqual([]);
  await at(`2026-09-01${SUMMER}`);
  await at('2026-09-01T11:10:00Z');
  await at(`2026-09-02${SUMMER}`);
  expect([await notices('cora'), await notices('nils')]).toEqual([[REMINDER], []]);
  const { items } = await as('edda').call(listPersonStandings, { query: { text: 'cora' } });
  expect(items.map(({ program, remindedAt }) => [program, remindedAt])).toEqual([
    ['CFP', `2026-09-01T11:00:00.000Z`],
    ['Insurance CE', `2026-09-01T11:00:00.000Z`],
    ['Never', null],
  ]);
  await at(`2026-10-31${SUMMER}`);
  await attended(['ana'], [lineOf('3'), lineOf('3', { program: 'CFP', state: '' })], {
    endsAt: '2026-11-02T20:00:00.000Z',
  });
  for (const day of ['2026-11-23', '2026-11-30', '2026-12-07', '2027-01-01']) await at(`${day}${WINTER}`);
  expect([(await notices('cora')).length, (await notices('ana')).length, await notices('nils')]).toEqual([3, 2, []]);
  expect(await audited('credits.reminded')).toEqual([
    { by: 'schedule', day: '2026-09-01', people: 3 },
    { by: 'schedule', day: '2026-10-31', people: 3 },
    { by: 'schedule', day: '2026-11-23', people: 2 },
  ]);
});

test('weekly reminders go on after the firm’s own date until the year ends [CREDIT-069]', async () => {
  const { addNeed, at, notices } = await creditedPortal();
  await addNeed({ reminders: 'Weekly' });
  const after = async (day: string) => {
    await at(`${day}${WINTER}`);
    return (await notices('cora')).length;
  };
  expect(await after('2026-12-06')).toBe(0);
  expect(await after('2026-12-07')).toBe(1);
  expect(await after('2026-12-28')).toBe(2);
  expect(await after('2027-01-01')).toBe(2);
  expect(await after('2027-01-04')).toBe(2);
});

test('a planned day is made up for up to two days late, and not for people who left meanwhile or whom the line does not concern [CREDIT-069]', async () => {
  const { addNeed, clock, parts, db, setPerson } = await creditedPortal();
  for (const name of ['cora', 'nils']) await setPerson(name, { advisor_type: 'AdvisorHybrid' });
  await addNeed({ reminders: 'Before', audience: ['AdvisorHybrid'] });
  for (const name of ['ana', 'edda']) await setPerson(name, { advisor_type: 'Nla' });
  await setPerson('nils', { disabled_at: '2026-08-01T00:00:00Z' });
  clock.now = new Date(`2026-09-04${SUMMER}`);
  await remindOfDuties({}, parts);
  expect(await reachedIn(db)).toEqual([]);
  clock.now = new Date(`2026-11-02${WINTER}`);
  await remindOfDuties({}, parts);
  expect(await reachedIn(db)).toEqual(['cora']);
});

test('each person is reminded between seven and eight in the evening of their own zone [CREDIT-070]', async () => {
  const { addNeed, at, db, setPerson, audited } = await creditedPortal();
  const reached = () => reachedIn(db);
  await setPerson('cora', { time_zone: 'Asia/Tokyo' });
  await setPerson('nils', { time_zone: 'Pacific/Honolulu' });
  await addNeed({ reminders: 'Before' });
  await at('2026-08-31T21:50:00Z');
  expect(await reached()).toEqual([]);
  await at('2026-08-31T22:00:00Z');
  expect(await reached()).toEqual(['cora']);
  await at('2026-09-01T11:00:00Z');
  expect(await reached()).toEqual(['ana', 'cora', 'edda']);
  await at('2026-09-01T16:50:00Z');
  expect(await reached()).toEqual(['ana', 'cora', 'edda']);
  await at('2026-09-01T17:00:00Z');
  expect(await reached()).toEqual(['ana', 'cora', 'edda', 'nils']);
  await at('2026-09-02T11:00:00Z');
  // By the days of the firm.
  expect((await audited('credits.reminded')).map(({ day, people }) => [day, people])).toEqual([
    ['2026-08-31', 1],
    ['2026-09-01', 3],
  ]);
});

test('a worker that dies before its transaction is committed, and two that run at once, remind of credits once [CREDIT-071]', async () => {
  const { addNeed, clock, parts, notices, db } = await creditedPortal();
  await addNeed({ reminders: 'Before' });
  clock.now = new Date(`2026-09-01${SUMMER}`);
  const dying = {
    ...parts,
    notify: async (...given: Parameters<typeof parts.notify>) => {
      await parts.notify(...given);
      throw new Error('killed');
    },
  };
  await expect(remindOfDuties({}, dying)).rejects.toThrow('killed');
  const isSending = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const slow = {
    ...parts,
    notify: async (...given: Parameters<typeof parts.notify>) => {
      isSending.resolve();
      await mayGoOn.promise;
      await parts.notify(...given);
    },
  };
  const workers = [remindOfDuties({}, slow)];
  await isSending.promise;
  workers.push(remindOfDuties({}, parts));
  await expect.poll(() => countWaiting(db)).toBe(1);
  mayGoOn.resolve();
  await Promise.all(workers);
  for (const name of ['cora', 'nils', 'ana', 'edda']) expect(await notices(name)).toEqual([REMINDER]);
});

/** A portal that sends email to Cora and Nils, the email that has arrived, and what the job needs for a person. */
async function mailedPortal() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = await startMailbox({ folder, port: 0 });
  onTestFinished(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const portal = await creditedPortal({ SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'https://portal.example' });
  const { db, setPerson, idOf } = portal;
  for (const name of ['edda', 'ana']) await setPerson(name, { email: null });
  return {
    ...portal,
    folder,
    mails: async () => {
      const open = await openMailFolder(folder);
      return Promise.all((await open.list()).map(async (name) => readMail((await open.read(name))!)));
    },
    keyOf: async (name: string) => {
      const userId = await idOf(name);
      const { reminder_id: reminderId } = await db
        .selectFrom('credit_reminder_people')
        .select('reminder_id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { reminderId, userId };
    },
  };
}

test('the email of a reminder lists each missing credit with its day; a worker that dies after sending it sends no second one, and who has the hours by then gets none [CREDIT-072]', async () => {
  const { addNeed, attended, clock, parts, db, folder, mails, keyOf } = await mailedPortal();
  await addNeed({ reminders: 'Before' });
  await addNeed({ program: 'CFP', state: '', hours: '1', reminders: 'Before' });
  clock.now = new Date(`2026-09-01${SUMMER}`);
  await remindOfDuties({}, parts);
  const cora = await keyOf('cora');
  const dying = new Proxy(db, {
    get: (target, name) => {
      if (readdirSync(folder).some((file) => file.endsWith('.eml'))) throw new Error('killed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await sendCreditReminderMail(cora, { ...parts, db: dying }).catch(() => undefined);
  await sendCreditReminderMail(cora, parts);
  await attended(['nils'], [lineOf('3'), lineOf('1', { program: 'CFP', state: '' })], {
    endsAt: '2026-09-02T20:00:00.000Z',
  });
  await sendCreditReminderMail(await keyOf('nils'), parts);
  const all = await mails();
  expect(all.map(({ subject }) => subject)).toEqual([REMINDER]);
  expect(all[0]!.text).toContain('Credits: Insurance CE (NC)');
  expect(all[0]!.text).toContain('3 of 3 hours are missing. They are due on November 30, 2026.');
  expect(all[0]!.text).toContain('1 of 1 hour is missing.');
  expect(all[0]!.text).toContain('https://portal.example/duties/credits');
});

test('when the mail server refuses for now, the email of a reminder is sent by the next attempt [CREDIT-072]', async () => {
  const { addNeed, clock, parts, mails, keyOf } = await mailedPortal();
  await addNeed({ reminders: 'Before' });
  clock.now = new Date(`2026-09-01${SUMMER}`);
  await remindOfDuties({}, parts);
  const cora = await keyOf('cora');
  const config = { ...parts.config, SMTP_URL: 'smtp://127.0.0.1:1' };
  await expect(sendCreditReminderMail(cora, { ...parts, config })).rejects.toThrow();
  await sendCreditReminderMail(cora, parts);
  expect((await mails()).map(({ subject }) => subject)).toEqual([REMINDER]);
});

test('a reminder that an officer sends goes by email, too, and the list says to how many [CREDIT-073]', async () => {
  const { addNeed, as, mails, keyOf, parts } = await mailedPortal();
  await addNeed();
  const { reminds, remindsByMail } = await as('edda').call(listPersonStandings, { query: {} });
  expect([reminds, remindsByMail]).toEqual([4, 2]);
  const id = '6f9b1d4e-0000-4000-8000-00000000cafe';
  await as('edda').call(remindCredits, { body: { id, people: 4, filters: {} } });
  const cora = await keyOf('cora');
  expect(cora.reminderId).toBe(id);
  await sendCreditReminderMail(cora, parts);
  expect((await mails()).map(({ subject }) => subject)).toEqual([REMINDER]);
});
