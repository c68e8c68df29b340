import { expect, test } from 'vitest';
import { getEvent } from '@portico/contracts/events';
import { addJob } from '../../jobs/queue.ts';
import { invitationPortal } from './testing/invitationPortal.ts';

async function fullEvent() {
  const portal = await invitationPortal();
  const { db, clock, set, runJobs } = portal;
  await set('ana', 'Registered');
  await set('cora', 'Registered');
  return {
    ...portal,
    /** As provisioning does it for a person who has left. */
    disable: (name: string) =>
      db.updateTable('users').set({ disabled_at: clock.now.toISOString() }).where('subject', '=', name).execute(),
    passOn: async () => {
      await addJob(db, 'pass-on-spots', {});
      await runJobs();
    },
    statusOf: async (name: string) =>
      (await portal.as(name).call(getEvent, { params: { eventId: portal.eventId } })).registrationStatus,
    registrations: () => db.selectFrom('event_registrations').select('status').orderBy('number').execute(),
  };
}

test('the spot of a person who has left goes to the next on the waiting list, with an email [EVENTS-037]', async () => {
  const { disable, passOn, newMail, statusOf, registrations } = await fullEvent();
  expect(await registrations()).toEqual([{ status: 'Registered' }, { status: 'Waiting' }]);
  await disable('ana');
  await passOn();
  expect(await statusOf('cora')).toBe('Registered');
  expect((await newMail()).map(({ to, subject }) => [to[0], subject])).toEqual([
    ['cora@portico.test', 'You have a spot: Spring conference'],
  ]);
  await passOn();
  expect(await registrations()).toEqual([{ status: 'Registered' }]);
});

test('a person on the waiting list who has left is passed over [EVENTS-037]', async () => {
  const { disable, passOn, set, newMail, registrations } = await fullEvent();
  await set('nils', 'Registered');
  await disable('cora');
  await passOn();
  expect(await registrations()).toEqual([{ status: 'Registered' }, { status: 'Waiting' }]);
  expect(await newMail()).toEqual([]);
});

test('spots at past events stay as they are when a person leaves [EVENTS-037]', async () => {
  const { disable, passOn, change, registrations } = await fullEvent();
  await change({ startsAt: '2026-06-09T14:00:00Z', endsAt: '2026-06-09T16:00:00Z' });
  await disable('ana');
  await passOn();
  expect(await registrations()).toHaveLength(2);
});
