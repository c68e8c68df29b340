import { describe, expect, test } from 'vitest';
import { eventCalendarUrl, inviteMe, listUpcomingEvents } from '@portico/contracts/events';
import { cookieNames } from '@portico/contracts/portalSettings';
import { cancelDeskEvent, getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import { createSeries, getDeskSeries, previewSeries } from '@portico/contracts/studio/eventSeries';
import { studioActions } from '../../../testing/studioActions.ts';
import { draft } from '../../events/testing/springConference.ts';
import { at, seriesPortal, timesOf, titled, weekly } from './testing/seriesPortal.ts';

test('an organizer sees the dates of a rule before repeating an event, and each date becomes a separate event [DESK-076]', async () => {
  const { as, params, repeat, see, eventId } = await seriesPortal();
  const { items } = await as('edda').call(previewSeries, { params, body: { rule: weekly } });
  expect(items.map(({ startDate }) => startDate)).toEqual(at('06-11', '06-18', '06-25', '07-02'));
  expect(await as('edda').call(getDeskSeries, { params })).toEqual({ rule: null, items: [], undoable: null });
  expect(await see('ana')).not.toHaveProperty('series');
  const series = await repeat();
  expect(series.rule).toEqual(weekly);
  expect(
    series.items.map(({ startDate, originalDate, isLive, capacity }) => [startDate, originalDate, isLive, capacity]),
  ).toEqual(at('06-11', '06-18', '06-25', '07-02').map((time) => [time, time, true, 1]));
  const upcoming = await as('ana').call(listUpcomingEvents, { query: {} });
  expect(upcoming.items.map(({ id, startDate }) => [id, new Date(startDate).toISOString()])).toEqual(
    series.items.map(({ id, startDate }) => [id, startDate]),
  );
  const last = await see('ana', series.items[3]!.id);
  expect(last).toMatchObject({
    header: 'Spring conference',
    startDate: '2026-07-02T14:00:00Z',
    endDate: '2026-07-02T16:00:00Z',
  });
  expect(last.series!.map(({ id, isOpen, status }) => [id, isOpen, status])).toEqual(
    series.items.map(({ id }) => [id, true, null]),
  );
  expect((await see('ana')).series![0]!.id).toBe(eventId);
});

test('a deadline of registration keeps its distance to the event, across a change of clocks [DESK-076]', async () => {
  const { move, eventId, repeat, see } = await seriesPortal();
  await move(eventId, {
    startsAt: '2026-10-29T15:00:00Z',
    endsAt: '2026-10-29T16:00:00Z',
    registration: { capacity: 5, closesAt: '2026-10-28T23:00:00Z' },
  });
  const { items } = await repeat({ count: 2 });
  const next = await see('ana', items[1]!.id);
  expect(next).toMatchObject({
    startDate: '2026-11-05T16:00:00Z',
    registration: { capacity: 5, closesAt: '2026-11-05T00:00:00.000Z' },
  });
});

describe('an event is not repeated', () => {
  test('with changes that are not published, twice, after somebody else changed it, or before it is published [DESK-077]', async () => {
    const { as, params, repeat, version, make, eventId } = await seriesPortal();
    const studio = studioActions(() => as('edda'));
    const refused = async (itemId = eventId, body = { version: 1, rule: weekly }) =>
      (await as('edda').fail(createSeries, { params: { itemId }, body })).detail;
    expect(await refused(eventId, { version: 99, rule: weekly })).toContain('Someone else has changed');
    await studio.change(eventId, [{ do: 'field', name: 'location', value: 'Hall 3' }]);
    expect(await refused(eventId, { version: await version(), rule: weekly })).toContain(
      'changes that are not published',
    );
    await studio.publish(eventId);
    const { items } = await repeat();
    expect(await refused(items[1]!.id, { version: items[1]!.version, rule: weekly })).toContain(
      'one of a series already',
    );
    const hidden = await make.event({ ...draft, isDraft: true });
    expect(
      (await as('edda').fail(createSeries, { params: { itemId: hidden }, body: { version: 1, rule: weekly } })).status,
    ).toBe(404);
    const { issues } = await as('edda').fail(previewSeries, {
      params,
      body: { rule: { ...weekly, weekdays: ['MO'] } },
    });
    expect(issues).toEqual([{ path: 'rule.weekdays', message: 'Include the weekday of the event itself.' }]);
    expect((await as('edda').call(getDeskSeries, { params })).items).toHaveLength(4);
  });
});

test('people register for one date or for all, and each date has its own roster [DESK-078]', async () => {
  const { repeat, register, setAll, see, as } = await seriesPortal();
  const { items } = await repeat();
  const ids = items.map(({ id }) => id);
  await register('cora', ids[1]!);
  const statuses = async (name: string) => (await see(name)).series!.map(({ status }) => status);
  expect(await statuses('cora')).toEqual([null, 'Registered', null, null]);
  const all = await setAll('ana', 'Registered');
  expect(all).toMatchObject({ changed: ids, waiting: 1, event: { registrationStatus: 'Registered' } });
  expect(await statuses('ana')).toEqual(['Registered', 'Waiting', 'Registered', 'Registered']);
  expect(await setAll('ana', 'Registered')).toMatchObject({ changed: [], waiting: 0 });
  expect((await setAll('ana', 'Unregistered', [ids[3]!])).changed).toEqual([ids[3]]);
  expect(await statuses('ana')).toEqual(['Registered', 'Waiting', 'Registered', null]);
  expect((await as('edda').call(getDeskEvent, { params: { itemId: ids[1]! } })).waiting).toBe(1);
  expect((await setAll('ana', 'Unregistered')).changed).toEqual(ids.slice(0, 3));
});

test('registering for all leaves out dates that have passed, are hidden or take no registrations [DESK-078]', async () => {
  const { repeat, setAll, move, make, clock, see } = await seriesPortal();
  const { items } = await repeat({ count: 5 });
  const ids = items.map(({ id }) => id);
  clock.now = new Date('2026-06-12T12:00:00Z');
  await make.withdraw(ids[1]!);
  await move(ids[2]!, { startsAt: at('06-25')[0]!, endsAt: '2026-06-25T16:00:00Z', registration: null });
  const seen = await see('ana', ids[3]);
  expect(seen.series!.map(({ id, isOpen }) => [id, isOpen])).toEqual([
    [ids[0], false],
    [ids[2], false],
    [ids[3], true],
    [ids[4], true],
  ]);
  expect((await setAll('ana', 'Registered')).changed).toEqual(ids.slice(3));
});

test('subscribed calendars have the rule, its exceptions and the zone, and another program reads the same dates [DESK-079]', async () => {
  const { repeat, feed, move, register, as, params } = await seriesPortal();
  await move(params.itemId, { startsAt: '2026-10-15T14:00:00Z', endsAt: '2026-10-15T16:00:00Z' });
  const { items } = await repeat({ count: 6 });
  const ids = items.map(({ id }) => id);
  const planned = ['10-15', '10-22', '10-29'].map((day) => `2026-${day}T14:00:00.000Z`);
  const afterChange = ['11-05', '11-12', '11-19'].map((day) => `2026-${day}T15:00:00.000Z`);
  const plain = await feed('ana', 'allEvents');
  expect(plain.times).toEqual(titled([...planned, ...afterChange]));
  expect(plain.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(plain.body).toContain('DTSTART;TZID=America/Denver:20261015T080000\r\n');
  expect(plain.body).toContain('RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TH;COUNT=6\r\n');
  expect(plain.body).toContain(
    'BEGIN:STANDARD\r\nDTSTART:20261101T020000\r\nTZOFFSETFROM:-0600\r\nTZOFFSETTO:-0700\r\nTZNAME:MST\r\n',
  );
  // One moves onto another, which moves away; one is canceled; one has another title.
  await move(ids[1]!, { startsAt: '2026-10-29T14:00:00Z', endsAt: '2026-10-29T16:00:00Z' });
  await move(ids[2]!, { startsAt: '2026-10-30T14:00:00Z', endsAt: '2026-10-30T16:00:00Z' });
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: ids[3]! } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: ids[3]! }, body: { version, note: '' } });
  await move(ids[4]!, { header: 'With guests', startsAt: '2026-11-12T15:00:00Z', endsAt: '2026-11-12T17:00:00Z' });
  const changed = await feed('ana', 'allEvents');
  expect(changed.times).toEqual([
    ...titled(['2026-10-15T14:00:00.000Z', '2026-10-29T14:00:00.000Z', '2026-10-30T14:00:00.000Z']),
    '2026-11-12T15:00:00.000Z With guests',
    ...titled(['2026-11-19T15:00:00.000Z']),
  ]);
  expect(changed.body).toContain('EXDATE;TZID=America/Denver:20261105T080000\r\n');
  expect(changed.body.match(/RECURRENCE-ID;TZID=America\/Denver:\d+T080000/g)).toEqual(
    ['20261022', '20261029', '20261112'].map((day) => `RECURRENCE-ID;TZID=America/Denver:${day}T080000`),
  );
  const sequenceOf = (body: string) => Number(/SEQUENCE:(\d+)[^]*?RRULE/.exec(body)?.[1]);
  expect(sequenceOf(changed.body)).toBeGreaterThan(sequenceOf(plain.body));
  await register('ana', ids[0]!);
  await register('ana', ids[5]!);
  const own = await feed('ana', 'myEvents');
  expect(own.times).toEqual(titled(['2026-10-15T14:00:00.000Z', '2026-11-19T15:00:00.000Z']));
});

