import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { listNotifications } from '@portico/contracts/notifications';
import {
  changeRoster,
  getDeskEvent,
  listCheckIn,
  listDeskEvents,
  listRoster,
  saveAttendance,
  undoRosterChange,
  type RosterStatus,
} from '@portico/contracts/studio/eventsDesk';
import { getCurrentUser } from '@portico/contracts/users';
import { addJob } from '../../../jobs/queue.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { rosterPage } from './roster.queries.ts';

const now = new Date('2026-06-10T12:00:00Z');

/** A portal with one event, and what organizers do about it. Edda may edit everything. */
async function desk(registration: object | null = { capacity: 1 }) {
  const portal = await testPortal({ now });
  const { as, make, db } = portal;
  const itemId = await make.event({
    header: 'Clients’ evening: “Öl & Gas”',
    startsAt: '2026-06-12T16:00:00Z',
    endsAt: '2026-06-12T18:00:00Z',
    locationType: 'InPerson',
    location: 'Hall 2',
    timeZone: 'America/Denver',
    registration,
  });
  const ids = new Map<string, string>();
  for (const name of ['edda', 'ana', 'cora', 'nils', 'adam']) {
    await as(name).call(getCurrentUser, {});
    const row = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
    ids.set(name, row.id);
  }
  const params = { itemId };
  const input = (name: string, from: RosterStatus, to: 'Registered' | 'Waiting' | 'Canceled', more: object = {}) => ({
    params,
    body: { id: randomUUID(), personId: ids.get(name)!, from, to, ...more },
  });
  const roster = async (query: object = {}) => (await as('edda').call(listRoster, { params, query })).items;
  return {
    ...portal,
    itemId,
    ids,
    params,
    input,
    roster,
    summary: async (query: object = {}) =>
      (await roster(query)).map(({ name, status, position }) => `${name} ${status}${position ? ` ${position}` : ''}`),
    register: (name: string) =>
      as(name).call(setRegistration, { params: { eventId: itemId }, body: { registrationStatus: 'Registered' } }),
    leave: (name: string) =>
      as(name).call(setRegistration, { params: { eventId: itemId }, body: { registrationStatus: 'Unregistered' } }),
    change: (...args: Parameters<typeof input>) => as('edda').call(changeRoster, input(...args)),
    refused: async (...args: Parameters<typeof input>) => as('edda').fail(changeRoster, input(...args)),
    notices: async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title),
    disable: (name: string) =>
      db.updateTable('users').set({ disabled_at: now.toISOString() }).where('subject', '=', name).execute(),
  };
}

test('the roster has who comes, who waits in their order, and who canceled, and can be searched, filtered and sorted [DESK-001]', async () => {
  const { register, leave, summary, as, params, clock } = await desk();
  await register('ana');
  await register('cora');
  await register('nils');
  expect(await summary()).toEqual(['Ana Brandt Registered', 'Cora Finch Waiting 1', 'Nils Aldous Waiting 2']);
  clock.now = new Date('2026-06-10T13:00:00Z');
  await leave('ana');
  expect(await summary()).toEqual(['Cora Finch Registered', 'Nils Aldous Waiting 1', 'Ana Brandt Canceled']);
  expect(await summary({ status: 'Waiting' })).toEqual(['Nils Aldous Waiting 1']);
  expect(await summary({ text: 'bran' })).toEqual(['Ana Brandt Canceled']);
  expect(await summary({ sort: 'Name' })).toEqual([
    'Nils Aldous Waiting 1',
    'Ana Brandt Canceled',
    'Cora Finch Registered',
  ]);
  expect(await as('edda').call(listRoster, { params, query: { page: '2' } })).toMatchObject({ items: [], total: 3 });
  const numbers = { registered: 1, waiting: 1, canceled: 1, attended: 0, capacity: 1, takesRegistrations: true };
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({ ...numbers, timeZone: 'America/Denver' });
  expect(await as('edda').call(listDeskEvents, { query: {} })).toMatchObject({ total: 1, items: [numbers] });
});

test('someone who registers again after canceling is no longer among those who canceled [DESK-001]', async () => {
  const { register, leave, summary } = await desk();
  await register('ana');
  await leave('ana');
  await register('ana');
  expect(await summary()).toEqual(['Ana Brandt Registered']);
});

