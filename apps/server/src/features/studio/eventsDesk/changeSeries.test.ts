import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { inviteMe } from '@portico/contracts/events';
import type { Change } from '@portico/contracts/studio/draft';
import { cancelDeskEvent, getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import {
  getDeskSeries,
  getSeriesChange,
  publishSeriesChange,
  undoSeriesChange,
  type SeriesScope,
} from '@portico/contracts/studio/eventSeries';
import { getStudioItem, listStudioRevisions } from '@portico/contracts/studio/studio';
import { studioActions } from '../../../testing/studioActions.ts';
import { draft } from '../../events/testing/springConference.ts';
import { at, seriesPortal, timesOf, titled } from './testing/seriesPortal.ts';

const field = (name: string, value: unknown) => ({ do: 'field', name, value }) as Change;
const moved = (day: string) => [
  field('startsAt', `2026-${day}T17:30:00.000Z`),
  field('endsAt', `2026-${day}T19:00:00.000Z`),
];

/** A series on four Thursdays, with an organizer who changes several of its dates. */
async function changingPortal() {
  const portal = await seriesPortal();
  const { as, see, repeat, clock } = portal;
  const studio = studioActions(() => as('edda'));
  const { items } = await repeat();
  const ids = items.map(({ id }) => id);
  const bodyFor = async (itemId: string, scope: SeriesScope, dates: number) => {
    const { version, sequence } = await studio.open(itemId);
    return { params: { itemId }, body: { version, sequence, scope, dates } };
  };
  return {
    ...portal,
    studio,
    ids,
    reach: async (itemId: string) => (await as('edda').call(getSeriesChange, { params: { itemId } })).reach,
    bodyFor,
    publish: async (itemId: string, scope: SeriesScope, dates: number) =>
      as('edda').call(publishSeriesChange, await bodyFor(itemId, scope, dates)),
    undo: (changeId: string, itemId = ids[0]!) => as('edda').call(undoSeriesChange, { params: { itemId, changeId } }),
    undoable: async () => (await as('edda').call(getDeskSeries, { params: { itemId: ids[0]! } })).undoable,
    /** What readers see of each date. */
    async shown() {
      const all = [];
      for (const id of ids) all.push(await see('ana', id));
      return all.map(({ header, location, startDate }) => [new Date(startDate).toISOString(), header, location]);
    },
    passDays: (days: number) => {
      clock.now = new Date(clock.now.getTime() + days * DAY_MS);
    },
  };
}

const planned = at('06-11', '06-18', '06-25', '07-02');
const asPlanned = planned.map((time) => [time, 'Spring conference', 'Hall 2, Denver']);

test('a change of time, place and title goes to the dates that follow, whose people stay registered [DESK-084]', async () => {
  const { studio, ids, reach, publish, shown, register, see } = await changingPortal();
  await register('ana', ids[2]!);
  await register('ana', ids[3]!);
  await register('cora', ids[3]!);
  expect(await reach(ids[1]!)).toBeNull();
  await studio.change(ids[1]!, [...moved('06-19'), field('location', 'Hall 9'), field('header', 'Rates and more')]);
  expect(await reach(ids[1]!)).toEqual({
    Following: { dates: 2, people: 2, skipped: 0, differing: 0 },
    All: { dates: 3, people: 2, skipped: 0, differing: 0 },
  });
  expect(await publish(ids[1]!, 'Following', 2)).toMatchObject({ dates: 2 });
  expect(await shown()).toEqual([
    asPlanned[0],
    ...['06-19', '06-26', '07-03'].map((day) => [`2026-${day}T17:30:00.000Z`, 'Rates and more', 'Hall 9']),
  ]);
  const { series } = await see('cora', ids[3]!);
  expect(series!.map(({ status }) => status)).toEqual([null, null, null, 'Waiting']);
  expect(await reach(ids[1]!)).toBeNull();
});

test('a change goes to all dates that have not ended, at the same time of day after clocks change [DESK-084]', async () => {
  const { repeat, move, eventId, as, see, clock } = await seriesPortal();
  const studio = studioActions(() => as('edda'));
  await move(eventId, {
    startsAt: '2026-10-22T14:00:00Z',
    endsAt: '2026-10-22T15:00:00Z',
    registration: { capacity: 3, closesAt: '2026-10-21T22:00:00Z' },
  });
  const { items } = await repeat();
  const ids = items.map(({ id }) => id);
  clock.now = new Date('2026-10-23T12:00:00Z');
  await studio.change(ids[1]!, [
    field('startsAt', '2026-10-29T15:00:00.000Z'),
    field('endsAt', '2026-10-29T16:30:00.000Z'),
    field('registration', { capacity: 3, closesAt: '2026-10-27T22:00:00.000Z' }),
  ]);
  const { version, sequence } = await studio.open(ids[1]!);
  await as('edda').call(publishSeriesChange, {
    params: { itemId: ids[1]! },
    body: { version, sequence, scope: 'All', dates: 2 },
  });
  const times = [];
  for (const id of ids) {
    const { startDate, endDate, registration } = await see('ana', id);
    times.push([startDate, endDate, new Date(registration!.closesAt).toISOString()]);
  }
  expect(times).toEqual([
    ['2026-10-22T14:00:00Z', '2026-10-22T15:00:00Z', '2026-10-21T22:00:00.000Z'],
    ['2026-10-29T15:00:00Z', '2026-10-29T16:30:00Z', '2026-10-27T22:00:00.000Z'],
    ['2026-11-05T16:00:00Z', '2026-11-05T17:30:00Z', '2026-11-03T23:00:00.000Z'],
    ['2026-11-12T16:00:00Z', '2026-11-12T17:30:00Z', '2026-11-10T23:00:00.000Z'],
  ]);
});

test('a date keeps what was changed in it before, and one with unpublished changes stays as it is [DESK-085]', async () => {
  const { studio, ids, reach, publish, shown, bodyFor, as, move } = await changingPortal();
  await move(ids[1]!, { startsAt: '2026-06-20T14:00:00Z', endsAt: '2026-06-20T16:00:00Z' });
  await studio.change(ids[2]!, [field('description', 'Being written.')]);
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: ids[3]! } });
  await studio.change(ids[0]!, [...moved('06-12'), field('location', 'Hall 9')]);
  expect(await reach(ids[0]!)).toMatchObject({ All: { dates: 2, skipped: 1, differing: 1 } });
  const refused = await as('edda').fail(publishSeriesChange, await bodyFor(ids[0]!, 'All', 3));
  expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining('have changed') });
  expect((await shown())[0]).toEqual(asPlanned[0]);
  await publish(ids[0]!, 'All', 2);
  expect(await shown()).toEqual([
    ['2026-06-12T17:30:00.000Z', 'Spring conference', 'Hall 9'],
    ['2026-06-20T14:00:00.000Z', 'Spring conference', 'Hall 9'],
    asPlanned[2],
    ['2026-07-03T17:30:00.000Z', 'Spring conference', 'Hall 9'],
  ]);
  expect((await as('edda').call(getDeskEvent, { params: { itemId: ids[3]! } })).version).toBe(version + 1);
  expect((await studio.open(ids[2]!)).draft.fields.description).toBe('Being written.');
});

