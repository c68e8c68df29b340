import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listCalendarEvents, listUpcomingEvents } from '@portico/contracts/events';
import { lockEvent } from './registrations.queries.ts';
import { now, registrationPortal, withCapacity } from './testing/registrationPortal.ts';

test('a person can register and cancel repeatedly, and everyone sees the remaining spots [EVENTS-016, EVENTS-017]', async () => {
  const { event, register, cancel, see, as } = await registrationPortal();
  const eventId = await event({ capacity: 3 });
  expect(await register('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    waitingPosition: null,
    registration: { capacity: 3, spotsLeft: 2, waiting: 0, closesAt: '2026-06-11T12:00:00Z' },
  });
  expect(await see('cora', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    registration: { spotsLeft: 2 },
  });
  expect(await as('ana').call(listUpcomingEvents, { query: {} })).toMatchObject({
    items: [{ registrationStatus: 'Registered', registration: { spotsLeft: 2 } }],
  });
  expect(
    await as('ana').call(listCalendarEvents, { query: { startDate: '2026-06-11', endDate: '2026-06-11' } }),
  ).toMatchObject([{ registrationStatus: 'Registered' }]);
  expect(await cancel('ana', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    registration: { spotsLeft: 3 },
  });
  expect(await register('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    registration: { spotsLeft: 2 },
  });
});

test('registering twice keeps one registration, even concurrently [R8, EVENTS-016]', async () => {
  const { event, register, cancel, rows } = await registrationPortal();
  const eventId = await event({ capacity: 2 });
  await cancel('ana', eventId);
  await Promise.all([register('ana', eventId), register('ana', eventId), register('ana', eventId)]);
  expect(await rows(eventId)).toEqual(['ana Registered']);
  await Promise.all([cancel('ana', eventId), cancel('ana', eventId)]);
  expect(await rows(eventId)).toEqual([]);
  await cancel('ana', eventId);
});

test('when an event is full, people wait in order, and a canceled spot goes to the first in line [EVENTS-016]', async () => {
  const { event, register, cancel, see, rows } = await registrationPortal();
  const eventId = await event({ capacity: 1 });
  await register('ana', eventId);
  expect(await register('cora', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    waitingPosition: 1,
    registration: { spotsLeft: 0, waiting: 1 },
  });
  expect(await register('nils', eventId)).toMatchObject({ waitingPosition: 2, registration: { waiting: 2 } });
  expect(await register('edda', eventId)).toMatchObject({ waitingPosition: 3 });
  expect(await register('nils', eventId)).toMatchObject({ waitingPosition: 2 });
  await cancel('nils', eventId);
  expect(await see('edda', eventId)).toMatchObject({ waitingPosition: 2, registration: { spotsLeft: 0, waiting: 2 } });
  await cancel('ana', eventId);
  expect(await rows(eventId)).toEqual(['cora Registered', 'edda Waiting']);
  expect(await see('cora', eventId)).toMatchObject({ registrationStatus: 'Registered', waitingPosition: null });
  expect(await see('edda', eventId)).toMatchObject({ waitingPosition: 1 });
});

test('added spots go to waiting people first, once each [EVENTS-016, R8]', async () => {
  const { event, register, rows, republish, runJobs } = await registrationPortal();
  const eventId = await event({ capacity: 1 });
  for (const name of ['ana', 'cora', 'nils', 'edda']) await register(name, eventId);
  await republish(eventId, withCapacity(2));
  // Registers before the job that follows publication has run.
  await register('pia', eventId);
  expect(await rows(eventId)).toEqual([
    'ana Registered',
    'cora Registered',
    'nils Waiting',
    'edda Waiting',
    'pia Waiting',
  ]);
  await runJobs();
  await runJobs();
  expect(await rows(eventId)).toEqual([
    'ana Registered',
    'cora Registered',
    'nils Waiting',
    'edda Waiting',
    'pia Waiting',
  ]);
  await republish(eventId, withCapacity(4));
  await runJobs();
  expect(await rows(eventId)).toEqual([
    'ana Registered',
    'cora Registered',
    'nils Registered',
    'edda Registered',
    'pia Waiting',
  ]);
  await republish(eventId, withCapacity(null));
  await runJobs();
  expect((await rows(eventId)).at(-1)).toBe('pia Registered');
});

