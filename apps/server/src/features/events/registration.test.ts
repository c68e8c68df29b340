import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  getEvent,
  listCalendarEvents,
  listUpcomingEvents,
  setRegistration,
  type RegistrationStatus,
} from '@portico/contracts/events';
import type { ContentDraft } from '../../content/publication.ts';
import { startChildServer } from '../../testing/childServer.ts';
import { testPortal, type TestPortalOptions } from '../../testing/testPortal.ts';

const now = new Date('2026-06-10T12:00:00Z');

async function setup(options: TestPortalOptions = {}) {
  const portal = await testPortal({ now, ...options });
  const set = (registrationStatus: RegistrationStatus) => (name: string, eventId: string) =>
    portal.as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus } });
  const refused = (name: string, eventId: string, registrationStatus: RegistrationStatus) =>
    portal.as(name).fail(setRegistration, { params: { eventId }, body: { registrationStatus } });
  return {
    ...portal,
    refused,
    register: set('Registered'),
    cancel: set('Unregistered'),
    event: (registration: object | null = {}, more: Partial<ContentDraft> = {}) =>
      portal.make.event({
        details: { locationType: 'Virtual', registration },
        startsAt: '2026-06-11T12:00:00Z',
        endsAt: '2026-06-11T13:00:00Z',
        ...more,
      }),
    see: (name: string, eventId: string) => portal.as(name).call(getEvent, { params: { eventId } }),
    rows: async (eventId: string) =>
      (
        await sql<{
          status: string;
          subject: string;
        }>`select status, subject from event_registrations join users on users.id = user_id
      where event_id = ${eventId} order by number`.execute(portal.db)
      ).rows.map(({ status, subject }) => `${subject} ${status}`),
    republish: portal.make.republish,
    withdraw: portal.make.withdraw,
  };
}

const withCapacity = (capacity: number | null) => (draft: ContentDraft) => ({
  details: { ...draft.details, registration: { capacity } },
});

test('a person registers and cancels, as often as they like, and everyone sees the places [EVENTS-016, EVENTS-017]', async () => {
  const { event, register, cancel, see, as } = await setup();
  const eventId = await event({ capacity: 3 });
  expect(await register('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    waitingPosition: null,
    registration: { capacity: 3, placesLeft: 2, waiting: 0, closesAt: '2026-06-11T12:00:00Z' },
  });
  expect(await see('cora', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    registration: { placesLeft: 2 },
  });
  expect(await as('ana').call(listUpcomingEvents, { query: {} })).toMatchObject({
    items: [{ registrationStatus: 'Registered', registration: { placesLeft: 2 } }],
  });
  expect(
    await as('ana').call(listCalendarEvents, { query: { startDate: '2026-06-11', endDate: '2026-06-11' } }),
  ).toMatchObject([{ registrationStatus: 'Registered' }]);
  expect(await cancel('ana', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    registration: { placesLeft: 3 },
  });
  expect(await register('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    registration: { placesLeft: 2 },
  });
});

test('setting what is set changes nothing, also when both presses come immediately [R8, EVENTS-016]', async () => {
  const { event, register, cancel, rows } = await setup();
  const eventId = await event({ capacity: 2 });
  await cancel('ana', eventId);
  await Promise.all([register('ana', eventId), register('ana', eventId), register('ana', eventId)]);
  expect(await rows(eventId)).toEqual(['ana Registered']);
  await Promise.all([cancel('ana', eventId), cancel('ana', eventId)]);
  expect(await rows(eventId)).toEqual([]);
  await cancel('ana', eventId);
});

test('without a place left people wait, in the order of coming; anyone who waits longest gets the place that becomes free [EVENTS-016]', async () => {
  const { event, register, cancel, see, rows } = await setup();
  const eventId = await event({ capacity: 1 });
  await register('ana', eventId);
  expect(await register('cora', eventId)).toMatchObject({
    registrationStatus: 'Unregistered',
    waitingPosition: 1,
    registration: { placesLeft: 0, waiting: 1 },
  });
  expect(await register('nils', eventId)).toMatchObject({ waitingPosition: 2, registration: { waiting: 2 } });
  expect(await register('edda', eventId)).toMatchObject({ waitingPosition: 3 });
  expect(await register('nils', eventId)).toMatchObject({ waitingPosition: 2 });
  await cancel('nils', eventId);
  expect(await see('edda', eventId)).toMatchObject({ waitingPosition: 2, registration: { placesLeft: 0, waiting: 2 } });
  await cancel('ana', eventId);
  expect(await rows(eventId)).toEqual(['cora Registered', 'edda Waiting']);
  expect(await see('cora', eventId)).toMatchObject({ registrationStatus: 'Registered', waitingPosition: null });
  expect(await see('edda', eventId)).toMatchObject({ waitingPosition: 1 });
});