test('changed text goes to other dates under the ids of their own components [DESK-084]', async () => {
  const { as, repeat, move, eventId, make } = await seriesPortal();
  const studio = studioActions(() => as('edda'));
  const link = (id: string, text: string, href: string) => ({ id, type: 'Link' as const, text, href });
  await move(eventId, { components: [link('one', 'Agenda', '#two'), link('two', 'Rooms', '/pages/rooms')] });
  const { items } = await repeat({ count: 3 });
  const treeOf = async (id: string) => (await as('edda').call(getStudioItem, { params: { itemId: id } })).draft.trees;
  const former = (await treeOf(items[1]!.id)).components;
  await make.republish(items[2]!.id, {
    ...draft,
    startsAt: items[2]!.startDate,
    endsAt: items[2]!.endDate,
    components: [link('own', 'Only here', '/pages/own')],
  });
  await studio.change(eventId, [
    { do: 'set', component: link('two', 'All rooms', '/pages/rooms') },
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: 'two' },
      component: link('three', 'Menu', '#one'),
    },
  ]);
  const { version, sequence } = await studio.open(eventId);
  await as('edda').call(publishSeriesChange, {
    params: { itemId: eventId },
    body: { version, sequence, scope: 'Following', dates: 1 },
  });
  const { components } = await treeOf(items[1]!.id);
  expect(components).toMatchObject([
    { id: former[0]!.id, text: 'Agenda', href: `#${former[1]!.id}` },
    { id: former[1]!.id, text: 'All rooms' },
    { text: 'Menu', href: `#${former[0]!.id}` },
  ]);
  expect(components[2]!.id).not.toBe('three');
  expect((await treeOf(items[2]!.id)).components).toMatchObject([{ text: 'Only here' }]);
});