test('the list of events has upcoming ones, the next one first, past ones, and finds a word of a title [DESK-002]', async () => {
  const { make, as, clock, itemId } = await desk();
  const soon = await make.event({
    header: 'Breakfast',
    startsAt: '2026-06-11T06:00:00Z',
    endsAt: '2026-06-11T07:00:00Z',
  });
  await make.event({ header: 'Draft', isDraft: true });
  const listed = async (query: object) => (await as('edda').call(listDeskEvents, { query })).items.map(({ id }) => id);
  expect(await listed({})).toEqual([soon, itemId]);
  expect(await listed({ text: 'clients evening' })).toEqual([itemId]);
  clock.now = new Date('2026-06-11T08:00:00Z');
  expect(await listed({})).toEqual([itemId]);
  expect(await listed({ when: 'Past' })).toEqual([soon]);
  await make.withdraw(soon);
  expect(await as('edda').call(listDeskEvents, { query: { when: 'Past' } })).toMatchObject({
    items: [{ id: soon, header: 'Breakfast', isLive: false }],
  });
});

test('nobody without a role in the studio learns of the desk or of people [DESK-003]', async () => {
  const { as, params, input } = await desk();
  for (const answer of [
    await as('ana').fail(listDeskEvents, { query: {} }),
    await as('ana').fail(getDeskEvent, { params }),
    await as('ana').fail(listRoster, { params, query: {} }),
    await as('ana').fail(listCheckIn, { params }),
    await as('ana').fail(changeRoster, input('ana', 'None', 'Registered', { reason: 'I want to' })),
  ])
    expect(answer.code).toBe('not_found');
});

test('an organizer adds a person by hand, also above capacity, and says why; the person is notified [DESK-010, DESK-011]', async () => {
  const { register, change, refused, roster, notices, db } = await desk();
  await register('ana');
  expect(await refused('cora', 'None', 'Registered', { isAboveCapacity: true, reason: '  ' })).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'reason' }],
  });
  expect(await refused('cora', 'None', 'Registered', { reason: 'Speaker' })).toMatchObject({
    code: 'conflict',
    detail: 'All spots are taken: 1 of 1.',
  });
  expect(await change('cora', 'None', 'Registered', { reason: 'Speaker', isAboveCapacity: true })).toMatchObject({
    status: 'Registered',
    registered: 2,
    capacity: 1,
    person: { name: 'Cora Finch' },
  });
  expect(await roster()).toMatchObject([
    { name: 'Ana Brandt', addedBy: null, reason: null },
    { name: 'Cora Finch', addedBy: 'Edda Mohr', reason: 'Speaker' },
  ]);
  expect(await notices('cora')).toEqual(['You’re registered: Clients’ evening: “Öl & Gas”']);
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_kind', '=', 'event')
    .execute();
  expect(entries.find(({ action }) => action === 'event.roster-changed')?.details).toMatchObject({
    person: 'Cora Finch',
    organizer: 'Edda Mohr',
    from: 'None',
    to: 'Registered',
    reason: 'Speaker',
  });
});

test('people who don’t see the event, are disabled, or don’t exist can’t be added [DESK-012]', async () => {
  const { refused, make, itemId, disable, ids } = await desk({});
  await make.republish(itemId, { audience: ['AdvisorHybrid'] });
  const reason = { reason: 'VIP' };
  expect((await refused('cora', 'None', 'Registered', reason)).detail).toBe(
    'Cora Finch doesn’t see this event. Change its audience first.',
  );
  await disable('ana');
  expect((await refused('ana', 'None', 'Registered', reason)).detail).toBe('The account of Ana Brandt is disabled.');
  ids.set('nobody', randomUUID());
  expect((await refused('nobody', 'None', 'Registered', reason)).code).toBe('not_found');
});

test('an event that takes no registrations, or that readers don’t see, refuses changes with the reason [DESK-012]', async () => {
  const { refused, make, itemId } = await desk(null);
  expect((await refused('ana', 'None', 'Registered', { reason: 'VIP' })).detail).toMatch(
    /doesn’t accept registrations/,
  );
  await make.withdraw(itemId);
  expect((await refused('ana', 'None', 'Registered', { reason: 'VIP' })).detail).toMatch(
    /Readers can’t see this event/,
  );
});

test('an organizer gives a spot to someone further down the waiting list, who is notified as usual [DESK-013]', async () => {
  const { register, change, summary, notices } = await desk();
  for (const name of ['ana', 'cora', 'nils']) await register(name);
  await change('nils', 'Waiting', 'Registered', { isAboveCapacity: true });
  expect(await summary()).toEqual(['Nils Aldous Registered', 'Ana Brandt Registered', 'Cora Finch Waiting 1']);
  expect(await notices('nils')).toEqual(['You have a spot: Clients’ evening: “Öl & Gas”']);
});

