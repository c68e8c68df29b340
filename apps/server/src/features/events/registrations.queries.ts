import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { toWire } from '@portico/kinds/items/event/wire';
import { spotsLeft, type RegistrationStatus } from '@portico/contracts/events';
import { readRow, readRowOrThrow, readRows } from '../../db/rows.ts';
import { publishedRevision } from '../../content/columns.ts';
import { visibleTo, visibleToPerson, type Reader } from '../../visibility/visibility.ts';
import type { Config } from '../../config.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { announce, announcement } from '../../push/announce.ts';
import { addedDeliveries, Delivery, queueDeliveries, recordEvent } from '../../webhooks/recordEvent.ts';
import { EventColumns, registrationInfoOf } from './events.queries.ts';
import { notifyActed, notifyPromoted, snapshotOf, type Notifier } from './eventNotices.queries.ts';
import {
  cancelInvitations,
  eventToInviteColumns,
  eventToInviteOf,
  EventToInviteRow,
  invite,
  Invited,
  queueEmails,
  renewedInvitation,
  type EventToInvite,
} from './invitations.queries.ts';
import { assertMayCancel, isPromoting, spotsToFill, initialStatus, type RegistrationTerms } from './registration.ts';

/** An event locked against changes and registrations by others until the transaction ends. */
export interface LockedEvent extends RegistrationTerms, EventToInvite {
  /** The number of people who have a spot. */
  taken: number;
}

const EventRow = z.object({ id: z.uuid() });
const LeaverRow = z.object({ user_id: z.uuid(), status: z.enum(['Registered', 'Waiting']) });
const Promoted = z.object({ user_id: z.uuid() });
const LockedRow = z.extend(EventToInviteRow, {
  taken: z.int(),
  waiting: z.int(),
  own: EventColumns.shape.ownStatus,
});

/**
 * Registers the reader, puts them on the waiting list, or removes them from either. A spot that opens up goes to the
 * person who has waited longest, with an email and a notification. Saving the same status again changes nothing. With
 * `isOfSeries`, the reader is invited, and the caller sends the email. Throws `not_found`, and `conflict` when it is
 * too late.
 */
export function saveRegistration(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  reader: Reader,
  eventId: string,
  requested: RegistrationStatus,
  { isOfSeries = false }: { isOfSeries?: boolean } = {},
): Promise<void> {
  const notifier = { notify, now: reader.now };
  // Queued before acquiring a connection, so that a rush of registrations does not occupy the connection pool while it
  // waits.
  return serializeByKey(eventId, () =>
    db.transaction().execute(async (trx) => {
      const { own, ...event } = found(await lockEvent(trx, eventId, config, reader), 'event');
      if ((own !== null) === (requested === 'Registered')) return;
      if (requested === 'Unregistered') {
        assertMayCancel(event, reader.now);
        await trx
          .deleteFrom('event_registrations')
          .where('event_id', '=', eventId)
          .where('user_id', '=', reader.id)
          .execute();
        await recordCancellations(
          trx,
          eventId,
          [{ user_id: reader.id, status: own! }],
          'Self',
          reader.now,
          reader.actedBy,
        );
        await cancelInvitations(trx, event, [reader.id], 'Unregistered', reader.now, reader.actedBy);
        await recordEvent(
          trx,
          'registration.canceled',
          { eventId, path: `/events/${eventId}`, status: own },
          reader.now,
        );
        if (own === 'Registered') await promoteNext(trx, withTaken(event, event.taken - 1), notifier);
        await announce(trx, 'registrations', reader.id);
      } else {
        // People already waiting come first, even for spots that were just added.
        const promoted = await promoteNext(trx, event, notifier);
        const status = initialStatus(withTaken(event, event.taken + promoted.length), reader.now);
        await addRegistration(trx, event, reader, { status, isOfSeries });
      }
      if (reader.actedBy !== undefined)
        await notifyActed(trx, event, { userId: reader.id, actedBy: reader.actedBy, requested }, notifier);
    }),
  );
}

