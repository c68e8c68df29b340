import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { ownDepartments } from '@portico/authoring/mayDo';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  DESK_PAGE_SIZE,
  DeskEvent,
  MAX_ROSTER,
  ROSTER_PAGE_SIZE,
  RosterPerson,
  type listDeskEvents,
  type listRoster,
  type RosterFilter,
  type RosterSort,
} from '@portico/contracts/studio/eventsDesk';
import type { DeskSeriesDate } from '@portico/contracts/studio/eventSeries';
import { countedConfirmations } from '../../../content/roundSections.ts';
import { Instant, pageOf, pageOfParts, readPage, readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { isPersonFoundBy } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { isOfAny, joined } from '../studioItems.queries.ts';
import { isTitled } from '../titles.ts';

/** The revision that readers last saw of an archived event. */
const formerId = sql`(select former.id from content_revisions former
  where former.item_id = item.id and former.first_published_at is not null order by former.number desc limit 1)`;

/** Events with `shown`, the revision that readers see or last saw. */
const shownEvents = sql`${joined}
  join content_revisions shown on shown.id = coalesce(item.published_revision_id, ${formerId})`;

const EventRow = z.extend(z.omit(DeskEvent, { startDate: true, endDate: true, asked: true, watching: true }), {
  startDate: Instant,
  endDate: Instant,
});

const eventColumns = (firmTimeZone: string) => sql`item.id, shown.header, shown.starts_at as "startDate",
  shown.ends_at as "endDate", coalesce(shown.details->>'timeZone', ${firmTimeZone}) as "timeZone",
  item.published_revision_id is not null as "isLive", item.version,
  coalesce(jsonb_typeof(shown.details->'registration') = 'object', false) as "takesRegistrations",
  (shown.details #>> '{registration,capacity}')::int as capacity,
  (select count(*)::int from event_registrations where event_id = item.id and status = 'Registered') as registered,
  (select count(*)::int from event_registrations where event_id = item.id and status = 'Waiting') as waiting,
  (select count(*)::int from event_cancellations gone where event_id = item.id and ${hasNotReturned}) as canceled,
  (select count(*)::int from event_watches watch where watch.event_id = item.id and ${isOnlyWatching}) as "onlyWatching",
  (select count(*)::int from event_attendance where event_id = item.id and is_here) as attended`;

/** Versions before 0.2 register people again without deleting their cancellation. */
const hasNotReturned = sql`not exists (
  select from event_registrations own where own.event_id = gone.event_id and own.user_id = gone.user_id)`;

const isOnlyWatching = sql`not exists (
  select from event_registrations own where own.event_id = watch.event_id and own.user_id = watch.user_id)
  and not exists (select from event_cancellations gone where gone.event_id = watch.event_id and gone.user_id = watch.user_id)`;

const instants = <Event extends { startDate: string; endDate: string }>(event: Event): Event => ({
  ...event,
  startDate: new Date(event.startDate).toISOString(),
  endDate: new Date(event.endDate).toISOString(),
});

/** A page of the published or archived events that a person may edit. */
export async function listEvents(
  db: Kysely<DB>,
  { page = 1, when = 'Upcoming', text }: Received<typeof listDeskEvents>['query'],
  actor: StudioActor,
  firmTimeZone: string,
): Promise<CallResult<typeof listDeskEvents>> {
  const isPast = when === 'Past';
  const conditions = [
    sql`item.kind = 'event'`,
    isOfAny(ownDepartments(actor)),
    ...(text ? [isTitled(sql`shown.header`, text)] : []),
  ];
  const isWithin = (endsAt: RawBuilder<unknown>) =>
    isPast ? sql`${endsAt} <= ${actor.now}` : sql`${endsAt} > ${actor.now}`;
  const where = sql.join(conditions, sql` and `);
  // What readers see is in an index of the items, so that no revision of a published event is read.
  const published = sql`from ${text ? shownEvents : joined}
    where ${where} and item.published_revision_id is not null and ${isWithin(sql`item.ends_at`)}`;
  const archived = sql`from ${shownEvents}
    where ${where} and item.published_revision_id is null and ${isWithin(sql`shown.ends_at`)}`;
  const direction = isPast ? sql`desc` : sql`asc`;
  const { rows, total } = await readPage(
    db,
    EventRow,
    sql`
      with chosen as (${pageOfParts(
        [
          { from: published, id: sql`item.id`, key: sql`item.starts_at` },
          { from: archived, id: sql`item.id`, key: sql`shown.starts_at` },
        ],
        { direction, page, pageSize: DESK_PAGE_SIZE },
      )})
      select every.total, found.* from (
        select ((select count(*) ${published}) + (select count(*) ${archived}))::int as total) every
      left join lateral (select ${eventColumns(firmTimeZone)} from chosen join ${shownEvents} on item.id = chosen.id
        order by chosen.key ${direction}, chosen.id) found on true`,
  );
  return { items: rows.map(instants), page, pageSize: DESK_PAGE_SIZE, total };
}

const FoundRow = z.extend(EventRow, {
  asked: z.nullable(storedJson<NonNullable<DeskEvent['asked']>>()),
  watching: z.nullable(storedJson<NonNullable<DeskEvent['watching']>>()),
});

/** What the event asks only of those who were there, in numbers. */
const askedColumn = sql`(
  select json_build_object('missing', (select count(*)::int from duties where item_id = item.id and closed_at is null),
    'confirmed', (select count(*)::int from ${countedConfirmations} own where own.counted_round = request.round_id))
  from confirmation_requests request where request.item_id = item.id and request.only_attended and request.is_asked)`;

/** What people must watch to be noted as there. */
const watchingColumn = sql`(
  select json_build_object('what', rule.what, 'minutes', rule.minutes, 'checks', rule.checks, 'answerSeconds', rule.answer_seconds)
  from event_watching rule where rule.event_id = item.id)`;

/** One event as organizers see it, or undefined if it was never published. */
export async function findDeskEvent(
  db: Kysely<DB>,
  itemId: string,
  firmTimeZone: string,
): Promise<DeskEvent | undefined> {
  const row = await readRow(
    db,
    FoundRow,
    sql`select ${eventColumns(firmTimeZone)}, ${askedColumn} as asked, ${watchingColumn} as watching from ${shownEvents} where item.id = ${itemId} and item.kind = 'event'`,
  );
  if (!row) return undefined;
  const { asked, watching, ...event } = instants(row);
  return { ...event, ...(asked && { asked }), ...(watching && { watching }) };
}

const SeriesDateRow = z.extend(EventRow, { originalDate: Instant });

/** All dates of a series with their numbers, by the rule. */
export async function listSeriesDates(
  db: Kysely<DB>,
  seriesId: string,
  firmTimeZone: string,
): Promise<DeskSeriesDate[]> {
  const rows = await readRows(
    db,
    SeriesDateRow,
    sql`select ${eventColumns(firmTimeZone)}, date.original_start as "originalDate" from ${shownEvents}
      join event_series_dates date on date.event_id = item.id where date.series_id = ${seriesId} order by date.original_start`,
  );
  return rows.map((row) => ({ ...instants(row), originalDate: new Date(row.originalDate).toISOString() }));
}

/** Everyone on the roster of an event: registered, waiting, canceled, or watching without having registered. */
const rosterOf = (itemId: string) => sql`(
  select own.user_id, own.status, own.created_at as since, own.added_by, own.acted_by, own.added_reason as reason, own.is_held, null as how,
    case when own.status = 'Waiting' then row_number() over (partition by own.status order by own.number)::int end as position
  from event_registrations own where own.event_id = ${itemId}
  union all
  select gone.user_id, 'Canceled', gone.canceled_at, null, gone.acted_by, null, false, gone.how, null
  from event_cancellations gone where gone.event_id = ${itemId} and ${hasNotReturned}
  union all
  select watch.user_id, 'None', watch.started_at, null, null, null, false, null, null
  from event_watches watch where watch.event_id = ${itemId} and ${isOnlyWatching}
)`;

/** Rows called `roster` joined with people and attendance. */
const withPeople = (itemId: string) => sql`join users person on person.id = roster.user_id
  left join event_attendance seen on seen.event_id = ${itemId} and seen.user_id = roster.user_id
  left join event_watches watch on watch.event_id = ${itemId} and watch.user_id = roster.user_id`;

/** The roster joined with people and attendance. */
export const rosterPeople = (itemId: string): RawBuilder<unknown> =>
  sql`${rosterOf(itemId)} roster ${withPeople(itemId)}`;

const shownName = sql`coalesce(${displayName('person')}, person.email, '')`;
const familyName = sql`coalesce(nullif(person.surname, ''), ${shownName})`;

const PersonRow = z.extend(RosterPerson, {
  since: Instant,
  attendance: z.nullable(storedJson<NonNullable<RosterPerson['attendance']>>()),
  watched: z.nullable(storedJson<NonNullable<RosterPerson['watched']>>()),
});
const personColumns = sql`person.id, ${shownName} as name, person.email, person.disabled_at is not null as "isDisabled",
  roster.status, roster.position, roster.is_held as "isHeld", roster.since, roster.reason, roster.how as "canceledHow",
  (select ${displayName('organizer')} from users organizer where organizer.id = roster.added_by) as "addedBy",
  (select ${displayName('delegate')} from users delegate where delegate.id = roster.acted_by) as "actedBy",
  case when seen.user_id is not null then json_build_object('isHere', seen.is_here, 'pressedAt', seen.pressed_at,
    'pressedBy', (select ${displayName('organizer')} from users organizer where organizer.id = seen.pressed_by)) end as attendance,
  case when watch.user_id is not null then json_build_object('minutes', watch.counted_ms / ${MINUTE_MS}::int, 'answered', watch.answered,
    'missed', watch.missed) end as watched`;

/** Instants from JSON have an offset, those of columns up to six decimals. */
const personOf = <Person extends z.infer<typeof PersonRow>>(row: Person): Person => ({
  ...row,
  since: new Date(row.since).toISOString(),
  attendance: row.attendance && {
    ...row.attendance,
    pressedAt: new Date(row.attendance.pressedAt).toISOString(),
  },
});

/** Family name first, as on lists at a door, without regard to case. */
const byName = sql`"familyName" collate "und-x-icu", name collate "und-x-icu", id`;

const orders: Record<RosterSort, RawBuilder<unknown>> = {
  Name: byName,
  Date: sql`since desc, id`,
  Status: sql`array_position(array['Registered', 'Waiting', 'Canceled', 'None'], status), position,
    case when status = 'Canceled' then since end desc, ${byName}`,
};

export const isInFilter = (filter: RosterFilter): RawBuilder<boolean> =>
  filter === 'Attended' ? sql`coalesce(seen.is_here, false)` : sql`roster.status = ${filter}`;

/** The statement of a page of the roster. */
export function rosterPage(
  itemId: string,
  { page = 1, status, text, sort = 'Status' }: Received<typeof listRoster>['query'],
): RawBuilder<unknown> {
  const where = [
    sql`true`,
    ...(status ? [isInFilter(status)] : []),
    ...(text ? [isPersonFoundBy('person', text)] : []),
  ];
  // What isn't filtered or sorted by is computed for the page only, and the names of people only to sort by them.
  const names = sort === 'Date' ? sql`` : sql`, ${familyName} as "familyName", ${shownName} as name`;
  return sql`
    with matching as materialized (
      select roster.*, person.id${names} from ${rosterPeople(itemId)} where ${sql.join(where, sql` and `)}),
    page as (select * from matching order by ${orders[sort]} ${pageOf(page, ROSTER_PAGE_SIZE)}),
    chosen as (select *, row_number() over (order by ${orders[sort]}) as rank from page)
    select every.total, found.* from (select count(*)::int as total from matching) every
    left join (select ${personColumns} from chosen roster ${withPeople(itemId)} order by roster.rank) found on true`;
}

/** A page of the roster. */
export async function listRosterPage(
  db: Kysely<DB>,
  itemId: string,
  query: Received<typeof listRoster>['query'],
): Promise<CallResult<typeof listRoster>> {
  const { rows, total } = await readPage(db, PersonRow, rosterPage(itemId, query));
  return { items: rows.map(personOf), page: query.page ?? 1, pageSize: ROSTER_PAGE_SIZE, total };
}

const CheckInRow = z.extend(PersonRow, { familyName: z.string() });

/** The whole roster by family name. */
export async function listWholeRoster(db: Kysely<DB>, itemId: string): Promise<Array<z.infer<typeof CheckInRow>>> {
  const rows = await readRows(
    db,
    CheckInRow,
    sql`select * from (select ${personColumns}, ${familyName} as "familyName" from ${rosterPeople(itemId)}) person
      order by ${byName} limit ${MAX_ROSTER}`,
  );
  return rows.map(personOf);
}