test('places that an editor adds go to those who wait, once, and before anyone new [EVENTS-016, R8]', async () => {
  const { event, register, rows, republish, runJobs } = await setup();
  const eventId = await event({ capacity: 1 });
  for (const name of ['ana', 'cora', 'nils', 'edda']) await register(name, eventId);
  await republish(eventId, withCapacity(2));
  // Comes before the job that follows a publication.
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

test('places that an editor takes away throw no one out, and are not filled again', async () => {
  const { event, register, cancel, see, rows, republish, runJobs } = await setup();
  const eventId = await event({ capacity: 3 });
  for (const name of ['ana', 'cora', 'nils']) await register(name, eventId);
  await republish(eventId, withCapacity(1));
  await runJobs();
  await register('edda', eventId);
  expect(await see('ana', eventId)).toMatchObject({
    registrationStatus: 'Registered',
    registration: { capacity: 1, placesLeft: 0 },
  });
  await cancel('ana', eventId);
  await cancel('cora', eventId);
  expect(await rows(eventId)).toEqual(['nils Registered', 'edda Waiting']);
  await cancel('nils', eventId);
  expect(await rows(eventId)).toEqual(['edda Registered']);
});

test('anyone who may not see the event any longer, or is disabled, gets no place', async () => {
  const { event, register, cancel, rows, republish, db } = await setup();
  const eventId = await event({ capacity: 1 });
  for (const name of ['ana', 'cora', 'nils', 'edda']) await register(name, eventId);
  await db.updateTable('users').set({ disabled_at: now.toISOString() }).where('subject', '=', 'nils').execute();
  await republish(eventId, { audience: ['AdvisorHybrid', 'AdvisorIFA', 'Nla'] });
  await cancel('ana', eventId);
  expect(await rows(eventId)).toEqual(['cora Waiting', 'nils Waiting', 'edda Registered']);
});

describe('limits in time', () => {
  test('a spot freed between deadline and start goes to the waiting list [EVENTS-022]', async () => {
    const { event, register, cancel, rows, clock } = await setup();
    const eventId = await event({ capacity: 1, closesAt: '2026-06-11T06:00:00Z' });
    await register('ana', eventId);
    await register('cora', eventId);
    clock.now = new Date('2026-06-11T07:00:00Z');
    await cancel('ana', eventId);
    expect(await rows(eventId)).toEqual([expect.stringMatching(/Registered$/)]);
    expect(await register('cora', eventId)).toMatchObject({ registrationStatus: 'Registered' });
  });

  test('registration ends at its deadline, and cancelling at the start [EVENTS-023, EVENTS-015]', async () => {
    const { event, register, cancel, refused, clock } = await setup();
    const eventId = await event({ closesAt: '2026-06-11T06:00:00Z' });
    clock.now = new Date('2026-06-11T05:59:59.999Z');
    await register('ana', eventId);
    clock.now = new Date('2026-06-11T06:00:00Z');
    expect(await refused('cora', eventId, 'Registered')).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'Registration for this event has closed.',
    });
    expect(await register('ana', eventId)).toMatchObject({ registrationStatus: 'Registered' });
    clock.now = new Date('2026-06-11T11:59:59.999Z');
    await cancel('ana', eventId);
  });

  test('without a deadline registration ends at the start; then nothing can be canceled, and no one gets a place', async () => {
    const { event, register, refused, rows, clock, republish, runJobs } = await setup();
    const eventId = await event({ capacity: 1 });
    await register('ana', eventId);
    clock.now = new Date('2026-06-11T11:59:59.999Z');
    await register('cora', eventId);
    clock.now = new Date('2026-06-11T12:00:00Z');
    expect(await refused('nils', eventId, 'Registered')).toMatchObject({
      status: 409,
      detail: 'Registration for this event has closed.',
    });
    expect(await refused('ana', eventId, 'Unregistered')).toMatchObject({ status: 409, code: 'conflict' });
    await republish(eventId, withCapacity(5));
    await runJobs();
    expect(await rows(eventId)).toEqual(['ana Registered', 'cora Waiting']);
    clock.now = new Date('2026-06-11T13:00:00Z');
    expect(await refused('nils', eventId, 'Registered')).toMatchObject({ status: 409, detail: 'This event is over.' });
  });

  test('an event that takes no registrations says so', async () => {
    const { event, refused, see } = await setup();
    const eventId = await event(null);
    expect(await see('ana', eventId)).toMatchObject({ registration: null, registrationStatus: 'Unregistered' });
    expect(await refused('ana', eventId, 'Registered')).toMatchObject({
      status: 409,
      detail: 'The portal does not take registrations for this event.',
    });
  });
});

test('events that a reader may not see take no registration: they answer as if they were not there [A3, A5]', async () => {
  const { event, refused, register, rows, republish, withdraw, make } = await setup();
  const later = await event({}, { publishedAt: '2026-06-10T12:00:00.001Z' });
  const hidden = [
    later,
    await event({}, { audience: ['AdvisorCorporate'] }),
    await event({}, { expiresAt: now.toISOString() }),
    await make.event({ isDraft: true }),
    await make.news({}),
    '00000000-0000-4000-8000-000000000000',
  ];
  for (const eventId of hidden)
    for (const status of ['Registered', 'Unregistered'] as const)
      expect(await refused('ana', eventId, status)).toMatchObject({
        status: 404,
        code: 'not_found',
        detail: 'The event was not found.',
      });
  const taken = await event({ capacity: 1 });
  await register('ana', taken);
  await republish(taken, {});
  await withdraw(taken);
  expect(await refused('ana', taken, 'Unregistered')).toMatchObject({ status: 404 });
  expect(await rows(taken)).toEqual(['ana Registered']);
});