test('people who have dates in their calendars get what moved or ended in one email, with rising sequences, and by feed [DESK-086]', async () => {
  const { studio, ids, publish, as, newMail, feed, register } = await changingPortal();
  await register('ana', ids[2]!);
  for (const eventId of [ids[2]!, ids[3]!]) await as('ana').call(inviteMe, { params: { eventId } });
  const [first] = (await newMail()).map(({ invitation }) => invitation!);
  const plain = await feed('ana', 'allEvents');
  await studio.change(ids[1]!, moved('06-19'));
  await publish(ids[1]!, 'Following', 2);
  const [update, ...others] = (await newMail()).map(({ invitation }) => invitation!);
  expect(others).toEqual([]);
  expect(update).toMatchObject({ method: 'REQUEST', uid: first!.uid });
  expect(update!.sequence).toBeGreaterThan(first!.sequence);
  expect(update!.source.match(/^RECURRENCE-ID.*/gm)).toEqual(
    ['20260625', '20260702'].map((day) => `RECURRENCE-ID;TZID=America/Denver:${day}T080000`),
  );
  expect(timesOf(update!.source)).toEqual(titled(['2026-06-26T17:30:00.000Z', '2026-07-03T17:30:00.000Z']));
  const { version } = await as('edda').call(getDeskEvent, { params: { itemId: ids[2]! } });
  await as('edda').call(cancelDeskEvent, { params: { itemId: ids[2]! }, body: { version, note: '' } });
  const [canceled] = (await newMail()).map(({ invitation }) => invitation!);
  expect(canceled).toMatchObject({ method: 'CANCEL', uid: update!.uid, start: '2026-06-26T17:30:00.000Z' });
  expect(canceled!.sequence).toBeGreaterThan(update!.sequence);
  const changed = await feed('ana', 'allEvents');
  expect(changed.times).toEqual(titled([planned[0]!, '2026-06-19T17:30:00.000Z', '2026-07-03T17:30:00.000Z']));
  const sequenceOf = (body: string) => Number(/SEQUENCE:(\d+)[^]*?RRULE/.exec(body)?.[1]);
  expect(sequenceOf(changed.body)).toBeGreaterThan(sequenceOf(plain.body));
});

test('a change of several dates is undone until one of them changes or ends [DESK-087]', async () => {
  const { studio, ids, publish, undo, undoable, shown, as, newMail, register, passDays } = await changingPortal();
  await register('ana', ids[3]!);
  await as('ana').call(inviteMe, { params: { eventId: ids[3]! } });
  const [first] = await newMail();
  expect(await undoable()).toBeNull();
  await studio.change(ids[1]!, [...moved('06-19'), field('header', 'Rates and more')]);
  const { id } = await publish(ids[1]!, 'All', 3);
  await newMail();
  expect(await undoable()).toMatchObject({ id, dates: 4, changedBy: expect.any(String) });
  expect(await undo(id)).toEqual({ dates: 4 });
  expect(await shown()).toEqual(asPlanned);
  expect((await studio.open(ids[1]!)).draft.fields.header).toBe('Spring conference');
  const [back] = (await newMail()).filter(({ invitation }) => invitation?.method === 'REQUEST');
  expect(back!.invitation).toMatchObject({ uid: first!.invitation!.uid, start: planned[3] });
  expect(back!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence + 1);
  const again = () => as('edda').fail(undoSeriesChange, { params: { itemId: ids[0]!, changeId: id } });
  expect(await again()).toMatchObject({ status: 409 });

  // Somebody writes in one of them.
  await studio.change(ids[0]!, [field('location', 'Hall 9')]);
  const later = await publish(ids[0]!, 'All', 3);
  await studio.change(ids[2]!, [field('location', 'Hall 5')]);
  const refused = () => as('edda').fail(undoSeriesChange, { params: { itemId: ids[0]!, changeId: later.id } });
  expect(await undoable()).toBeNull();
  expect(await refused()).toMatchObject({ status: 409, detail: expect.stringContaining('changed or ended') });
  await studio.change(ids[2]!, [field('location', 'Hall 9')]);
  await studio.publish(ids[2]!);
  expect(await refused()).toMatchObject({ status: 409 });

  await studio.change(ids[0]!, [field('location', 'Hall 1')]);
  const last = await publish(ids[0]!, 'All', 3);
  expect(await undoable()).toMatchObject({ id: last.id });
  passDays(2);
  expect(await undoable()).toBeNull();
});

