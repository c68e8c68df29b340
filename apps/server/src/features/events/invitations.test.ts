import { expect, test } from 'vitest';
import { giveDelegation } from '@portico/contracts/acting';
import { inviteMe, setRegistration } from '@portico/contracts/events';
import { invitationPortal } from './testing/invitationPortal.ts';

test('a requested email contains a calendar invitation with the event, time, location and attendee [EVENTS-020]', async () => {
  const { invite, newMail, eventId } = await invitationPortal();
  await invite('ana');
  const [mail, ...others] = await newMail();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: 'no-reply@portal.example',
    to: ['ana@portico.test'],
    subject: 'Invitation: Spring conference',
    attachments: ['invite.ics'],
  });
  expect(mail!.text).toContain('When: Thursday, June 11, 2026, 8:00 am to 10:00 am MDT');
  expect(mail!.text).toContain('Where: Hall 2, Denver');
  expect(mail!.text).toContain(`https://portal.example/events/${eventId}`);
  expect(mail!.invitation).toMatchObject({
    method: 'REQUEST',
    uid: `${eventId}@portal.example`,
    status: 'CONFIRMED',
    summary: 'Spring conference',
    location: 'Hall 2, Denver',
    start: '2026-06-11T14:00:00.000Z',
    end: '2026-06-11T16:00:00.000Z',
    organizer: 'mailto:no-reply@portal.example',
    attendees: ['MAILTO:ana@portico.test'],
  });
  expect(mail!.headers).toContainEqual({ key: 'auto-submitted', value: 'auto-generated' });
  expect(mail!.headers.find(({ key }) => key === 'content-type')!.value).toContain('multipart/mixed');
});

test('repeated requests send one email; a request after five minutes sends the same invitation again', async () => {
  const { invite, newMail, passMinutes } = await invitationPortal();
  await Promise.all([invite('ana'), invite('ana'), invite('ana')]);
  const [first, ...more] = await newMail();
  expect(more).toEqual([]);
  await passMinutes(4.9);
  await invite('ana');
  expect(await newMail()).toEqual([]);
  await passMinutes(0.1);
  await invite('ana');
  const [second] = await newMail();
  expect(second!.invitation).toMatchObject({ uid: first!.invitation!.uid, sequence: first!.invitation!.sequence });
  expect(second!.messageId).not.toBe(first!.messageId);
});

test('an invitation to a virtual event contains the join link for registered people only [EVENTS-033]', async () => {
  const { invite, set, change, newMail } = await invitationPortal();
  const postEventData = [{ id: 'join', type: 'Link' as const, text: 'Join', href: 'https://meet.example/room' }];
  await change({ locationType: 'Virtual', location: null, postEventData });
  await newMail();
  await set('ana', 'Registered');
  await Promise.all([invite('ana'), invite('cora')]);
  const mails = await newMail();
  const mailTo = (address: string) => mails.find(({ to }) => to.includes(address))!;
  expect(mailTo('ana@portico.test').text).toContain('Join: https://meet.example/room');
  expect(mailTo('ana@portico.test').invitation?.location).toBe('https://meet.example/room');
  expect(mailTo('cora@portico.test').text).not.toContain('meet.example');
  expect(mailTo('cora@portico.test').invitation?.location).toBe('Virtual');
});

test('a change to the invitation is sent to everyone invited, with a higher sequence; other changes send nothing [EVENTS-025, EVENTS-020]', async () => {
  const { invite, newMail, change } = await invitationPortal();
  await Promise.all([invite('ana'), invite('cora')]);
  const [before] = await newMail();
  await change({ categories: ['Tax'], registration: { capacity: 9 } });
  expect(await newMail()).toEqual([]);
  await change({ startsAt: '2026-06-11T15:00:00Z', header: 'Summer conference' });
  const changed = await newMail();
  expect(changed.map(({ to }) => to[0]).sort()).toEqual(['ana@portico.test', 'cora@portico.test']);
  for (const { invitation, subject } of changed) {
    expect(subject).toBe('Updated: Summer conference');
    expect(invitation).toMatchObject({
      method: 'REQUEST',
      uid: before!.invitation!.uid,
      start: '2026-06-11T15:00:00.000Z',
    });
    expect(invitation!.sequence).toBeGreaterThan(before!.invitation!.sequence);
  }
});

