import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import { shownFields } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items/event/shape';
import type { EventSummary, PortalEvent, RegistrationInfo } from '@portico/contracts/events';
import { publishedRevision, summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { EventDetails } from '../../content/details.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow, storedJson } from '../../db/rows.ts';

/**
 * The columns of an event in addition to a SummaryRow. `spots_taken` and `waiting` count people; `waiting_position` is
 * 1 for the next in line.
 */
export const EventColumns = z.object({
  created_at: Instant,
  starts_at: Instant,
  ends_at: Instant,
  details: EventDetails,
  own_status: z.nullable(z.enum(['Registered', 'Waiting'])),
  waiting_position: z.nullable(z.int()),
  spots_taken: z.int(),
  waiting: z.int(),
});
export type EventColumns = z.infer<typeof EventColumns>;

/** Columns of an event that need `eventJoins`; `details` excludes the two trees of the sign-up card. */
export const eventColumns = sql`item.created_at, rev.starts_at, rev.ends_at,
  rev.details - '{preEventData,postEventData}'::text[] as details, own.status as own_status,
  spots.waiting_position, spots.taken as spots_taken, spots.waiting`;

/** The same columns, all null, for the other rows of a union. */
export const noEventColumns = sql`null::timestamptz as created_at, null::timestamptz as starts_at,
  null::timestamptz as ends_at, null::jsonb as details, null::text as own_status, null::int as waiting_position,
  null::int as spots_taken, null::int as waiting`;

/** Joins an event `item` with the reader's registration and the number of registered and waiting people. */
export function eventJoins(reader: Pick<Reader, 'id'>): RawBuilder<unknown> {
  return sql`left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
    left join lateral (
      select count(*) filter (where status = 'Registered')::int as taken, count(*) filter (where status = 'Waiting')::int as waiting,
        case when own.status = 'Waiting' then count(*) filter (where status = 'Waiting' and number <= own.number)::int end as waiting_position
      from event_registrations where event_id = item.id
    ) spots on true`;
}

export const placesLeft = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken);

/** The spots and deadline of an event, or null when the portal does not accept registrations for it. */
export function registrationInfoOf(
  row: Pick<EventColumns, 'details' | 'starts_at' | 'spots_taken' | 'waiting'>,
): RegistrationInfo | null {
  const { registration } = row.details;
  if (!registration) return null;
  const capacity = registration.capacity ?? null;
  return {
    capacity,
    placesLeft: placesLeft(capacity, row.spots_taken),
    waiting: row.waiting,
    closesAt: registration.closesAt ?? row.starts_at,
  };
}

export function eventSummaryOf(row: SummaryRow & EventColumns, firmTimeZone: string): EventSummary {
  return {
    ...summaryOf(row),
    createdAt: row.created_at,
    startDate: row.starts_at,
    endDate: row.ends_at,
    timeZone: row.details.timeZone ?? firmTimeZone,
    ...shownFields(fields, row.details, 'card'),
    registrationStatus: row.own_status === 'Registered' ? 'Registered' : 'Unregistered',
    waitingPosition: row.waiting_position,
    registration: registrationInfoOf(row),
  };
}

const Components = storedJson<ComponentTree>();
const EventRow = z.extend(SummaryRow, {
  ...EventColumns.shape,
  components: Components,
  pre: z.nullable(Components),
  post: z.nullable(Components),
});

/** The event with its components, or undefined when it does not exist or the reader may not see it. */
export async function findEvent(
  db: Db,
  reader: Reader,
  eventId: string,
  firmTimeZone: string,
): Promise<PortalEvent | undefined> {
  const row = await readRow(
    db,
    EventRow,
    sql`
      select ${summaryColumns}, ${eventColumns}, rev.components, rev.details->'preEventData' as pre, rev.details->'postEventData' as post
      from ${publishedRevision} ${eventJoins(reader)}
      where item.id = ${eventId} and item.kind = 'event' and ${visibleTo(reader)}`,
  );
  if (!row) return undefined;
  const isRegistered = row.own_status === 'Registered';
  const isOver = reader.now >= new Date(row.ends_at);
  return eventOf(row, firmTimeZone, {
    // Until the event is over, only registered people get the follow-up content.
    afterwards: isRegistered || isOver,
    joinLink: !isOver && (isRegistered || !row.details.registration),
  });
}

const RegistrationsRow = z.pick(EventColumns, {
  created_at: true,
  own_status: true,
  waiting_position: true,
  spots_taken: true,
  waiting: true,
});

/** When an event was created, and its registrations, also for an event that was never published. */
export function findRegistrations(db: Db, reader: Pick<Reader, 'id'>, eventId: string) {
  return readRow(
    db,
    RegistrationsRow,
    sql`
      select item.created_at, own.status as own_status, spots.waiting_position, spots.taken as spots_taken, spots.waiting
      from content_items item ${eventJoins(reader)} where item.id = ${eventId}`,
  );
}

function eventOf(
  row: z.infer<typeof EventRow>,
  firmTimeZone: string,
  mayRead: { afterwards: boolean; joinLink: boolean },
): PortalEvent {
  return {
    ...eventSummaryOf(row, firmTimeZone),
    ...shownFields(fields, row.details, 'page'),
    components: row.components,
    preEventData: row.pre,
    postEventData: mayRead.afterwards ? row.post : null,
    joinLink: (mayRead.joinLink && row.details.joinLink) || null,
  };
}
