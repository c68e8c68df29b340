import { getEvent, setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { MadeContent } from '../../../testing/contentMaker.ts';
import { readRows } from '../../../db/rows.ts';
import { testPortal, type TestPortalOptions } from '../../../testing/testPortal.ts';

export const now = new Date('2026-06-10T12:00:00Z');

/** A portal with helpers for what people do about registering for an event. */
export async function registrationPortal(options: TestPortalOptions = {}) {
  const portal = await testPortal({ now, ...options });
  const set = (registrationStatus: RegistrationStatus) => (name: string, eventId: string) =>
    portal.as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus } });
  const rejected = (name: string, eventId: string, registrationStatus: RegistrationStatus) =>
    portal.as(name).fail(setRegistration, { params: { eventId }, body: { registrationStatus } });
  return {
    ...portal,
    rejected,
    register: set('Registered'),
    cancel: set('Unregistered'),
    event: (registration: MadeContent['registration'] = {}, more: MadeContent = {}) =>
      portal.make.event({
        locationType: 'Virtual',
        registration,
        startsAt: '2026-06-11T12:00:00Z',
        endsAt: '2026-06-11T13:00:00Z',
        ...more,
      }),
    see: (name: string, eventId: string) => portal.as(name).call(getEvent, { params: { eventId } }),
    rows: async (eventId: string) =>
      (
        await readRows(
          portal.db,
          z.object({ status: z.string(), subject: z.string() }),
          sql`
          select status, subject from event_registrations join users on users.id = user_id
          where event_id = ${eventId} order by number`,
        )
      ).map(({ status, subject }) => `${subject} ${status}`),
    republish: portal.make.republish,
    withdraw: portal.make.withdraw,
  };
}

export const withCapacity = (capacity: number | null): MadeContent => ({ registration: { capacity } });