test('canceling a registration cancels the invitation, and registering again revives it with a higher sequence [EVENTS-025, EVENTS-020]', async () => {
  const { invite, set, newMail } = await invitationPortal();
  await set('ana', 'Registered');
  expect(await newMail(), 'a plain registration sends no mail').toEqual([]);
  await invite('ana');
  const [invited] = await newMail();
  await set('ana', 'Unregistered');
  const [canceled, ...more] = await newMail();
  expect(more).toEqual([]);
  expect(canceled).toMatchObject({
    subject: 'Canceled: Spring conference',
    invitation: { method: 'CANCEL', status: 'CANCELLED', uid: invited!.invitation!.uid },
  });
  expect(canceled!.invitation!.sequence).toBeGreaterThan(invited!.invitation!.sequence);
  await set('ana', 'Registered');
  const [again, ...others] = await newMail();
  expect(others).toEqual([]);
  expect(again).toMatchObject({
    subject: 'Invitation: Spring conference',
    invitation: { method: 'REQUEST', status: 'CONFIRMED', uid: invited!.invitation!.uid },
  });
  expect(again!.invitation!.sequence).toBeGreaterThan(canceled!.invitation!.sequence);
});

test('canceling and undoing at once sends one invitation that is newer than the first, and no cancellation [EVENTS-035]', async () => {
  const { invite, set, newMail } = await invitationPortal();
  await set('ana', 'Registered');
  await invite('ana');
  const [invited] = await newMail();
  await set('ana', 'Unregistered');
  await set('ana', 'Registered');
  const mails = await newMail();
  expect(mails.map(({ invitation }) => [invitation!.method, invitation!.status])).toEqual([['REQUEST', 'CONFIRMED']]);
  expect(mails[0]!.invitation!.sequence).toBeGreaterThan(invited!.invitation!.sequence);
});

test('a person who cancels and only gets onto the waiting list gets no invitation until a spot opens up [EVENTS-035]', async () => {
  const { invite, set, newMail } = await invitationPortal();
  await set('ana', 'Registered');
  await invite('ana');
  await set('cora', 'Registered');
  await newMail();
  await set('ana', 'Unregistered');
  await set('ana', 'Registered');
  const mails = await newMail();
  expect(mails.map(({ to, subject }) => [to[0], subject]).sort()).toEqual([
    ['ana@portico.test', 'Canceled: Spring conference'],
    ['cora@portico.test', 'You have a spot: Spring conference'],
  ]);
  await set('cora', 'Unregistered');
  const [promoted] = (await newMail()).filter(({ to }) => to[0] === 'ana@portico.test');
  expect(promoted).toMatchObject({ subject: 'You have a spot: Spring conference', invitation: { method: 'REQUEST' } });
  expect(promoted!.invitation!.sequence).toBeGreaterThan(
    mails.find(({ to }) => to[0] === 'ana@portico.test')!.invitation!.sequence,
  );
});

test('an event that comes back invites the people again whose invitation it canceled [EVENTS-035]', async () => {
  const { invite, newMail, change, unpublish } = await invitationPortal();
  await invite('ana');
  await newMail();
  await unpublish();
  const [canceled] = await newMail();
  await change({});
  const [again, ...others] = await newMail();
  expect(others).toEqual([]);
  expect(again!.invitation).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED' });
  expect(again!.invitation!.sequence).toBeGreaterThan(canceled!.invitation!.sequence);
});

