import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { RegistrationStatus } from '@portico/contracts/events';
import { readRowOrThrow, readRows } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { visibleToPerson } from '../../visibility/visibility.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Notify } from '../../dependencies.ts';
import { announceToEach } from '../../push/announce.ts';
import { InvitedEvent, locationLabel, whenLabel } from './eventCalendar.ts';
import type { EventToInvite } from './invitations.queries.ts';

/** The parts of an event that affect people's plans. A new description does not notify anyone. */
const Snapshot = z.pick(InvitedEvent, {
  header: true,
  startsAt: true,
  endsAt: true,
  timeZone: true,
  isVirtual: true,
  location: true,
});
type Snapshot = z.infer<typeof Snapshot>;

const OutdatedRow = z.object({ user_id: z.uuid(), hadSnapshot: z.boolean() });
const WithdrawnRow = z.object({ user_id: z.uuid(), snapshot: Snapshot });

/** Stored as the snapshot once a person was notified that they can no longer see the event. */
const WITHDRAWN = JSON.stringify({ withdrawn: true });

/** What a person knows about the event, as JSON for the `notified_snapshot` of their registration. */
export function snapshotOf({ header, startsAt, endsAt, timeZone, isVirtual, location }: InvitedEvent): string {
  return JSON.stringify({ header, startsAt, endsAt, timeZone, isVirtual, location } satisfies Snapshot);
}

export interface Notifier {
  notify: Notify;
  now: Date;
}

/** Notifies people who got a spot from the waiting list. */
export async function notifyPromoted(
  trx: Transaction<DB>,
  { id, invited }: EventToInvite,
  userIds: string[],
  { notify, now }: Notifier,
): Promise<void> {
  await notify(
    trx,
    userIds,
    {
      title: `You have a spot: ${invited.header}`,
      description: `A spot opened up, and it’s yours. The event is on ${whenAndWhere(invited)}`,
      link: `/events/${id}`,
      itemId: id,
    },
    now,
  );
  await announceToEach(trx, 'registrations', userIds);
}

const DelegateRow = z.object({ name: z.nullable(z.string()) });

/** Tells a person that a delegate registered them, or canceled for them. */
export async function notifyActed(
  trx: Transaction<DB>,
  { id, invited }: EventToInvite,
  { userId, actedBy, requested }: { userId: string; actedBy: string; requested: RegistrationStatus },
  { notify, now }: Notifier,
): Promise<void> {
  const { name } = await readRowOrThrow(
    trx,
    DelegateRow,
    sql`select coalesce(${displayName('delegate')}, delegate.email) as name from users delegate where delegate.id = ${actedBy}`,
  );
  const who = name ?? 'Somebody who acts for you';
  const isRegistered = requested === 'Registered';
  await notify(
    trx,
    [userId],
    {
      title: `${isRegistered ? 'Registered for you' : 'Canceled for you'}: ${invited.header}`,
      description: `${who} ${isRegistered ? 'registered you for this event' : 'canceled your registration'}. It is on ${whenAndWhere(invited)}`,
      link: `/events/${id}`,
      itemId: id,
    },
    now,
  );
}

/**
 * Notifies everyone who is registered or waiting, once, when the time, place or name of an event that is not over
 * differs from what they know, or when they can no longer see the event.
 */
export async function notifyChanged(
  trx: Transaction<DB>,
  { id, invited }: EventToInvite,
  { notify, now }: Notifier,
): Promise<void> {
  const snapshot = snapshotOf(invited);
  if (new Date(invited.endsAt) > now) {
    const rows = await readRows(
      trx,
      OutdatedRow,
      sql`
        with outdated as (
          select own.event_id, own.user_id, own.notified_snapshot from event_registrations own
          join users person on person.id = own.user_id join content_items item on item.id = own.event_id
          where own.event_id = ${id} and own.notified_snapshot is distinct from ${snapshot}::jsonb and ${visibleToPerson(now)}
          for update of own
        )
        update event_registrations own set notified_snapshot = ${snapshot}::jsonb from outdated
        where own.event_id = outdated.event_id and own.user_id = outdated.user_id
        returning own.user_id, outdated.notified_snapshot is not null as "hadSnapshot"`,
    );
    // Registrations from before snapshots existed do not record what the person knew.
    const changedFor = rows.filter(({ hadSnapshot }) => hadSnapshot).map((row) => row.user_id);
    await notify(
      trx,
      changedFor,
      {
        title: `Updated: ${invited.header}`,
        description: `It’s now on ${whenAndWhere(invited)}`,
        link: `/events/${id}`,
        itemId: id,
      },
      now,
    );
    await announceToEach(trx, 'registrations', changedFor);
  }
  await notifyWithdrawn(trx, id, { notify, now });
}

/**
 * Notifies everyone who is registered or waiting and can no longer see the event, once, unless the event they know
 * about is over. The notification contains nothing that they did not know.
 */
export async function notifyWithdrawn(trx: Transaction<DB>, eventId: string, { notify, now }: Notifier): Promise<void> {
  const rows = await readRows(
    trx,
    WithdrawnRow,
    sql`
      with gone as (
        select own.event_id, own.user_id, own.notified_snapshot from event_registrations own
        join users person on person.id = own.user_id join content_items item on item.id = own.event_id
        where own.event_id = ${eventId} and own.notified_snapshot->>'header' is not null
          and (own.notified_snapshot->>'endsAt')::timestamptz > ${now} and not (${visibleToPerson(now)})
        for update of own
      )
      update event_registrations own set notified_snapshot = ${WITHDRAWN}::jsonb from gone
      where own.event_id = gone.event_id and own.user_id = gone.user_id
      returning own.user_id, gone.notified_snapshot as snapshot`,
  );
  const peopleBySnapshot = Map.groupBy(rows, ({ snapshot }) => JSON.stringify(snapshot));
  for (const people of peopleBySnapshot.values()) {
    const { snapshot } = people[0]!;
    // Without the item, because notifications about an item that people cannot see are hidden from them.
    await notify(
      trx,
      people.map((row) => row.user_id),
      {
        title: `Canceled: ${snapshot.header}`,
        description: `This event is no longer in the portal. It was scheduled for ${whenAndWhere(snapshot)}`,
        link: null,
      },
      now,
    );
  }
  await announceToEach(
    trx,
    'registrations',
    rows.map((row) => row.user_id),
  );
}

/** Notifies these people that an organizer canceled the event. Afterwards, its disappearance is no news to them. */
export async function notifyCanceled(
  trx: Transaction<DB>,
  { id, invited }: EventToInvite,
  userIds: string[],
  { notify, now, note }: Notifier & { note: string },
): Promise<void> {
  await sql`update event_registrations set notified_snapshot = ${WITHDRAWN}::jsonb
    where event_id = ${id} and user_id = any (${userIds}::uuid[])`.execute(trx);
  const when = `It was scheduled for ${whenAndWhere(invited)}`;
  // Without the item, because it disappears.
  const notice = {
    title: `Canceled: ${invited.header}`,
    description: note === '' ? when : `${note}\n\n${when}`,
    link: null,
  };
  await notify(trx, userIds, notice, now);
  await announceToEach(trx, 'registrations', userIds);
}

/** `Friday, March 13, 2026, …, Denver office.`, to end a sentence. */
export function whenAndWhere(event: Snapshot): string {
  const location = locationLabel(event);
  return `${whenLabel(event)}${location ? `, ${location}` : ''}.`;
}
