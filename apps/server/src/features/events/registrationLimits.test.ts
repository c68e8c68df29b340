import { describe, expect, test } from 'vitest';
import { registrationPortal, withCapacity } from './testing/registrationPortal.ts';

describe('time limits of registration', () => {
  test('a spot that opens up between the deadline and the start goes to the waiting list [EVENTS-022]', async () => {
    const { event, register, cancel, rows, clock } = await registrationPortal();
    const eventId = await event({ capacity: 1, closesAt: '2026-06-11T06:00:00Z' });
    await register('ana', eventId);
    await register('cora', eventId);
    clock.now = new Date('2026-06-11T07:00:00Z');
    await cancel('ana', eventId);
    expect(await rows(eventId)).toEqual([expect.stringMatching(/Registered$/)]);
    expect(await register('cora', eventId)).toMatchObject({ registrationStatus: 'Registered' });
  });

  test('registering ends at the deadline, and canceling ends at the start [EVENTS-023, EVENTS-015]', async () => {
    const { event, register, cancel, rejected, clock } = await registrationPortal();
    const eventId = await event({ closesAt: '2026-06-11T06:00:00Z' });
    clock.now = new Date('2026-06-11T05:59:59.999Z');
    await register('ana', eventId);
    clock.now = new Date('2026-06-11T06:00:00Z');
    expect(await rejected('cora', eventId, 'Registered')).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'Registration for this event has closed.',
    });
    expect(await register('ana', eventId)).toMatchObject({ registrationStatus: 'Registered' });
    clock.now = new Date('2026-06-11T11:59:59.999Z');
    await cancel('ana', eventId);
  });

  test('without a deadline, registering, canceling and promotions end at the start', async () => {
    const { event, register, rejected, rows, clock, republish, runJobs } = await registrationPortal();
    const eventId = await event({ capacity: 1 });
    await register('ana', eventId);
    clock.now = new Date('2026-06-11T11:59:59.999Z');
    await register('cora', eventId);
    clock.now = new Date('2026-06-11T12:00:00Z');
    expect(await rejected('nils', eventId, 'Registered')).toMatchObject({
      status: 409,
      detail: 'Registration for this event has closed.',
    });
    expect(await rejected('ana', eventId, 'Unregistered')).toMatchObject({ status: 409, code: 'conflict' });
    await republish(eventId, withCapacity(5));
    await runJobs();
    expect(await rows(eventId)).toEqual(['ana Registered', 'cora Waiting']);
    clock.now = new Date('2026-06-11T13:00:00Z');
    expect(await rejected('nils', eventId, 'Registered')).toMatchObject({
      status: 409,
      detail: 'This event has ended.',
    });
  });

  test('a spot added between the start and a later deadline goes to the waiting list [EVENTS-022]', async () => {
    const { event, register, rows, clock, republish, runJobs } = await registrationPortal();
    const eventId = await event({ capacity: 1, closesAt: '2026-06-11T12:30:00Z' });
    await register('ana', eventId);
    await register('cora', eventId);
    const add = (capacity: number) =>
      republish(eventId, { registration: { capacity, closesAt: '2026-06-11T12:30:00Z' } });
    clock.now = new Date('2026-06-11T12:29:59.999Z');
    await add(2);
    await runJobs();
    expect(await rows(eventId)).toEqual(['ana Registered', 'cora Registered']);
    await register('nils', eventId);
    clock.now = new Date('2026-06-11T12:30:00Z');
    await add(3);
    await runJobs();
    expect(await rows(eventId)).toEqual(['ana Registered', 'cora Registered', 'nils Waiting']);
  });

  test('an event without registration rejects registrations with the reason, and the title fits it [ERROR-010]', async () => {
    const { event, rejected, see } = await registrationPortal();
    const eventId = await event(null);
    expect(await see('ana', eventId)).toMatchObject({ registration: null, registrationStatus: 'Unregistered' });
    expect(await rejected('ana', eventId, 'Registered')).toMatchObject({
      status: 409,
      title: 'The current state does not allow this',
      detail: 'The portal doesn’t accept registrations for this event.',
    });
  });
});