test('each change of the join link or the place reaches everyone who was invited, with a higher sequence [EVENTS-036]', async () => {
  const { invite, set, change, newMail } = await invitationPortal();
  const virtual = (href: string) =>
    change({
      locationType: 'Virtual',
      location: null,
      postEventData: [{ id: 'join', type: 'Link', text: 'Join', href }],
    });
  await virtual('https://meet.example/one');
  await set('ana', 'Registered');
  await Promise.all([invite('ana'), invite('cora')]);
  const sequences = (await newMail())
    .filter(({ to }) => to[0]!.startsWith('ana'))
    .map(({ invitation }) => invitation!.sequence);
  for (const href of ['https://meet.example/two', 'https://meet.example/three']) {
    await virtual(href);
    const mails = await newMail();
    expect(
      mails.map(({ to, subject }) => [to[0], subject]),
      'the link is for registered people only',
    ).toEqual([['ana@portico.test', 'Updated: Spring conference']]);
    expect(mails[0]!.invitation).toMatchObject({ method: 'REQUEST', location: href });
    expect(mails[0]!.text).toContain(`Join: ${href}`);
    sequences.push(mails[0]!.invitation!.sequence);
  }
  await change({ location: 'Suite 5B, Boston' });
  const moved = await newMail();
  expect(moved.map(({ to, invitation }) => [to[0], invitation!.location]).sort()).toEqual([
    ['ana@portico.test', 'Suite 5B, Boston'],
    ['cora@portico.test', 'Suite 5B, Boston'],
  ]);
  sequences.push(moved.find(({ to }) => to[0]!.startsWith('ana'))!.invitation!.sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
});

test('registering sends a person who was invited before the invitation that now differs, once [EVENTS-036]', async () => {
  const { invite, set, change, newMail } = await invitationPortal();
  const postEventData = [{ id: 'join', type: 'Link' as const, text: 'Join', href: 'https://meet.example/room' }];
  await change({ locationType: 'Virtual', location: null, postEventData });
  await invite('ana');
  const [before] = await newMail();
  expect(before!.invitation!.location).toBe('Virtual');
  await set('ana', 'Registered');
  await invite('ana');
  const mails = await newMail();
  expect(mails.map(({ invitation }) => [invitation!.method, invitation!.location])).toEqual([
    ['REQUEST', 'https://meet.example/room'],
  ]);
  expect(mails[0]!.invitation!.sequence).toBeGreaterThan(before!.invitation!.sequence);
});

test('a person promoted from the waiting list gets one email with an invitation [EVENTS-016]', async () => {
  const { invite, set, newMail, runJobs } = await invitationPortal();
  await set('ana', 'Registered');
  await set('cora', 'Registered');
  await set('nils', 'Registered');
  await invite('cora');
  await newMail();
  await set('ana', 'Unregistered');
  const mails = await newMail();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [['cora@portico.test'], 'You have a spot: Spring conference'],
  ]);
  await runJobs();
  expect(await newMail()).toEqual([]);
  // A person without an address gets no email, and nothing fails.
  await set('cora', 'Unregistered');
  expect((await newMail()).map(({ subject }) => subject)).toEqual(['Canceled: Spring conference']);
});

test('unpublishing, expiring or narrowing an event cancels its invitations without revealing anything new [A4, A8]', async () => {
  const { invite, newMail, change, unpublish } = await invitationPortal();
  await Promise.all([invite('ana'), invite('cora')]);
  await newMail();
  await change({ audience: ['AdvisorHybrid'], header: 'Secret plans' });
  const sent = await newMail();
  expect(sent.map(({ to, subject, invitation }) => [to[0], subject, invitation!.method]).sort()).toEqual([
    ['ana@portico.test', 'Updated: Secret plans', 'REQUEST'],
    ['cora@portico.test', 'Canceled: Spring conference', 'CANCEL'],
  ]);
  expect(sent.find(({ to }) => to[0]!.startsWith('cora'))!.invitation!.source).not.toContain('Secret');
  await unpublish();
  expect((await newMail()).map(({ to, invitation }) => [to[0], invitation!.method])).toEqual([
    ['ana@portico.test', 'CANCEL'],
  ]);
  await change({ expiresAt: '2026-06-10T12:00:00Z' });
  expect(await newMail(), 'a canceled invitation stays canceled').toEqual([]);
});

