import { createFeeds } from '@portico/contracts/feeds';
import { getEvent, inviteMe, listCalendarEvents, listUpcomingEvents } from '@portico/contracts/events';
import { getHome } from '@portico/contracts/home';
import type { Change } from '@portico/contracts/studio/draft';
import { expect, test } from 'vitest';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { invitationPortal } from './testing/invitationPortal.ts';

const CHICAGO = { FIRM_TIME_ZONE: 'America/Chicago' };
const set = (name: string, value: unknown) => ({ do: 'field', name, value }) as Change;
const times = [set('startsAt', '2026-07-09T14:30:00.000Z'), set('endsAt', '2026-07-09T15:30:00.000Z')];

test('an event whose time zone nobody chose is in the firm’s on its page, in lists, on the dashboard, in mail and in feeds [EVENTS-045]', async () => {
  const { as, newMail, portal } = await invitationPortal({ env: CHICAGO });
  const { write, publish, open } = studioActions(() => as('edda'));
  const eventId = await write('Harvest briefing', times, 'event');
  await publish(eventId);
  expect((await open(eventId)).draft.fields.timeZone).toBeNull();

  const zoned = { id: eventId, timeZone: 'America/Chicago', startDate: '2026-07-09T14:30:00Z' };
  expect(await as('ana').call(getEvent, { params: { eventId } })).toMatchObject(zoned);
  const { items } = await as('ana').call(listUpcomingEvents, { query: {} });
  expect(items.find(({ id }) => id === eventId)).toMatchObject(zoned);
  const { events } = await as('ana').call(getHome, {});
  expect(events.find(({ id }) => id === eventId)).toMatchObject(zoned);

  await newMail();
  await as('ana').call(inviteMe, { params: { eventId } });
  const [mail] = await newMail();
  expect(mail!.text).toContain('When: Thursday, July 9, 2026, 9:30 am to 10:30 am CDT');
  expect(mail!.invitation).toMatchObject({ start: '2026-07-09T14:30:00.000Z' });

  const { allEvents } = await as('ana').call(createFeeds, {});
  const feed = await portal.inject(new URL(allEvents).pathname);
  expect(feed.body).toContain('DTSTART:20260709T143000Z');
  const day = { startDate: '2026-07-09', endDate: '2026-07-09', timeZone: 'Europe/Berlin' };
  expect((await as('ana').call(listCalendarEvents, { query: day })).map(({ id }) => id)).toContain(eventId);
});

test('a time zone that an editor chose stays, whatever the firm’s is [EVENTS-045]', async () => {
  const { as } = await testPortal({ env: CHICAGO });
  const { write, publish } = studioActions(() => as('edda'));
  const eventId = await write('Boston dinner', [...times, set('timeZone', 'America/New_York')], 'event');
  await publish(eventId);
  expect(await as('ana').call(getEvent, { params: { eventId } })).toMatchObject({ timeZone: 'America/New_York' });
});