test('a person moved to the waiting list frees a spot for the next, and waits until an organizer gives them one [DESK-014]', async () => {
  const { register, leave, change, summary, roster, notices, db, runJobs, as, itemId } = await desk();
  await register('ana');
  await register('cora');
  const moved = await change('ana', 'Registered', 'Waiting');
  expect(moved).toMatchObject({ status: 'Waiting', promoted: ['Cora Finch'], registered: 1 });
  expect(await summary()).toEqual(['Cora Finch Registered', 'Ana Brandt Waiting 1']);
  expect((await notices('ana'))[0]).toBe('On the waiting list: Clients’ evening: “Öl & Gas”');
  await leave('cora');
  await addJob(db, 'pass-on-spots', {});
  await runJobs();
  expect(await roster({ status: 'Waiting' })).toMatchObject([{ name: 'Ana Brandt', isHeld: true, position: 1 }]);
  await register('nils');
  expect((await as('nils').call(getEvent, { params: { eventId: itemId } })).registrationStatus).toBe('Registered');
});

test('a removed person’s spot goes to the next in line, and both learn of it [DESK-015]', async () => {
  const { register, change, summary, roster, notices } = await desk();
  await register('ana');
  await register('cora');
  expect(await change('ana', 'Registered', 'Canceled')).toMatchObject({ promoted: ['Cora Finch'] });
  expect(await summary()).toEqual(['Cora Finch Registered', 'Ana Brandt Canceled']);
  expect(await roster({ status: 'Canceled' })).toMatchObject([{ canceledHow: 'Organizer' }]);
  expect((await notices('ana'))[0]).toBe('No longer registered: Clients’ evening: “Öl & Gas”');
  expect((await notices('cora'))[0]).toBe('You have a spot: Clients’ evening: “Öl & Gas”');
});

test('the spot of a disabled person goes to the next in line, and the roster says that they left [DESK-015]', async () => {
  const { register, disable, db, runJobs, roster, summary } = await desk();
  await register('ana');
  await register('cora');
  await disable('ana');
  await addJob(db, 'pass-on-spots', {});
  await runJobs();
  expect(await summary()).toEqual(['Cora Finch Registered', 'Ana Brandt Canceled']);
  expect(await roster({ status: 'Canceled' })).toMatchObject([{ canceledHow: 'Left', isDisabled: true }]);
});

test('a capacity below the number of registered people removes nobody, and no spot is free until enough have left [DESK-016]', async () => {
  const { register, leave, change, summary, make, itemId, as, params } = await desk({ capacity: 2 });
  for (const name of ['ana', 'cora', 'nils']) await register(name);
  await make.republish(itemId, { registration: { capacity: 1 } });
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({ registered: 2, capacity: 1, waiting: 1 });
  await leave('ana');
  expect(await summary({ status: 'Waiting' })).toEqual(['Nils Aldous Waiting 1']);
  expect(await change('cora', 'Registered', 'Canceled')).toMatchObject({ promoted: ['Nils Aldous'] });
});

test('of two organizers who change one person at once, the second learns what happened and changes nothing [DESK-017]', async () => {
  const { register, as, input, summary } = await desk({ capacity: 5 });
  await register('ana');
  await as('edda').call(changeRoster, input('ana', 'Registered', 'Waiting'));
  const refused = await as('edda').fail(changeRoster, input('ana', 'Registered', 'Canceled'));
  expect(refused).toMatchObject({
    code: 'conflict',
    detail: 'Ana Brandt is on the waiting list now. Edda Mohr last changed this list for them. Nothing was changed.',
  });
  expect(await summary()).toEqual(['Ana Brandt Waiting 1']);
});

test('twenty organizers who give away one spot at once give it to one person [DESK-017]', async () => {
  const { as, input, register, leave, params } = await desk({ capacity: 1 });
  await register('ana');
  await leave('ana');
  const names = ['ana', 'cora', 'nils', 'adam'] as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => {
      const name = names[index % names.length]!;
      return as('edda').call(
        changeRoster,
        input(name, name === 'ana' ? 'Canceled' : 'None', 'Registered', { reason: 'VIP' }),
      );
    }),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({ registered: 1 });
});

test('sending a change again, because its answer was lost, has no further effect [DESK-018]', async () => {
  const { as, input, notices } = await desk({});
  const add = input('ana', 'None', 'Registered', { reason: 'VIP' });
  const first = await as('edda').call(changeRoster, add);
  expect(await as('edda').call(changeRoster, add)).toEqual(first);
  expect(await notices('ana')).toHaveLength(1);
});

