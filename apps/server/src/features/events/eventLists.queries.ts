import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import type { CategoryCount } from '@portico/contracts/categories';
import {
  EVENTS_PAGE_SIZE,
  MAX_CALENDAR_DAYS,
  CalendarEvent,
  type EventsQuery,
  type EventSummary,
} from '@portico/contracts/events';
import { toWire } from '@portico/kinds/items/event/wire';
import type { Page } from '@portico/contracts/paging';
import { isTimeZone } from '@portico/kinds/timeZone';
import { summaryColumns, SummaryRow } from '../../content/columns.ts';
import { listCategoryCountsOf } from '../../content/filedCounts.ts';
import { storedTotal } from '../../content/storedTotals.ts';
import { wordsOf } from '../../content/wordsOf.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, readRows } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { eventColumns, eventJoins, eventSummaryOf, EventColumns } from './events.queries.ts';

/** The two lists: an event is past as soon as it ends. Both are sorted by start. */
const lists = {
  // Filtered by end but sorted by start, so all of them are read before sorting. They are a small share of all events.
  upcoming: { holds: (now: Date) => sql<boolean>`item.ends_at > ${now}`, direction: sql`asc`, isFoundFirst: true },
  // Past events have started, so the index by start reaches the page directly.
  past: {
    holds: (now: Date) => sql<boolean>`item.ends_at <= ${now} and item.starts_at <= ${now}`,
    direction: sql`desc`,
    isFoundFirst: false,
  },
};

const EventSummaryRow = z.extend(SummaryRow, EventColumns.shape);

/**
 * A page of the events that the reader may see, with the total: upcoming ones earliest first, past ones latest first.
 * Throws `invalid_input` for a range that ends before it starts.
 */
export async function listEventsPage(
  db: Db,
  reader: Reader,
  list: keyof typeof lists,
  query: EventsQuery,
  firmTimeZone: string,
): Promise<Page<EventSummary>> {
  const { pageSize = EVENTS_PAGE_SIZE, from, to } = query;
  if (from && to && new Date(from) > new Date(to))
    throw badQuery('to', 'The end of the range must not be before its beginning.');
  const offset = query.offset ?? ((query.page ?? 1) - 1) * pageSize;
  const { direction, holds, isFoundFirst } = lists[list];
  const filters = filtersOf(query);
  const kept = list === 'past' && filters.length === 0 ? storedTotal(reader, 'past event') : undefined;
  const reading = isFoundFirst || query.text ? sql`materialized` : sql`not materialized`;
  const where = sql.join([sql`item.kind = 'event'`, visibleTo(reader), holds(reader.now), ...filters], sql` and `);
  const { rows, total } = await readPage(
    db,
    EventSummaryRow,
    sql`
      with ${query.text ? sql`worded as materialized (select event_id from event_words where words @@ ${wordsOf(query.text)}),` : sql``}
      matching as ${reading} (select item.id, item.starts_at from content_items item where ${where}),
      page as (select * from matching order by starts_at ${direction}, id ${direction} limit ${pageSize} offset ${offset})
      select all_matching.*, found.*
      from (${kept?.total ?? sql`select count(*)::int as total from matching`}) all_matching
      left join lateral (
        select ${summaryColumns}, ${eventColumns}
        from page join content_items item on item.id = page.id join content_revisions rev on rev.id = item.published_revision_id ${eventJoins(reader)}
      ) found on true
      order by found."startsAt" ${direction}, found.id ${direction}`,
    { totals: kept?.totals },
  );
  return {
    items: rows.map((row) => eventSummaryOf(row, firmTimeZone)),
    page: Math.floor(offset / pageSize) + 1,
    pageSize,
    total,
  };
}

function filtersOf({ from, to, category, text }: EventsQuery): Array<RawBuilder<boolean>> {
  return [
    ...(from || to ? [isWithin(sql`${from ?? null}::timestamptz`, sql`${to ?? null}::timestamptz`)] : []),
    ...(category?.length
      ? [sql<boolean>`item.categories && (select filing_names_for('category', ${category}::text[]))`]
      : []),
    ...(text ? [sql<boolean>`item.id in (select event_id from worded)`] : []),
  ];
}

/**
 * True for events that have not ended at `from` and have started before `to`; null means no limit. An event without
 * duration takes place only at its start. The range condition uses the index; the rest is exact.
 */
function isWithin(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`tstzrange(item.starts_at, item.ends_at, '[]') && tstzrange(${from}, ${to}, '[)')
    and (${from} is null or item.ends_at > ${from} or item.starts_at >= ${from})`;
}

/** The categories of all events that the reader may see, past ones included, by name. */
export function listCategoriesOfEvents(db: Db, reader: Reader): Promise<CategoryCount[]> {
  return listCategoryCountsOf(db, reader, 'event');
}

const CalendarRow = z.extend(z.pick(CalendarEvent, { id: true, header: true, locationType: true }), {
  startsAt: Instant,
  endsAt: Instant,
  status: EventColumns.shape.ownStatus,
});

/**
 * Events that overlap the days from `startDate` to `endDate` (`yyyy-MM-dd`, inclusive) in the time zone, by start.
 * Throws `invalid_input` for an unknown zone, days in the wrong order, or too many of them.
 */
export async function listEventsOfDays(
  db: Db,
  reader: Reader,
  { startDate, endDate, timeZone = 'UTC' }: { startDate: string; endDate: string; timeZone?: string | undefined },
): Promise<CalendarEvent[]> {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  if (days < 1) throw badQuery('endDate', 'The last day must not be before the first.');
  if (days > MAX_CALENDAR_DAYS) throw badQuery('endDate', `A range can have at most ${MAX_CALENDAR_DAYS} days.`);
  if (!isTimeZone(timeZone)) throw badQuery('timeZone', 'This time zone is unknown.');
  const rows = await readRows(
    db,
    CalendarRow,
    sql`
      select item.id, rev.header, item.starts_at as "startsAt", item.ends_at as "endsAt",
        rev.details->>'locationType' as "locationType", own.status
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
      where item.kind = 'event' and ${visibleTo(reader)}
        and ${isWithin(midnight(sql`${startDate}::date`, timeZone), midnight(sql`${endDate}::date + 1`, timeZone))}
      order by item.starts_at, item.id`,
  );
  return rows.map(({ startsAt, endsAt, status, ...event }) => ({
    ...event,
    ...toWire({ startsAt, endsAt }),
    registrationStatus: status === 'Registered' ? 'Registered' : 'Unregistered',
  }));
}

const midnight = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> =>
  sql`((${day})::timestamp at time zone ${timeZone})`;

const badQuery = (field: string, message: string): PortalError =>
  new PortalError('invalid_input', message, { issues: [{ path: `querystring.${field}`, message }] });