const Followers = z.object({ invitations: z.array(Invited), deliveries: z.array(Delivery) });

/** Adds the registration and all that follows from it in one statement, because others wait for the event. */
async function addRegistration(
  trx: Transaction<DB>,
  event: LockedEvent,
  reader: Reader,
  { status, isOfSeries }: { status: 'Registered' | 'Waiting'; isOfSeries: boolean },
): Promise<void> {
  const { id: eventId } = event;
  const { id: userId, now, actedBy } = reader;
  const facts = { eventId, path: `/events/${eventId}`, status };
  const { invitations, deliveries } = await readRowOrThrow(
    trx,
    Followers,
    sql`
      with added as (
        insert into event_registrations (event_id, user_id, status, created_at, notified_snapshot, acted_by)
        values (${eventId}, ${userId}, ${status}, ${now}, ${snapshotOf(event.invited)}::jsonb, ${actedBy ?? null}::uuid)
      ), no_longer_canceled as (
        delete from event_cancellations where event_id = ${eventId} and user_id = ${userId}
      ), renewed as (${status === 'Registered' ? renewedInvitation(event, reader, { isOfSeries }) : sql`select null::uuid as user_id where false`}
      ), delivered as (${addedDeliveries('registration.created', facts, now)}
      ), ${announcement('registrations', sql`select ${userId}::text as recipient`)}
      select coalesce((select json_agg(renewed) from renewed), '[]') as invitations,
        coalesce((select json_agg(delivered) from delivered), '[]') as deliveries
      from announced`,
  );
  await queueEmails(trx, eventId, invitations);
  await queueDeliveries(trx, deliveries);
}

/**
 * Frees the spots of people who have left the firm, and gives all spots that are free to waiting people. It does one
 * event at a time, so that nobody waits long for a lock.
 */
export async function passOnSpots(
  _payload: unknown,
  { db, config, notify, now: clock }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): Promise<void> {
  const now = clock();
  const events = await readRows(
    db,
    EventRow,
    sql`
      select item.id from content_items item where item.kind = 'event' and item.ends_at > ${now}
        and exists (select from event_registrations own join users person on person.id = own.user_id
          where own.event_id = item.id and (own.status = 'Waiting' or person.disabled_at is not null))`,
  );
  for (const { id } of events) {
    await serializeByKey(id, () =>
      db.transaction().execute(async (trx) => {
        const event = await lockEvent(trx, id, config);
        if (!event) return;
        const leavers = await readRows(
          trx,
          LeaverRow,
          sql`
            delete from event_registrations own using users person
            where own.event_id = ${id} and person.id = own.user_id and person.disabled_at is not null
            returning own.user_id, own.status`,
        );
        await recordCancellations(trx, id, leavers, 'Left', now);
        await cancelInvitations(
          trx,
          event,
          leavers.map((row) => row.user_id),
          'Unregistered',
          now,
        );
        for (const { status } of leavers)
          await recordEvent(trx, 'registration.canceled', { eventId: id, path: `/events/${id}`, status }, now);
        const freed = leavers.filter(({ status }) => status === 'Registered').length;
        await promoteNext(trx, withTaken(event, event.taken - freed), { notify, now });
      }),
    );
  }
}

/** Records, for organizers, that these registrations ended; `actedBy` is the delegate who ended them. */
export async function recordCancellations(
  trx: Transaction<DB>,
  eventId: string,
  people: Array<z.infer<typeof LeaverRow>>,
  how: 'Self' | 'Organizer' | 'Left',
  now: Date,
  actedBy: string | null = null,
): Promise<void> {
  await sql`
    insert into event_cancellations (event_id, user_id, status, how, canceled_at, acted_by)
    select ${eventId}, gone.user_id, gone.status, ${how}, ${now}, ${actedBy}
    from unnest(${people.map((row) => row.user_id)}::uuid[], ${people.map((row) => row.status)}::text[]) as gone (user_id, status)
    on conflict (event_id, user_id) do update set
      status = excluded.status, how = excluded.how, canceled_at = excluded.canceled_at, acted_by = excluded.acted_by`.execute(
    trx,
  );
}