test('an invitation to a date, its update and its cancellation name the date in the series, with rising sequences [DESK-080]', async () => {
  const { repeat, as, newMail, move } = await seriesPortal();
  const { items } = await repeat();
  const { id: eventId } = items[2]!;
  await newMail();
  await as('ana').call(inviteMe, { params: { eventId } });
  const invitations = async () => (await newMail()).map(({ invitation }) => invitation!);
  const [first] = await invitations();
  expect(first).toMatchObject({ method: 'REQUEST', start: at('06-25')[0] });
  expect(first!.source).toContain('RECURRENCE-ID;TZID=America/Denver:20260625T080000\r\n');
  expect(first!.source).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Denver\r\n');
  expect(first!.source).not.toContain('RRULE');
  await move(eventId, { startsAt: '2026-06-26T15:00:00Z', endsAt: '2026-06-26T17:00:00Z' });
  const [moved] = await invitations();
  expect(moved).toMatchObject({ method: 'REQUEST', uid: first!.uid, start: '2026-06-26T15:00:00.000Z' });
  expect(moved!.source).toContain('RECURRENCE-ID;TZID=America/Denver:20260625T080000\r\n');
  expect(moved!.sequence).toBeGreaterThan(first!.sequence);
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: eventId } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: eventId }, body: { version, note: '' } });
  const [canceled] = await invitations();
  expect(canceled).toMatchObject({ method: 'CANCEL', uid: first!.uid });
  expect(canceled!.source).toContain('RECURRENCE-ID;TZID=America/Denver:20260625T080000\r\n');
  expect(canceled!.sequence).toBeGreaterThan(moved!.sequence);
});