test('changes to past events send no email', async () => {
  const { invite, newMail, change, unpublish, passMinutes, as, eventId } = await invitationPortal();
  await invite('ana');
  await newMail();
  await passMinutes(28 * 60 - 1);
  await invite('ana');
  expect(await newMail()).toHaveLength(1);
  await passMinutes(1);
  expect(await as('ana').fail(inviteMe, { params: { eventId } })).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: 'This event has ended.',
  });
  await change({ header: 'How it was' });
  await unpublish();
  expect(await newMail()).toEqual([]);
});

test('a request without a usable email address is rejected with the reason', async () => {
  const { as, eventId, db, newMail } = await invitationPortal();
  for (const email of [
    null,
    '',
    'nonsense',
    'a@b.test, c@d.test',
    'Nils <nils@portico.test>',
    'x@y.test\r\nBcc: z@z.test',
    `${'x'.repeat(250)}@y.test`,
  ]) {
    await db.updateTable('users').set({ email }).where('subject', '=', 'nils').execute();
    expect(await as('nils').fail(inviteMe, { params: { eventId } }), String(email)).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: expect.stringContaining('no email address'),
    });
  }
  expect(await newMail()).toEqual([]);
});

test('an invitation to an event hidden from the reader cannot be requested [A3]', async () => {
  const { as, make } = await invitationPortal();
  for (const eventId of [
    await make.event({ audience: ['AdvisorCorporate'] }),
    await make.event({ isDraft: true }),
    await make.news({}),
    '00000000-0000-4000-8000-000000000000',
  ])
    expect(await as('ana').fail(inviteMe, { params: { eventId } })).toMatchObject({ status: 404, code: 'not_found' });
});

test('titles and names cannot inject headers or calendar lines [X6]', async () => {
  const { invite, newMail, change, db } = await invitationPortal();
  const header = 'Plan; A, B\\C\r\nBcc: evil@evil.test\r\nATTENDEE:mailto:evil@evil.test\u2028\u202e';
  await change({
    header,
    description: 'Line one\nEND:VEVENT\n\nBEGIN:VALARM',
    location: 'Hall;"2",\n:Denver',
    speakers: ['A\r\nURL:x'],
  });
  await db
    .updateTable('users')
    .set({ given_name: 'Ana" <evil@evil.test>, "', surname: ';X="y"\n:mailto:evil@evil.test' })
    .where('subject', '=', 'ana')
    .execute();
  await invite('ana');
  const [mail] = await newMail();
  expect(mail).toMatchObject({ to: ['ana@portico.test'], from: 'no-reply@portal.example' });
  expect(mail!.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail!.subject).toBe('Invitation: Plan; A, B\\C Bcc: evil@evil.test ATTENDEE:mailto:evil@evil.test');
  const { invitation } = mail!;
  expect(invitation).toMatchObject({
    summary: 'Plan; A, B\\C\nBcc: evil@evil.test\nATTENDEE:mailto:evil@evil.test',
    attendees: ['MAILTO:ana@portico.test'],
    location: 'Hall;"2",\n:Denver',
  });
  expect(invitation!.source.match(/^(?:BEGIN|END):V/gm)).toHaveLength(4);
  expect(invitation!.source).not.toMatch(/^(?:URL:x|Bcc|ATTENDEE:mailto:evil)/m);
  for (const line of invitation!.source.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test('an email about what a delegate did for a person names the delegate [ACT-007]', async () => {
  const { as, db, newMail, eventId } = await invitationPortal();
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  await as('ana').call(giveDelegation, {
    body: { delegateId: await idOf('nils'), scopes: ['Events'], from: '2026-06-10', until: '2026-06-10' },
  });
  const params = { eventId };
  const acting = { 'acting-for': await idOf('ana') };
  await as('nils').call(setRegistration, { params, body: { registrationStatus: 'Registered' } }, acting);
  await as('nils').call(inviteMe, { params }, acting);
  const [invitation] = await newMail();
  expect(invitation).toMatchObject({ to: ['ana@portico.test'], subject: 'Invitation: Spring conference' });
  expect(invitation!.text).toContain('Nils Aldous requested it for you.');
  await as('nils').call(setRegistration, { params, body: { registrationStatus: 'Unregistered' } }, acting);
  const [canceled] = await newMail();
  expect(canceled!.text).toContain('Nils Aldous canceled your registration for you.');
});