export async function forgetCancellation(trx: Transaction<DB>, eventId: string, userId: string): Promise<void> {
  await trx.deleteFrom('event_cancellations').where('event_id', '=', eventId).where('user_id', '=', userId).execute();
}

/** Gives open spots to waiting people, first come, first served, and notifies them. Returns who got one. */
export async function promoteNext(trx: Transaction<DB>, event: LockedEvent, notifier: Notifier): Promise<string[]> {
  const { now } = notifier;
  if (event.registration?.waiting === 0 || !isPromoting(event, now) || spotsToFill(event) === 0) return [];
  const rows = await readRows(
    trx,
    Promoted,
    sql`
      update event_registrations set status = 'Registered', notified_snapshot = ${snapshotOf(event.invited)}::jsonb
      where event_id = ${event.id} and user_id in (
        select own.user_id from event_registrations own
        join users person on person.id = own.user_id join content_items item on item.id = own.event_id
        where own.event_id = ${event.id} and own.status = 'Waiting' and not own.is_held and ${visibleToPerson(now)}
        order by own.number limit ${spotsToFill(event)}
      )
      returning user_id`,
  );
  const userIds = rows.map((row) => row.user_id);
  await invite(trx, event, userIds, 'Promoted', now);
  await notifyPromoted(trx, event, userIds, notifier);
  if (userIds.length > 0) {
    const facts = { eventId: event.id, path: `/events/${event.id}`, count: userIds.length };
    await recordEvent(trx, 'registration.promoted', facts, now);
  }
  return userIds;
}

/**
 * Locks the event and returns its current state, or undefined when it does not exist or `reader` may not see it. `own`
 * is the reader's registration.
 */
export async function lockEvent(
  trx: Transaction<DB>,
  eventId: string,
  { FIRM_TIME_ZONE }: Pick<Config, 'FIRM_TIME_ZONE'>,
  reader?: Reader,
): Promise<(LockedEvent & { own: 'Registered' | 'Waiting' | null }) | undefined> {
  // A separate statement, because a statement that waits for a lock still reads the data from before it waited.
  await sql`select 1 from content_items where id = ${eventId} and kind = 'event' for no key update`.execute(trx);
  const row = await readRow(
    trx,
    LockedRow,
    sql`
      select ${eventToInviteColumns},
        (select count(*) from event_registrations where event_id = item.id and status = 'Registered')::int as taken,
        (select count(*) from event_registrations where event_id = item.id and status = 'Waiting')::int as waiting,
        (select status from event_registrations where event_id = item.id and user_id = ${reader?.id ?? null}) as own
      from ${publishedRevision} where item.id = ${eventId} and item.kind = 'event' and ${reader ? visibleTo(reader) : sql`true`}`,
  );
  return (
    row && {
      ...eventToInviteOf(row, FIRM_TIME_ZONE),
      own: row.own,
      taken: row.taken,
      ...toWire(row),
      registration: registrationInfoOf({
        details: row.details,
        startsAt: row.startsAt,
        spotsTaken: row.taken,
        waiting: row.waiting,
      }),
    }
  );
}

/** The same event once `taken` people have a spot. That can exceed its capacity if an editor lowered it. */
export function withTaken(event: LockedEvent, taken: number): LockedEvent {
  const { registration } = event;
  if (registration?.capacity == null) return { ...event, taken };
  return { ...event, taken, registration: { ...registration, spotsLeft: spotsLeft(registration.capacity, taken) } };
}

const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs work with the same key sequentially, in the order of the calls. Other keys run concurrently. For this
 * process only.
 */
export async function serializeByKey<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
  lastOf.set(key, turn);
  try {
    return await turn;
  } finally {
    if (lastOf.get(key) === turn) lastOf.delete(key);
  }
}