test('lowering the capacity removes no one, and canceled spots beyond it are not refilled', async () => {
  const { event, register, cancel, see, rows, republish, runJobs } = await registrationPortal();
  const eventId = await event({ capacity: 3 });
  for (const name of ['ana', 'cora', 'nils']) await register(name, eventId);
  await republish(eventId, withCapacity(1));
  await runJobs();
  await register('edda', eventId);
  expect(await see('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    registration: { capacity: 1, spotsLeft: 0 },
  });
  await cancel('ana', eventId);
  await cancel('cora', eventId);
  expect(await rows(eventId)).toEqual(['nils Registered', 'edda Waiting']);
  await cancel('nils', eventId);
  expect(await rows(eventId)).toEqual(['edda Registered']);
});

test('a waiting person who is disabled or may no longer see the event is not promoted', async () => {
  const { event, register, cancel, rows, republish, db } = await registrationPortal();
  const eventId = await event({ capacity: 1 });
  for (const name of ['ana', 'cora', 'nils', 'edda']) await register(name, eventId);
  await db.updateTable('users').set({ disabled_at: now.toISOString() }).where('subject', '=', 'nils').execute();
  await republish(eventId, { audience: ['AdvisorHybrid', 'AdvisorIFA', 'Nla'] });
  await cancel('ana', eventId);
  expect(await rows(eventId)).toEqual(['cora Waiting', 'nils Waiting', 'edda Registered']);
});

test('registering for a hidden event fails like registering for a missing one [A3, A5]', async () => {
  const { event, rejected, register, rows, republish, withdraw, make } = await registrationPortal();
  const later = await event({}, { publishedAt: '2026-06-10T12:00:00.001Z' });
  const hidden = [
    later,
    await event({}, { audience: ['AdvisorCorporate'] }),
    await event({}, { expiresAt: now.toISOString() }),
    await make.event({ isDraft: true }),
    await make.news({}),
    '00000000-0000-4000-8000-000000000000',
  ];
  for (const eventId of hidden) {
    for (const status of ['Registered', 'Unregistered'] as const) {
      expect(await rejected('ana', eventId, status)).toMatchObject({
        status: 404,
        code: 'not_found',
        detail: 'The event was not found.',
      });
      expect(await rows(eventId)).toEqual([]);
    }
  }
  const withdrawn = await event({ capacity: 1 });
  await register('ana', withdrawn);
  await republish(withdrawn, {});
  await withdraw(withdrawn);
  expect(await rejected('ana', withdrawn, 'Unregistered')).toMatchObject({ status: 404 });
  expect(await rows(withdrawn)).toEqual(['ana Registered']);
});

test.for([
  {},
  { registrationStatus: 'Waiting' },
  { registrationStatus: 'registered' },
  { registrationStatus: null },
  { registrationStatus: ['Registered'] },
  { status: 'Registered' },
])('the invalid body %j is rejected [D1]', async (body) => {
  const { event, as, portal } = await registrationPortal();
  const answer = await portal.inject({
    method: 'PUT',
    url: `/api/v1/events/${await event()}`,
    headers: await as('ana').headers(),
    payload: body,
  });
  expect(answer.statusCode).toBe(400);
});

test('fields other than the status are ignored: no other person, status or position can be set [A6]', async () => {
  const { event, as, portal, rows } = await registrationPortal();
  const eventId = await event({ capacity: 1 });
  await portal.inject({
    method: 'PUT',
    url: `/api/v1/events/${eventId}`,
    headers: await as('ana').headers(),
    payload: {
      registrationStatus: 'Registered',
      userId: '00000000-0000-4000-8000-000000000000',
      number: -1,
      status: 'Waiting',
      waitingPosition: 0,
      capacity: 9,
    },
  });
  expect(await rows(eventId)).toEqual(['ana Registered']);
});