test('a change of several dates is in the history of each, and needs the right to publish them [DESK-088]', async () => {
  const { studio, ids, bodyFor, as } = await changingPortal();
  await studio.change(ids[0]!, [field('location', 'Hall 9')]);
  const { params, body } = await bodyFor(ids[0]!, 'All', 3);
  expect((await as('ana').fail(publishSeriesChange, { params, body })).status).toBe(404);
  const outdated = await as('edda').fail(publishSeriesChange, { params, body: { ...body, sequence: 0 } });
  expect(outdated.detail).toContain('Someone else has changed this item');
  await as('edda').call(publishSeriesChange, { params, body: { ...body, note: 'A larger hall.' } });
  for (const itemId of ids) {
    const { items } = await as('edda').call(listStudioRevisions, { params: { itemId } });
    expect(items[0]).toMatchObject({ note: 'A larger hall.' });
  }
  expect((await as('edda').fail(publishSeriesChange, { params, body })).status).toBe(409);
});

test('several dates are canceled at once, with one cancellation for calendars, or none of them [DESK-089]', async () => {
  const { ids, as, newMail, register, see, feed, make, move, passMinutes } = await changingPortal();
  const versionOf = async (itemId: string) => (await as('edda').call(getDeskEvent, { params: { itemId } })).version;
  const seen = async (...dates: string[]) =>
    Promise.all(dates.map(async (id) => ({ id, version: await versionOf(id) })));
  for (const id of [ids[2]!, ids[3]!]) {
    await register('ana', id);
    await as('ana').call(inviteMe, { params: { eventId: id } });
  }
  await register('cora', ids[3]!);
  const [first] = (await newMail()).filter(({ to }) => to.includes('ana@portico.test'));
  const params = { itemId: ids[1]! };
  const version = await versionOf(ids[1]!);
  const others = await seen(ids[2]!, ids[3]!);
  const single = await make.event({ ...draft, header: 'Not of the series' });
  const refused = async (dates: typeof others) =>
    (await as('edda').fail(cancelDeskEvent, { params, body: { version, note: '', others: dates } })).status;
  expect(await refused([...others, ...(await seen(single))])).toBe(404);
  expect(await refused([others[0]!, { ...others[1]!, version: 99 }])).toBe(409);
  await passMinutes(26 * 60);
  await move(ids[0]!, { startsAt: '2026-06-11T11:00:00Z', endsAt: '2026-06-11T13:00:00Z' });
  expect(await refused([...others, ...(await seen(ids[0]!))])).toBe(409);
  expect(await newMail()).toEqual([]);
  expect((await see('ana', ids[3]!)).registrationStatus).toBe('Registered');
  const { people } = await as('edda').call(cancelDeskEvent, { params, body: { version, note: 'Ill.', others } });
  expect(people).toBe(2);
  const [canceled, ...more] = (await newMail()).filter(({ to }) => to.includes('ana@portico.test'));
  expect(more).toEqual([]);
  expect(canceled!.text).toContain('The organizers canceled all dates of this series. You can remove it');
  expect(canceled!.text).toContain('Ill.');
  expect(canceled!.invitation).toMatchObject({ method: 'CANCEL', uid: first!.invitation!.uid });
  expect(canceled!.invitation!.sequence).toBeGreaterThan(first!.invitation!.sequence);
  expect(canceled!.invitation!.source).not.toContain('RECURRENCE-ID');
  const { times } = await feed('ana', 'allEvents');
  expect(times.filter((time) => time.endsWith('Spring conference'))).toEqual(titled(['2026-06-11T11:00:00.000Z']));
  const { items } = await as('edda').call(getDeskSeries, { params });
  expect(items.map(({ isLive }) => isLive)).toEqual([true, false, false, false]);
});
