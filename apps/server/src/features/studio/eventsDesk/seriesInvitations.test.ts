import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { giveDelegation } from '@portico/contracts/acting';
import { listUndeliverable, retryUndeliverable } from '@portico/contracts/admin/undeliverable';
import { inviteMe, setSeriesRegistration } from '@portico/contracts/events';
import { cancelDeskEvent, changeRoster, getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import { publishSeriesChange } from '@portico/contracts/studio/eventSeries';
import { queueSeriesInvitations } from '../../../mail/queueSeriesInvitations.ts';
import { startMailServer } from '../../../testing/services/mailServer.ts';
import { studioActions } from '../../../testing/studioActions.ts';
import { calendarProgram } from './testing/calendarProgram.ts';
import { at, seriesPortal, titled } from './testing/seriesPortal.ts';

const MOVED = { startsAt: '2026-06-19T15:00:00Z', endsAt: '2026-06-19T17:00:00Z' };

/** A series on four Thursdays with five spots each, and what ana's calendar program has of it. */
async function invitedPortal(options: Parameters<typeof seriesPortal>[0] = {}, capacity = 5) {
  const portal = await seriesPortal(options);
  const { move, eventId, repeat, newMail } = portal;
  await move(eventId, { registration: { capacity } });
  const { items } = await repeat();
  await newMail();
  const program = calendarProgram();
  return {
    ...portal,
    program,
    ids: items.map(({ id }) => id),
    /** The emails to ana since the previous call, which her program has received. */
    async anasMail() {
      const mails = (await newMail()).filter(({ to }) => to.includes('ana@portico.test'));
      for (const { invitation } of mails) expect(program.receive(invitation!.source)).toBe(true);
      return mails;
    },
  };
}

test('registering for a series sends one email with the rule, the zone, and what differs from the rule [DESK-250]', async () => {
  const { ids, move, make, setAll, anasMail, program } = await invitedPortal();
  await move(ids[1]!, { ...MOVED, location: 'Hall 9' });
  await make.withdraw(ids[2]!);
  await anasMail();
  await setAll('ana', 'Registered');
  const [mail, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Invitation: Spring conference (3 dates)', attachments: ['invite.ics'] });
  const { source } = mail!.invitation!;
  expect(mail!.invitation).toMatchObject({
    method: 'REQUEST',
    status: 'CONFIRMED',
    start: at('06-11')[0],
    attendees: ['MAILTO:ana@portico.test'],
  });
  // Outlook reads only the first event of a message.
  expect(source.indexOf('RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TH;COUNT=4')).toBeGreaterThan(0);
  expect(source.indexOf('RECURRENCE-ID')).toBeGreaterThan(source.indexOf('RRULE'));
  expect(source).toContain('EXDATE;TZID=America/Denver:20260625T080000\r\n');
  expect(source).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Denver\r\n');
  expect(source.match(/^RECURRENCE-ID.*/gm)).toEqual(['RECURRENCE-ID;TZID=America/Denver:20260618T080000']);
  expect(new Set(source.match(/^UID:.*/gm))).toHaveProperty('size', 1);
  expect(new Set(source.match(/^SEQUENCE:.*/gm))).toHaveProperty('size', 1);
  expect(source.match(/^ATTENDEE/gm)).toHaveLength(2);
  expect(program.times()).toEqual(titled([at('06-11')[0]!, '2026-06-19T15:00:00.000Z', at('07-02')[0]!]));
  expect(mail!.text).toContain('Thursday, June 11, 2026, 8:00 am to 10:00 am MDT');
  expect(mail!.text).toContain('Friday, June 19, 2026, 9:00 am to 11:00 am MDT – Hall 9');
  expect(mail!.text).not.toContain('June 25');
});

test('registering for one date of a series, or for chosen ones again, sends nothing that was not asked for [DESK-250]', async () => {
  const { ids, register, setAll, anasMail, program } = await invitedPortal();
  await register('ana', ids[3]!);
  expect(await anasMail()).toEqual([]);
  await setAll('ana', 'Registered', [ids[0]!, ids[1]!]);
  expect((await anasMail()).map(({ subject }) => subject)).toEqual(['Invitation: Spring conference (2 dates)']);
  await setAll('ana', 'Registered', [ids[0]!, ids[1]!]);
  expect(await anasMail()).toEqual([]);
  // Her calendar has the series now, so it gets what she adds.
  await register('ana', ids[2]!);
  expect((await anasMail()).map(({ subject }) => subject)).toEqual(['Invitation: Spring conference (3 dates)']);
  expect(program.times()).toEqual(titled(at('06-11', '06-18', '06-25')));
});

test('registering and canceling at once sends nothing, or an invitation to the rest [DESK-250]', async () => {
  const { ids, setAll, anasMail, program } = await invitedPortal();
  await setAll('ana', 'Registered');
  await setAll('ana', 'Unregistered');
  expect(await anasMail()).toEqual([]);
  await setAll('ana', 'Registered');
  await setAll('ana', 'Unregistered', [ids[1]!, ids[2]!]);
  const [mail] = await anasMail();
  expect(mail!.subject).toBe('Invitation: Spring conference (2 dates)');
  expect(mail!.text).not.toContain('No longer');
  expect(program.times()).toEqual(titled(at('06-11', '07-02')));
});

test('the invitation leaves out dates on whose waiting list the person is, and says so; a spot brings the date with a higher sequence [DESK-251]', async () => {
  const { ids, register, setAll, anasMail, program } = await invitedPortal({}, 1);
  await register('cora', ids[1]!);
  await setAll('ana', 'Registered');
  const [mail] = await anasMail();
  expect(mail!.subject).toBe('Invitation: Spring conference (3 dates)');
  expect(mail!.text).toContain(
    'waiting list for these dates, which are not in your calendar:\nThursday, June 18, 2026',
  );
  expect(mail!.invitation!.source).toContain('EXDATE;TZID=America/Denver:20260618T080000\r\n');
  expect(program.times()).toEqual(titled(at('06-11', '06-25', '07-02')));
  await setAll('cora', 'Unregistered', [ids[1]!]);
  const [promoted, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(promoted!.subject).toBe('You have a spot: Spring conference (4 dates)');
  expect(promoted!.text).toContain('A spot opened up for 1 date of this series');
  expect(promoted!.invitation!.source).not.toContain('EXDATE');
  expect(promoted!.invitation!.sequence).toBeGreaterThan(mail!.invitation!.sequence);
  expect(program.times()).toEqual(titled(at('06-11', '06-18', '06-25', '07-02')));
});

test('canceling one date sends its cancellation, and canceling the rest one for the series; registering again brings it back [DESK-252]', async () => {
  const { ids, setAll, anasMail, program } = await invitedPortal();
  await setAll('ana', 'Registered');
  const [first] = await anasMail();
  await setAll('ana', 'Unregistered', [ids[1]!]);
  const [one, ...noMore] = await anasMail();
  expect(noMore).toEqual([]);
  expect(one!.invitation).toMatchObject({ method: 'CANCEL', uid: first!.invitation!.uid, start: at('06-18')[0] });
  expect(one!.invitation!.source).toContain('RECURRENCE-ID;TZID=America/Denver:20260618T080000\r\n');
  expect(one!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence);
  expect(program.times()).toEqual(titled(at('06-11', '06-25', '07-02')));
  await setAll('ana', 'Unregistered');
  const [rest, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(rest).toMatchObject({
    subject: 'Canceled: Spring conference (3 dates)',
    invitation: { method: 'CANCEL', status: 'CANCELLED', uid: first!.invitation!.uid },
  });
  expect(rest!.invitation!.source.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(rest!.invitation!.source).not.toContain('RECURRENCE-ID');
  expect(rest!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence);
  expect(rest!.text).toContain('You canceled your registrations for all dates of this series.');
  expect(program.times()).toEqual([]);
  await setAll('ana', 'Registered');
  const [again] = await anasMail();
  expect(again!.invitation!.sequence).toBeGreaterThan(rest!.invitation!.sequence);
  expect(program.times()).toEqual(titled(at('06-11', '06-18', '06-25', '07-02')));
  await setAll('ana', 'Unregistered', ids.slice(1));
  await anasMail();
  expect(program.times()).toEqual(titled(at('06-11')));
  await setAll('ana', 'Unregistered', [ids[0]!]);
  const [last] = await anasMail();
  expect(last!.invitation!.method).toBe('CANCEL');
  expect(last!.invitation!.source).not.toContain('RECURRENCE-ID');
  expect(program.times()).toEqual([]);
});

test('canceling some dates sends one update with those that are left, and dates that are over stay [DESK-252]', async () => {
  const { ids, setAll, anasMail, program, passMinutes } = await invitedPortal();
  await setAll('ana', 'Registered');
  await anasMail();
  await setAll('ana', 'Unregistered', [ids[1]!, ids[2]!]);
  const [some] = await anasMail();
  expect(some).toMatchObject({
    subject: 'Updated: Spring conference (2 dates)',
    invitation: { method: 'REQUEST', status: 'CONFIRMED' },
  });
  expect(some!.text).toContain('You canceled your registrations for 2 dates.');
  expect(some!.text).toContain('No longer in your calendar:\nThursday, June 18, 2026');
  expect(program.times()).toEqual(titled(at('06-11', '07-02')));
  await setAll('ana', 'Registered');
  await anasMail();
  await passMinutes(2 * 24 * 60);
  await setAll('ana', 'Unregistered');
  const [rest] = await anasMail();
  expect(rest!.invitation!.method).toBe('REQUEST');
  expect(rest!.subject).toBe('Canceled: Spring conference (3 dates)');
  expect(program.times()).toEqual(titled(at('06-11')));
});

test('one date that moves or is canceled is an update of that date, above the number of the series [DESK-253]', async () => {
  const { ids, setAll, move, anasMail, program, as } = await invitedPortal();
  await setAll('ana', 'Registered');
  const [first] = await anasMail();
  await move(ids[1]!, MOVED);
  const [moved, ...noMore] = await anasMail();
  expect(noMore).toEqual([]);
  expect(moved!.invitation).toMatchObject({ method: 'REQUEST', uid: first!.invitation!.uid });
  expect(moved!.invitation!.source).toContain('RECURRENCE-ID;TZID=America/Denver:20260618T080000\r\n');
  expect(moved!.invitation!.source).not.toContain('RRULE');
  expect(moved!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence);
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: ids[2]! } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: ids[2]! }, body: { version, note: 'Ill.' } });
  const [canceled] = await anasMail();
  expect(canceled).toMatchObject({ subject: 'Canceled: Spring conference', invitation: { method: 'CANCEL' } });
  expect(program.times()).toEqual(titled([at('06-11')[0]!, '2026-06-19T15:00:00.000Z', at('07-02')[0]!]));
});

test('a change of this date and those that follow is one email with the series as it is then [DESK-253]', async () => {
  const { ids, setAll, anasMail, program, as } = await invitedPortal();
  await setAll('ana', 'Registered');
  const [first] = await anasMail();
  const studio = studioActions(() => as('edda'));
  await studio.change(ids[1]!, [
    { do: 'field', name: 'startsAt', value: '2026-06-18T17:30:00.000Z' },
    { do: 'field', name: 'endsAt', value: '2026-06-18T19:00:00.000Z' },
  ]);
  const { version, sequence } = await studio.open(ids[1]!);
  const body = { version, sequence, scope: 'Following' as const, dates: 2 };
  await as('edda').call(publishSeriesChange, { params: { itemId: ids[1]! }, body });
  const [changed, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(changed).toMatchObject({ subject: 'Updated: Spring conference (4 dates)', invitation: { method: 'REQUEST' } });
  expect(changed!.invitation!.uid).toBe(first!.invitation!.uid);
  expect(changed!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence);
  expect(program.times()).toEqual(
    titled([at('06-11')[0]!, ...['06-18', '06-25', '07-02'].map((day) => `2026-${day}T17:30:00.000Z`)]),
  );
});

test('a failed attempt is repeated under the same Message-ID, also when only the record of a sent email is lost [DESK-254]', async () => {
  const { setAll, anasMail, db } = await invitedPortal();
  await setAll('ana', 'Registered');
  const [first] = await anasMail();
  await db.updateTable('event_invitations').set({ is_due: true, is_in_series: false, sent_at: null }).execute();
  const { id: seriesId } = await db.selectFrom('event_series').select('id').executeTakeFirstOrThrow();
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  await queueSeriesInvitations(db, seriesId, [id]);
  const [again, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(again!.messageId).toBe(first!.messageId);
  expect(again!.invitation!.sequence).toBe(first!.invitation!.sequence);
  expect(await anasMail()).toEqual([]);
});

test('an email that the server does not accept now is sent later, once, with what has changed meanwhile [DESK-254]', async () => {
  const replies: Record<string, string> = { '.': '451 4.3.0 try later' };
  const server = await startMailServer({ replies });
  const { ids, setAll, settle, runJobs, db } = await invitedPortal({ smtpUrl: server.url });
  const hasten = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await setAll('ana', 'Registered');
  await settle();
  await runJobs();
  const first = server.seen.emails;
  expect(first).toBeGreaterThan(0);
  await setAll('ana', 'Unregistered', [ids[3]!]);
  delete replies['.'];
  await hasten();
  await runJobs();
  expect(server.seen.emails).toBe(first + 1);
  await hasten();
  await runJobs();
  expect(server.seen.emails).toBe(first + 1);
  const held = await db
    .selectFrom('event_invitations')
    .select(['is_due', 'is_in_series'])
    .orderBy('is_in_series')
    .execute();
  expect(held).toEqual([false, true, true, true].map((isInSeries) => ({ is_due: false, is_in_series: isInSeries })));
});

test('the email waits while somebody changes one of its dates, and then has the change [DESK-254]', async () => {
  const { ids, setAll, anasMail, db, runJobs } = await invitedPortal();
  await setAll('ana', 'Registered');
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('event_invitations')
      .set({ reason: 'Unregistered', sequence: 99 })
      .where('event_id', '=', ids[3]!)
      .execute();
    await runJobs();
    const sent = await db.selectFrom('event_invitations').select('event_id').where('was_tried', '=', true).execute();
    expect(sent).toEqual([]);
  });
  const [mail, ...others] = await anasMail();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Invitation: Spring conference (3 dates)', invitation: { sequence: 99 } });
});

test('an email that the mail server rejects is listed once, and sent again with the whole series [DESK-255]', async () => {
  const replies: Record<string, string> = { 'RCPT TO': '550 5.1.1 no such user' };
  const server = await startMailServer({ replies });
  const { setAll, settle, runJobs, as, db } = await invitedPortal({ smtpUrl: server.url });
  await setAll('ana', 'Registered');
  await settle();
  await runJobs();
  const { items } = await as('adam').call(listUndeliverable, { query: {} });
  expect(items.map(({ kind, about }) => [kind, about])).toEqual([['invitation', 'Spring conference']]);
  delete replies['RCPT TO'];
  await as('adam').call(retryUndeliverable, { params: { emailId: items[0]!.id } });
  await settle();
  await runJobs();
  expect(server.seen.emails).toBe(1);
  const stored = await db.selectFrom('event_invitations').select(['is_due', 'is_in_series']).execute();
  expect(stored).toEqual(Array.from({ length: 4 }, () => ({ is_due: false, is_in_series: true })));
});

test('the email names the delegate who registered the person, and people who were added to several dates get one [DESK-256]', async () => {
  const { ids, as, db, eventId, anasMail, newMail, program } = await invitedPortal();
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  await as('ana').call(giveDelegation, {
    body: { delegateId: await idOf('nils'), scopes: ['Events'], from: '2026-06-10', until: '2026-06-10' },
  });
  const acting = { 'acting-for': await idOf('ana') };
  const params = { eventId };
  await as('nils').call(setSeriesRegistration, { params, body: { registrationStatus: 'Registered' } }, acting);
  expect((await anasMail()).map(({ text }) => /Nils.*for you\./.exec(text)?.[0])).toEqual([
    'Nils Aldous requested it for you.',
  ]);
  await as('nils').call(setSeriesRegistration, { params, body: { registrationStatus: 'Unregistered' } }, acting);
  const [canceled] = await anasMail();
  expect(canceled!.text).toContain('Nils Aldous canceled your registrations for all dates of this series for you.');
  expect(program.times()).toEqual([]);
  const personId = await idOf('cora');
  for (const itemId of ids)
    await as('edda').call(changeRoster, {
      params: { itemId },
      body: { id: crypto.randomUUID(), personId, from: 'None', to: 'Registered', reason: 'She teaches it.' },
    });
  const added = await newMail();
  expect(added.map(({ to, subject }) => [to[0], subject])).toEqual([
    ['cora@portico.test', 'You’re registered: Spring conference (4 dates)'],
  ]);
  expect(added[0]!.text).toContain('The organizers registered you for 4 dates of this series.');
});

test('people without an address, and those who asked for single dates only, get no series [DESK-256]', async () => {
  const { ids, as, db, setAll, newMail } = await invitedPortal();
  await setAll('nils', 'Registered');
  expect(await newMail()).toEqual([]);
  const { count } = await db
    .selectFrom('event_invitations')
    .select((own) => own.fn.countAll<string>().as('count'))
    .where('is_due', '=', true)
    .executeTakeFirstOrThrow();
  expect(count).toBe('0');
  await as('cora').call(inviteMe, { params: { eventId: ids[1]! } });
  const [one] = await newMail();
  expect(one!.invitation!.source).not.toContain('RRULE');
});