test('an event that people had in their calendars keeps its own UID when it is repeated [DESK-081]', async () => {
  const { repeat, invite, newMail, eventId, move, feed } = await seriesPortal();
  await invite('ana');
  const [first] = await newMail();
  await repeat();
  await move(eventId, { startsAt: '2026-06-11T15:00:00Z' });
  const mails = await newMail();
  const [update] = mails.filter(({ to }) => to.includes('ana@portico.test'));
  expect(update!.invitation).toMatchObject({ uid: first!.invitation!.uid, start: '2026-06-11T15:00:00.000Z' });
  expect(update!.invitation!.source).not.toContain('RECURRENCE-ID');
  const { times } = await feed('ana', 'allEvents');
  expect(times.toSorted()).toEqual(titled(['2026-06-11T15:00:00.000Z', ...at('06-18', '06-25', '07-02')]));
});

test('the calendar file of one date contains only that date [DESK-079]', async () => {
  const { repeat, portal, issuer } = await seriesPortal();
  const { items } = await repeat();
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', 'custom:advisorType': 'AdvisorHybrid' });
  const cookie = `${cookieNames.idToken}=${idToken}; ${cookieNames.accessToken}=${accessToken}`;
  const { body } = await portal.inject({ url: eventCalendarUrl(items[1]!.id), headers: { cookie } });
  expect(timesOf(body)).toEqual(titled(at('06-18')));
  expect(body).not.toMatch(/RECURRENCE-ID|RRULE/);
});
