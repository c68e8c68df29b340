import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import { withoutQuestions } from '@portico/kinds/withoutQuestions';
import { shownFields } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items/event/shape';
import { toWire } from '@portico/kinds/items/event/wire';
import { spotsLeft, type EventSummary, type PortalEvent, type RegistrationInfo } from '@portico/contracts/events';
import { publishedRevision, summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { EventDetails } from '../../content/details.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { ATTENDANCE_PROOF } from '../../proofs/recordProofs.ts';
import { compileOnce, Instant, readRow, storedJson } from '../../db/rows.ts';
import { DatesColumn, datesColumn, seriesDateOf } from './eventSeries.queries.ts';

/**
 * The columns of an event in addition to a SummaryRow. `spotsTaken` and `waiting` count people; `waitingPosition` is 1
 * for the next in line.
 */
export const EventColumns = z.object({
  createdAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  details: EventDetails,
  ownStatus: z.nullable(z.enum(['Registered', 'Waiting'])),
  waitingPosition: z.nullable(z.int()),
  spotsTaken: z.int(),
  waiting: z.int(),
});
export type EventColumns = z.infer<typeof EventColumns>;

/** Columns of an event that need `eventJoins`; `details` excludes the two trees of the sign-up card. */
export const eventColumns = sql`item.created_at as "createdAt", rev.starts_at as "startsAt", rev.ends_at as "endsAt",
  rev.details - '{preEventData,postEventData}'::text[] as details, own.status as "ownStatus",
  spots.waiting_position as "waitingPosition", spots.taken as "spotsTaken", spots.waiting`;

/** The same columns, all null, for the other rows of a union. */
export const noEventColumns = sql`null::timestamptz as "createdAt", null::timestamptz as "startsAt",
  null::timestamptz as "endsAt", null::jsonb as details, null::text as "ownStatus", null::int as "waitingPosition",
  null::int as "spotsTaken", null::int as waiting`;

/** Joins an event `item` with the reader's registration and the number of registered and waiting people. */
export function eventJoins(reader: Pick<Reader, 'id'>): RawBuilder<unknown> {
  return sql`left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
    left join lateral (
      select count(*) filter (where status = 'Registered')::int as taken, count(*) filter (where status = 'Waiting')::int as waiting,
        case when own.status = 'Waiting' then count(*) filter (where status = 'Waiting' and number <= own.number)::int end as waiting_position
      from event_registrations where event_id = item.id
    ) spots on true`;
}

/** The spots and deadline of an event, or null when the portal does not accept registrations for it. */
export function registrationInfoOf(
  row: Pick<EventColumns, 'details' | 'startsAt' | 'spotsTaken' | 'waiting'>,
): RegistrationInfo | null {
  const { registration } = row.details;
  if (!registration) return null;
  const capacity = registration.capacity ?? null;
  return {
    capacity,
    spotsLeft: spotsLeft(capacity, row.spotsTaken),
    waiting: row.waiting,
    closesAt: registration.closesAt ?? row.startsAt,
  };
}

export function eventSummaryOf(row: SummaryRow & EventColumns, firmTimeZone: string): EventSummary {
  return {
    ...summaryOf(row),
    createdAt: row.createdAt,
    ...toWire(row),
    timeZone: row.details.timeZone ?? firmTimeZone,
    ...shownFields(fields, row.details, 'card'),
    registrationStatus: row.ownStatus === 'Registered' ? 'Registered' : 'Unregistered',
    waitingPosition: row.waitingPosition,
    registration: registrationInfoOf(row),
  };
}

const Components = storedJson<ComponentTree>();
const EventRow = z.extend(SummaryRow, {
  ...EventColumns.shape,
  revisionId: z.uuid(),
  components: Components,
  pre: z.nullable(Components),
  post: z.nullable(Components),
  receipt: z.nullable(z.number()),
  registeredBy: z.nullable(z.string()),
  isWatched: z.boolean(),
  dates: DatesColumn,
});

/** The number of the newest proof that the reader was at `item`, while that is what the organizers say. */
const ownAttendanceProof = (reader: Pick<Reader, 'id'>) => sql`(
  select proof.number::float8 from event_attendance attendance
  join proof_leaves proof on proof.user_id = attendance.user_id and proof.item_id = attendance.event_id and proof.type = ${ATTENDANCE_PROOF}
  where attendance.event_id = item.id and attendance.user_id = ${reader.id} and attendance.is_here
  order by proof.number desc limit 1)`;

const selectEvent = compileOnce(
  EventRow,
  (asked: Reader & { eventId: string }) => sql`
    select ${summaryColumns}, ${eventColumns}, rev.id as "revisionId", rev.components, rev.details->'preEventData' as pre,
      rev.details->'postEventData' as post, ${ownAttendanceProof(asked)} as receipt,
      (select ${displayName('delegate')} from users delegate where delegate.id = own.acted_by) as "registeredBy",
      exists (select from event_watching where event_id = item.id) as "isWatched",
      ${datesColumn(asked, asked.eventId)} as dates
    from ${publishedRevision} ${eventJoins(asked)}
    where item.id = ${asked.eventId} and item.kind = 'event' and ${visibleTo(asked)}`,
);

/** The event with its components, or undefined when it does not exist or the reader may not see it. */
export async function findEvent(
  db: Db,
  reader: Reader,
  eventId: string,
  firmTimeZone: string,
): Promise<PortalEvent | undefined> {
  const [row] = await selectEvent(db, { ...reader, eventId });
  if (!row) return undefined;
  const isRegistered = row.ownStatus === 'Registered';
  const isOver = reader.now >= new Date(row.endsAt);
  const event = eventOf(row, firmTimeZone, {
    // Until the event is over, only registered people get the follow-up content.
    afterwards: isRegistered || isOver,
    joinLink: !isOver && (isRegistered || !row.details.registration),
  });
  return row.dates === null ? event : { ...event, series: row.dates.map((date) => seriesDateOf(date, reader.now)) };
}

const RegistrationsRow = z.pick(EventColumns, {
  createdAt: true,
  ownStatus: true,
  waitingPosition: true,
  spotsTaken: true,
  waiting: true,
});

/** When an event was created, and its registrations, also for an event that was never published. */
export function findRegistrations(db: Db, reader: Pick<Reader, 'id'>, eventId: string) {
  return readRow(
    db,
    RegistrationsRow,
    sql`
      select item.created_at as "createdAt", own.status as "ownStatus", spots.waiting_position as "waitingPosition",
        spots.taken as "spotsTaken", spots.waiting
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
    revisionId: row.revisionId,
    components: withoutQuestions(row.components),
    preEventData: withoutQuestions(row.pre),
    postEventData: mayRead.afterwards ? withoutQuestions(row.post) : null,
    joinLink: (mayRead.joinLink && row.details.joinLink) || null,
    credits: row.details.credits ?? [],
    receipt: row.receipt,
    ...(row.isWatched ? { isWatched: true } : {}),
    ...(row.registeredBy === null ? {} : { registeredBy: row.registeredBy }),
  };
}