test('undoing a removal gives the person their spot or their position back [DESK-019]', async () => {
  const { register, change, as, itemId, summary } = await desk();
  for (const name of ['ana', 'cora', 'nils']) await register(name);
  const undo = (changeId: string) => as('edda').call(undoRosterChange, { params: { itemId, changeId } });
  const removed = await change('cora', 'Waiting', 'Canceled');
  expect(await summary({ status: 'Waiting' })).toEqual(['Nils Aldous Waiting 1']);
  expect(await undo(removed.id)).toMatchObject({ status: 'Waiting', promoted: [] });
  expect(await summary({ status: 'Waiting' })).toEqual(['Cora Finch Waiting 1', 'Nils Aldous Waiting 2']);
  await undo(removed.id);
  const gone = await change('ana', 'Registered', 'Canceled');
  expect(gone.promoted).toEqual(['Cora Finch']);
  expect(await undo(gone.id)).toMatchObject({ status: 'Registered', registered: 2, capacity: 1 });
  expect(await summary()).toEqual(['Ana Brandt Registered', 'Cora Finch Registered', 'Nils Aldous Waiting 1']);
});

test('undoing an addition removes the person without a trace on the roster [DESK-019]', async () => {
  const { change, as, itemId, summary } = await desk({});
  const added = await change('ana', 'None', 'Registered', { reason: 'VIP' });
  await as('edda').call(undoRosterChange, { params: { itemId, changeId: added.id } });
  expect(await summary()).toEqual([]);
});

test('a change can’t be undone once the person has changed it themselves [DESK-019]', async () => {
  const { change, as, itemId, leave } = await desk({});
  const added = await change('ana', 'None', 'Registered', { reason: 'VIP' });
  await leave('ana');
  expect(await as('edda').fail(undoRosterChange, { params: { itemId, changeId: added.id } })).toMatchObject({
    code: 'conflict',
    detail: 'This can’t be undone because something else happened since: Ana Brandt is no longer registered.',
  });
  expect((await as('edda').fail(undoRosterChange, { params: { itemId, changeId: randomUUID() } })).code).toBe(
    'not_found',
  );
});

test('of two devices that were offline, the last press for each person counts, and the other organizer is notified [DESK-030, DESK-031]', async () => {
  const { register, as, params, ids, clock, roster, summary } = await desk({});
  await register('ana');
  await register('cora');
  clock.now = new Date('2026-06-12T16:30:00Z');
  const press = (person: string, isHere: boolean, at: string) => ({
    personId: ids.get(person)!,
    isHere,
    pressedAt: `2026-06-12T${at}.000Z`,
  });
  const save = (name: string, presses: object[], sentAt = clock.now.toISOString()) =>
    as(name).call(saveAttendance, { params, body: { sentAt, presses: presses as never } });
  await save('edda', [
    press('ana', true, '16:05:00'),
    press('ana', false, '16:10:00'),
    press('cora', true, '16:10:00'),
  ]);
  clock.now = new Date('2026-06-12T17:00:00Z');
  // This device's clock is an hour ahead, so its presses were at 16:07 and 16:20.
  const merged = await save(
    'adam',
    [press('ana', true, '17:07:00'), press('cora', false, '17:20:00')],
    '2026-06-12T18:00:00.000Z',
  );
  expect(merged.items).toMatchObject([
    {
      name: 'Ana Brandt',
      isHere: false,
      isOutdated: true,
      pressedBy: 'Edda Mohr',
      pressedAt: '2026-06-12T16:10:00.000Z',
    },
    {
      name: 'Cora Finch',
      isHere: false,
      isOutdated: false,
      pressedBy: 'Adam Vance',
      pressedAt: '2026-06-12T16:20:00.000Z',
    },
  ]);
  expect(await roster()).toMatchObject([
    { attendance: { isHere: false, pressedBy: 'Edda Mohr' } },
    { attendance: { isHere: false, pressedBy: 'Adam Vance' } },
  ]);
  await save('edda', [press('ana', true, '16:59:00')]);
  expect(await summary({ status: 'Attended' })).toEqual(['Ana Brandt Registered']);
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({ attended: 1 });
});

test('presses for people who are not on the roster, and in the future, do no harm [DESK-031]', async () => {
  const { register, as, params, ids, clock } = await desk({});
  await register('ana');
  const body = (name: string) => ({
    sentAt: clock.now.toISOString(),
    presses: [{ personId: ids.get(name)!, isHere: true, pressedAt: '2036-01-01T00:00:00.000Z' }],
  });
  expect((await as('edda').call(saveAttendance, { params, body: body('nils') })).items).toEqual([]);
  const { items } = await as('edda').call(saveAttendance, { params, body: body('ana') });
  expect(items[0]!.pressedAt).toBe(clock.now.toISOString());
});

test('a page of the roster is one statement that reads indexes [DESK-004]', async () => {
  const { db, itemId } = await desk();
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql`explain ${rosterPage(itemId, { text: 'ana', status: 'Attended' })}`.execute(trx);
  });
  for (const table of ['event_registrations', 'event_cancellations', 'event_attendance', 'users'])
    expect(JSON.stringify(plan.rows)).not.toContain(`Seq Scan on ${table}`);
});