test('content for attendees is sent only to registered people or after the event [EVENTS-013, EVENTS-014]', async () => {
  const tree = (text: string) => [{ id: 'h', type: 'Header' as const, level: 2, text }];
  const { make, register, see, clock } = await registrationPortal();
  const eventId = await make.event({
    startsAt: '2026-06-11T12:00:00Z',
    endsAt: '2026-06-11T13:00:00Z',
    locationType: 'Virtual',
    registration: { capacity: 1 },
    preEventData: tree('Before'),
    postEventData: tree('Dial in here'),
  });
  expect(await see('ana', eventId)).toMatchObject({ preEventData: tree('Before'), postEventData: null });
  expect(await register('ana', eventId)).toMatchObject({ postEventData: tree('Dial in here') });
  expect((await register('cora', eventId)).postEventData).toBeNull();
  clock.now = new Date('2026-06-11T13:00:00Z');
  expect((await see('nils', eventId)).postEventData).toEqual(tree('Dial in here'));
});

test('a registration waits for a concurrent one in another process and counts it [R5, R8]', async () => {
  const { event, register, see, db, rows, parts } = await registrationPortal();
  const eventId = await event({ capacity: 1 });
  await see('cora', eventId);
  const other = await db.startTransaction().execute();
  await lockEvent(other, eventId, parts.config);
  await sql`insert into event_registrations (event_id, user_id, status, created_at)
    select ${eventId}, id, 'Registered', now() from users where subject = 'cora'`.execute(other);
  const registering = register('ana', eventId);
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
  } finally {
    await other.commit().execute();
  }
  expect(await registering).toMatchObject({ registrationStatus: 'Unregistered', waitingPosition: 1 });
  expect(await rows(eventId)).toEqual(['cora Registered', 'ana Waiting']);
});

test('of two hundred concurrent registrations for fifty spots, fifty succeed, the others wait in order, and each canceled spot goes to the next [EVENTS-022, R8, EVENTS-016]', async () => {
  const { event, register, cancel, rows, see } = await registrationPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  const eventId = await event({ capacity: 50 });
  const people = Array.from({ length: 200 }, (_, index) => `person-${index}`);
  // Everyone has signed in before, like people waiting for registration to open.
  for (let i = 0; i < people.length; i += 20)
    await Promise.all(people.slice(i, i + 20).map((name) => see(name, eventId)));
  const answers = await Promise.all(people.map((name) => register(name, eventId)));
  expect(answers.filter(({ registrationStatus }) => registrationStatus === 'Registered')).toHaveLength(50);
  const positions: number[] = [];
  for (const name of people) positions.push((await see(name, eventId)).waitingPosition ?? 0);
  expect(positions.filter((position) => position > 0).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 150 }, (_, index) => index + 1),
  );
  const before = await rows(eventId);
  expect(before.filter((row) => row.endsWith('Registered'))).toHaveLength(50);
  expect(before.slice(0, 50).every((row) => row.endsWith('Registered'))).toBe(true);

  const leaving = before
    .slice(0, 50)
    .filter((_, index) => index % 2 === 0)
    .map((row) => row.split(' ')[0]!);
  await Promise.all(leaving.map((name) => cancel(name, eventId)));
  const after = await rows(eventId);
  expect(after.filter((row) => row.endsWith('Registered'))).toHaveLength(50);
  const stillThere = (row: string) => !leaving.includes(row.split(' ')[0]!);
  expect(after.map((row) => row.split(' ')[0])).toEqual(before.filter(stillThere).map((row) => row.split(' ')[0]));
  expect(after.slice(0, 50).every((row) => row.endsWith('Registered'))).toBe(true);
  expect(await see(people[0]!, eventId)).toMatchObject({
    registration: { capacity: 50, spotsLeft: 0, waiting: 125 },
  });
});
