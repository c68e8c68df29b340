import { sql, type Transaction } from 'kysely';
import type { RegistrationStatus } from '@portico/contracts/events';
import { publishedRevision } from '../../content/columns.ts';
import type { EventDetails } from '../../content/details.ts';
import { visibleTo, visibleToPerson, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { announce } from '../../push/announce.ts';
import type { InvitedEvent } from './eventCalendar.ts';
import { placesLeft, registrationInfoOf } from './events.queries.ts';
import { serializeByKey } from './serializeByKey.ts';
import { notifyPromoted, toldOf } from './eventNotices.queries.ts';
import {
  cancelInvitations,
  invite,
  invitedEventColumns,
  invitedEventOf,
  type InvitedEventRow,
} from './invitations.queries.ts';
import { assertMayCancel, isPromoting, spotsToFill, initialStatus, type RegistrationTerms } from './registration.ts';

/** An event that nobody else changes or registers for while the transaction lasts. */
interface LockedEvent extends RegistrationTerms {
  id: string;
  version: number;
  /** People who have a place. */
  taken: number;
  invited: InvitedEvent;
}

/**
 * Registers the reader, puts them on the waiting list, or takes them off either; whoever waits longest gets a place that
 * becomes free, a mail and a notification. Setting what is set changes nothing. Throws `not_found`, and `conflict` when it is too late.
 */
export function saveRegistration(db: Db, reader: Reader, eventId: string, wanted: RegistrationStatus): Promise<void> {
  // One after the other already here, so that a crowd does not hold all of the process's connections while it waits.
  return serializeByKey(eventId, () =>
    db.transaction().execute(async (trx) => {
      const { own, ...event } = found(await lockEvent(trx, eventId, reader), 'event');
      if ((own !== null) === (wanted === 'Registered')) return;
      if (wanted === 'Unregistered') {
        assertMayCancel(event, reader.now);
        await trx
          .deleteFrom('event_registrations')
          .where('event_id', '=', eventId)
          .where('user_id', '=', reader.id)
          .execute();
        await cancelInvitations(trx, event, [reader.id], 'Unregistered', reader.now);
        if (own === 'Registered') await promoteNext(trx, withTaken(event, event.taken - 1), reader.now);
      } else {
        // Those who wait come first, also when places have been added a moment ago.
        const promoted = await promoteNext(trx, event, reader.now);
        const status = initialStatus(withTaken(event, event.taken + promoted), reader.now);
        await trx
          .insertInto('event_registrations')
          .values({
            event_id: eventId,
            user_id: reader.id,
            status,
            created_at: reader.now,
            told: toldOf(event.invited),
          })
          .execute();
      }
      await announce(trx, 'registrations', reader.id);
    }),
  );
}

/** Gives free places to those who wait, in the order in which they came, and tells them. Answers how many got one. */
export async function promoteNext(trx: Transaction<DB>, event: LockedEvent, now: Date): Promise<number> {
  if (event.registration?.waiting === 0 || !isPromoting(event, now) || spotsToFill(event) === 0) return 0;
  const { rows } = await sql<{ user_id: string }>`
    update event_registrations set status = 'Registered', told = ${toldOf(event.invited)}::jsonb
    where event_id = ${event.id} and user_id in (
      select own.user_id from event_registrations own
      join users person on person.id = own.user_id join content_items item on item.id = own.event_id
      where own.event_id = ${event.id} and own.status = 'Waiting' and ${visibleToPerson(now)}
      order by own.number limit ${spotsToFill(event)}
    )
    returning user_id`.execute(trx);
  const userIds = rows.map((row) => row.user_id);
  await invite(trx, event, userIds, 'Promoted', now);
  await notifyPromoted(trx, event, userIds, now);
  return rows.length;
}

/**
 * The event as it is once everybody who was changing it is done, or undefined when there is none or `reader` may not see it.
 * `own` is the reader's registration.
 */
export async function lockEvent(
  trx: Transaction<DB>,
  eventId: string,
  reader?: Reader,
): Promise<(LockedEvent & { own: 'Registered' | 'Waiting' | null }) | undefined> {
  // A statement of its own: what is read by the one that waits for a lock is as old as its beginning.
  await sql`select 1 from content_items where id = ${eventId} and kind = 'event' for no key update`.execute(trx);
  const {
    rows: [row],
  } = await sql<
    InvitedEventRow & {
      id: string;
      version: number;
      taken: number;
      waiting: number;
      own: 'Registered' | 'Waiting' | null;
      details: EventDetails;
    }
  >`
    select item.id, item.version, ${invitedEventColumns},
      (select count(*) from event_registrations where event_id = item.id and status = 'Registered')::int as taken,
      (select count(*) from event_registrations where event_id = item.id and status = 'Waiting')::int as waiting,
      (select status from event_registrations where event_id = item.id and user_id = ${reader?.id ?? null}) as own
    from ${publishedRevision} where item.id = ${eventId} and item.kind = 'event' and ${reader ? visibleTo(reader) : sql`true`}`.execute(
    trx,
  );
  return (
    row && {
      id: row.id,
      version: row.version,
      own: row.own,
      taken: row.taken,
      startDate: row.starts_at,
      endDate: row.ends_at,
      registration: registrationInfoOf({
        details: row.details,
        starts_at: row.starts_at,
        places_taken: row.taken,
        waiting: row.waiting,
      }),
      invited: invitedEventOf(row),
    }
  );
}

/** The same event when `taken` people have a place. More than all can be taken, when an editor has made them fewer. */
function withTaken(event: LockedEvent, taken: number): LockedEvent {
  const { registration } = event;
  if (registration?.capacity == null) return { ...event, taken };
  return { ...event, taken, registration: { ...registration, placesLeft: placesLeft(registration.capacity, taken) } };
}
