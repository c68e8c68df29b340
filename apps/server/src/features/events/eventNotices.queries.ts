import { sql, type Transaction } from 'kysely';
import { visibleToPerson } from '../../visibility/visibility.ts';
import type { DB } from '../../db/schema.generated.ts';
import { announceToEach } from '../../push/announce.ts';
import { notify } from '../../push/notify.ts';
import { placeOf, whenLabel, type InvitedEvent } from './eventCalendar.ts';
import type { EventToInvite } from './invitations.queries.ts';

/** What makes people change their plans; a better description does not. */
type Told = Pick<InvitedEvent, 'header' | 'startsAt' | 'endsAt' | 'timeZone' | 'isVirtual' | 'location'>;

/** Said to those for whom the event is gone. */
const WITHDRAWN = JSON.stringify({ withdrawn: true });

/** What a person who registers knows of the event, for their registration's `told`. */
export function toldOf({ header, startsAt, endsAt, timeZone, isVirtual, location }: InvitedEvent): string {
  return JSON.stringify({ header, startsAt, endsAt, timeZone, isVirtual, location } satisfies Told);
}

/** Tells those who got a place while they waited. */
export async function notifyPromoted(
  trx: Transaction<DB>,
  { id, invited }: EventToInvite,
  userIds: string[],
  now: Date,
): Promise<void> {
  await notify(
    trx,
    userIds,
    {
      title: `You have a place: ${invited.header}`,
      description: `A place has become free, and it is yours. ${whenAndWhere(invited)}`,
      link: `/events/${id}`,
      itemId: id,
    },
    now,
  );
  await announceToEach(trx, 'registrations', userIds);
}

/** Tells all who are registered or wait, once, when time, place or name of an event that lies ahead are not what they knew. */
export async function notifyChanged(trx: Transaction<DB>, { id, invited }: EventToInvite, now: Date): Promise<void> {
  const told = toldOf(invited);
  if (new Date(invited.endsAt) > now) {
    const { rows } = await sql<{ user_id: string; wasTold: boolean }>`
      with outdated as (
        select own.event_id, own.user_id, own.told from event_registrations own
        join users person on person.id = own.user_id join content_items item on item.id = own.event_id
        where own.event_id = ${id} and own.told is distinct from ${told}::jsonb and ${visibleToPerson(now)} for update of own
      )
      update event_registrations own set told = ${told}::jsonb from outdated
      where own.event_id = outdated.event_id and own.user_id = outdated.user_id
      returning own.user_id, outdated.told is not null as "wasTold"`.execute(trx);
    // Older registrations don't say what their people knew.
    const changedFor = rows.filter(({ wasTold }) => wasTold).map((row) => row.user_id);
    await notify(
      trx,
      changedFor,
      {
        title: `Changed: ${invited.header}`,
        description: `It is now ${lowerFirst(whenAndWhere(invited))}`,
        link: `/events/${id}`,
        itemId: id,
      },
      now,
    );
    await announceToEach(trx, 'registrations', changedFor);
  }
  await notifyWithdrawn(trx, id, now);
}

/** Tells all who are registered or wait and may not see the event any more, once, unless what they knew is over. It says nothing that they did not know. */
export async function notifyWithdrawn(trx: Transaction<DB>, eventId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ user_id: string; told: Told }>`
    with gone as (
      select own.event_id, own.user_id, own.told from event_registrations own
      join users person on person.id = own.user_id join content_items item on item.id = own.event_id
      where own.event_id = ${eventId} and own.told->>'header' is not null and (own.told->>'endsAt')::timestamptz > ${now} and not (${visibleToPerson(now)}) for update of own
    )
    update event_registrations own set told = ${WITHDRAWN}::jsonb from gone
    where own.event_id = gone.event_id and own.user_id = gone.user_id
    returning own.user_id, gone.told`.execute(trx);
  const peopleByTold = Map.groupBy(rows, ({ told }) => JSON.stringify(told));
  for (const people of peopleByTold.values()) {
    const { told } = people[0]!;
    // Without the item, which would take it away from them.
    await notify(
      trx,
      people.map((row) => row.user_id),
      {
        title: `Cancelled: ${told.header}`,
        description: `This event is no longer in the portal. It was to be ${lowerFirst(whenAndWhere(told))}`,
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

/** A sentence, e.g. `On Friday, March 13, 2026, …, at Denver office.` */
function whenAndWhere(event: Told): string {
  const place = placeOf(event);
  return `On ${whenLabel(event)}${place ? ` (${place})` : ''}.`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