test.for([
  {},
  { registrationStatus: 'Waiting' },
  { registrationStatus: 'registered' },
  { registrationStatus: null },
  { registrationStatus: ['Registered'] },
  { status: 'Registered' },
])('a body that is none is refused: %j [D1]', async (body) => {
  const { event, as, portal } = await setup();
  const answer = await portal.inject({
    method: 'PUT',
    url: `/api/v1/events/${await event()}`,
    headers: await as('ana').headers(),
    payload: body,
  });
  expect(answer.statusCode).toBe(400);
});

test('nothing in the body but the status is taken: no other person, place or number [A6]', async () => {
  const { event, as, portal, rows } = await setup();
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

test('what comes after registration is only sent to those who are registered, or once the event is over [EVENTS-013, EVENTS-014]', async () => {
  const tree = (text: string) => [{ id: 'h', type: 'Header', level: 2, text }];
  const { make, register, see, clock } = await setup();
  const eventId = await make.event({
    startsAt: '2026-06-11T12:00:00Z',
    endsAt: '2026-06-11T13:00:00Z',
    details: {
      locationType: 'Virtual',
      registration: { capacity: 1 },
      preEventData: tree('Before'),
      postEventData: tree('Dial in here'),
    },
  });
  expect(await see('ana', eventId)).toMatchObject({ preEventData: tree('Before'), postEventData: null });
  expect(await register('ana', eventId)).toMatchObject({ postEventData: tree('Dial in here') });
  expect((await register('cora', eventId)).postEventData).toBeNull();
  clock.now = new Date('2026-06-11T13:00:00Z');
  expect((await see('nils', eventId)).postEventData).toEqual(tree('Dial in here'));
});

test(
  'two hundred people immediately for fifty seats: fifty get one, the others wait in order, and every place that is given up goes to the next [EVENTS-022, R8, EVENTS-016]',
  { timeout: 120_000 },
  async () => {
    const { event, register, cancel, rows, see } = await setup({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    const eventId = await event({ capacity: 50 });
    const people = Array.from({ length: 200 }, (_, index) => `person-${index}`);
    // They have been here before, as people are who wait for registration to open.
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
      registration: { capacity: 50, placesLeft: 0, waiting: 125 },
    });
  },
);

test(
  'two processes hand out the same fifty seats: exactly fifty, anyone who asks which of them [R5, R8]',
  { timeout: 120_000 },
  async () => {
    const { event, rows, issuer, url, clock } = await setup({ now: new Date() });
    const inAWeek = new Date(clock.now.getTime() + 7 * 86_400_000).toISOString();
    const eventId = await event({ capacity: 50 }, { startsAt: inAWeek, endsAt: inAWeek });
    const servers = await Promise.all([
      startChildServer({ databaseUrl: url, issuer }),
      startChildServer({ databaseUrl: url, issuer }),
    ]);
    const headers = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const { idToken, accessToken } = await issuer.tokens({ sub: `person-${index}` });
        return { authorization: `Bearer ${accessToken}`, 'id-token': idToken, 'content-type': 'application/json' };
      }),
    );
    const send = async (index: number, registrationStatus: RegistrationStatus): Promise<number> => {
      for (;;) {
        const { status } = await fetch(`${servers[index % 2]!.url}/api/v1/events/${eventId}`, {
          method: 'PUT',
          headers: headers[index]!,
          body: JSON.stringify({ registrationStatus }),
        });
        // A server on a busy machine asks to come back later, as browsers then do.
        if (status !== 503) return status;
        await sleep(200);
      }
    };
    for (let i = 0; i < headers.length; i += 20)
      await Promise.all(
        headers.slice(i, i + 20).map((own) => fetch(`${servers[0]!.url}/api/v1/users/current`, { headers: own })),
      );
    expect(new Set(await Promise.all(headers.map((_, index) => send(index, 'Registered'))))).toEqual(new Set([200]));
    expect((await rows(eventId)).filter((row) => row.endsWith('Registered'))).toHaveLength(50);
    // Everyone presses wildly; whatever comes of it, no seat is given twice or lost while someone waits.
    const presses = Array.from({ length: 240 }, (_, i) =>
      send((i * 7) % 80, i % 3 === 0 ? 'Registered' : 'Unregistered'),
    );
    expect(new Set(await Promise.all(presses))).toEqual(new Set([200]));
    const after = await rows(eventId);
    const seated = after.filter((row) => row.endsWith('Registered')).length;
    expect(seated).toBe(Math.min(50, after.length));
    expect(after.slice(0, seated).every((row) => row.endsWith('Registered'))).toBe(true);
  },
);
