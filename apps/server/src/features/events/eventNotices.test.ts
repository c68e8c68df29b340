import { expect, test } from 'vitest';
import { setRegistration } from '@portico/contracts/events';
import { getNotificationSummary, listNotifications } from '@portico/contracts/notifications';
import type { MadeContent } from '../../testing/contentMaker.ts';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { draft, now } from './testing/springConference.ts';

async function setup() {
  const portal = await testPortal({ now });
  const { as, runJobs } = portal;
  const eventId = await portal.make.event(draft);
  await runJobs();
  return {
    ...portal,
    eventId,
    set: (name: string, registrationStatus: 'Registered' | 'Unregistered') =>
      as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus } }),
    async change(change: MadeContent) {
      await portal.make.republish(eventId, { ...draft, ...change });
      await runJobs();
    },
    async unpublish() {
      await portal.make.withdraw(eventId);
      await runJobs();
    },
    titles: async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title).toSorted(),
  };
}

test('people promoted from the waiting list are notified of their spot and its location, also on their open streams', async () => {
  const { set, as, titles, eventId, portal, db } = await setup();
  await set('ana', 'Registered');
  await set('nils', 'Registered');
  expect([await titles('ana'), await titles('nils')]).toEqual([[], []]);
  const url = `http://127.0.0.1:${await listen(portal)}`;
  const stream = await openGreetedStream(url, await as('nils').headers());
  await set('ana', 'Unregistered');
  expect(await as('nils').call(listNotifications, {})).toMatchObject([
    {
      title: 'You have a spot: Spring conference',
      link: `/events/${eventId}`,
      isRead: false,
      description:
        'A spot opened up, and it’s yours. The event is on Thursday, June 11, 2026, 8:00 am to 10:00 am MDT, Hall 2, Denver.',
    },
  ]);
  // The stream also reports what changed shortly before it was opened, such as the event itself.
  const expected = expect.arrayContaining(['hello', 'notifications', 'registrations']) as string[];
  await expect.poll(() => stream.topics).toEqual(expected);
  expect(await titles('ana')).toEqual([]);
  expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(1);
});

test('a new time or place notifies everyone registered or waiting once, even without email; a new description does not', async () => {
  const { set, change, titles, as, runJobs } = await setup();
  await set('ana', 'Registered');
  await set('nils', 'Registered');
  await change({ description: 'Three hours about rates.' });
  expect(await titles('ana')).toEqual([]);
  await change({ startsAt: '2026-06-11T15:00:00Z' });
  await runJobs();
  for (const name of ['ana', 'nils']) expect(await titles(name)).toEqual(['Updated: Spring conference']);
  expect(await titles('cora')).toEqual([]);
  expect((await as('ana').call(listNotifications, {}))[0]!.description).toBe(
    'It’s now on Thursday, June 11, 2026, 9:00 am to 10:00 am MDT, Hall 2, Denver.',
  );
  await change({ startsAt: '2026-06-11T15:00:00Z', location: 'Hall 3, Denver' });
  expect(await titles('ana')).toHaveLength(2);
});

test('people who register after a change are not notified of it, and promoted people are notified only of their spot', async () => {
  const { set, change, titles } = await setup();
  await set('ana', 'Registered');
  await set('nils', 'Registered');
  await change({ startsAt: '2026-06-11T15:00:00Z', registration: { capacity: 2 } });
  expect([await titles('ana'), await titles('nils')]).toEqual([
    ['Updated: Spring conference'],
    ['You have a spot: Spring conference'],
  ]);
  await set('cora', 'Registered');
  await change({ startsAt: '2026-06-11T15:00:00Z', registration: { capacity: 2 } });
  expect(await titles('cora')).toEqual([]);
});

test('unpublishing an event notifies people once that it is canceled, without a link; republishing notifies them again [A8]', async () => {
  const { set, change, unpublish, titles, as, runJobs } = await setup();
  await set('ana', 'Registered');
  await unpublish();
  await runJobs();
  expect(await as('ana').call(listNotifications, {})).toMatchObject([
    {
      title: 'Canceled: Spring conference',
      link: null,
      description:
        'This event is no longer in the portal. It was scheduled for Thursday, June 11, 2026, 8:00 am to 10:00 am MDT, Hall 2, Denver.',
    },
  ]);
  await change({ header: 'Spring conference, again' });
  expect(await titles('ana')).toEqual(['Canceled: Spring conference', 'Updated: Spring conference, again']);
});

test('people who may no longer see an event are notified that it is canceled, without its changes, and lose earlier notifications [A8, A1]', async () => {
  const { set, change, titles, as } = await setup();
  await set('ana', 'Registered');
  await set('cora', 'Registered');
  await change({ startsAt: '2026-06-11T15:00:00Z' });
  expect(await titles('cora')).toEqual(['Updated: Spring conference']);
  await change({ audience: ['AdvisorHybrid'], header: 'Secret conference', startsAt: '2026-06-11T15:00:00Z' });
  expect(await titles('cora')).toEqual(['Canceled: Spring conference']);
  expect(await as('cora').call(getNotificationSummary, {})).toEqual({ unreadCount: 1 });
  expect(await titles('ana')).toEqual(['Updated: Secret conference', 'Updated: Spring conference']);
});

test('past events and registrations from before snapshots existed notify no one', async () => {
  const { set, change, unpublish, titles, clock, db } = await setup();
  await set('ana', 'Registered');
  await db.updateTable('event_registrations').set({ notified_snapshot: null }).execute();
  await change({ startsAt: '2026-06-11T15:00:00Z' });
  expect(await titles('ana')).toEqual([]);
  await change({ startsAt: '2026-06-11T15:30:00Z' });
  expect(await titles('ana')).toEqual(['Updated: Spring conference']);
  clock.now = new Date('2026-06-11T16:00:00Z');
  await change({ startsAt: '2026-06-11T14:00:00Z' });
  await unpublish();
  expect(await titles('ana')).toEqual([]);
});
