import { sql, type RawBuilder } from 'kysely';
import type { CategoryCount } from '@portico/contracts/categories';
import {
  EVENTS_PAGE_SIZE,
  MAX_CALENDAR_DAYS,
  type CalendarEvent,
  type EventsQuery,
  type EventSummary,
} from '@portico/contracts/events';
import type { Page } from '@portico/contracts/paging';
import { summaryColumns, type SummaryRow } from '../../content/columns.ts';
import { isTimeZone } from '../../content/timeZone.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { PortalError } from '../../errors.ts';
import { eventColumns, eventJoins, eventSummaryOf, type EventColumns } from './events.queries.ts';

const DAY_MS = 86_400_000;

/** The two lists: an event is past from the instant of its end. Both are sorted by start. */
const lists = {
  // Found by end and sorted by start, so all of them are found first. They are few among all events.
  upcoming: { holds: (now: Date) => sql<boolean>`item.ends_at > ${now}`, direction: sql`asc`, isFoundFirst: true },
  // A past event has started, so the index by start has the page at its end.
  past: {
    holds: (now: Date) => sql<boolean>`item.ends_at <= ${now} and item.starts_at <= ${now}`,
    direction: sql`desc`,
    isFoundFirst: false,
  },
};

/**
 * A page of the events that the reader may see, with the total: upcoming ones earliest first, past ones latest first.
 * Throws `invalid_input` for a range that ends before it begins.
 */
export async function listEventsPage(
  db: Db,
  reader: Reader,
  list: keyof typeof lists,
  query: EventsQuery,
): Promise<Page<EventSummary>> {
  const { pageSize = EVENTS_PAGE_SIZE, from, to } = query;
  if (from && to && new Date(from) > new Date(to))
    throw badQuery('to', 'The end of the range must not be before its beginning.');
  const offset = query.offset ?? ((query.page ?? 1) - 1) * pageSize;
  const { direction, holds, isFoundFirst } = lists[list];
  const kept = isFoundFirst || query.text ? sql`materialized` : sql`not materialized`;
  const where = sql.join(
    [sql`item.kind = 'event'`, visibleTo(reader), holds(reader.now), ...filters(query)],
    sql` and `,
  );
  const { rows } = await sql<
    { total: number } & ((SummaryRow & EventColumns) | Record<keyof SummaryRow | keyof EventColumns, null>)
  >`
    with ${query.text ? sql`worded as materialized (select event_id from event_words where words @@ ${wordsOf(query.text)}),` : sql``}
    matching as ${kept} (select item.id, item.starts_at from content_items item where ${where}),
    page as (select * from matching order by starts_at ${direction}, id ${direction} limit ${pageSize} offset ${offset})
    select all_matching.total, found.*
    from (select count(*)::int as total from matching) all_matching
    left join lateral (
      select ${summaryColumns}, ${eventColumns}
      from page join content_items item on item.id = page.id join content_revisions rev on rev.id = item.published_revision_id ${eventJoins(reader)}
    ) found on true
    order by found.starts_at ${direction}, found.id ${direction}`.execute(db);
  return {
    items: rows
      .filter((row): row is { total: number } & SummaryRow & EventColumns => row.id !== null)
      .map(eventSummaryOf),
    page: Math.floor(offset / pageSize) + 1,
    pageSize,
    total: rows[0]?.total ?? 0,
  };
}

function filters({ from, to, category, text }: EventsQuery): Array<RawBuilder<boolean>> {
  return [
    ...(from || to ? [isWithin(sql`${from ?? null}::timestamptz`, sql`${to ?? null}::timestamptz`)] : []),
    ...(category?.length ? [sql<boolean>`item.categories && ${category}::text[]`] : []),
    ...(text ? [sql<boolean>`item.id in (select event_id from worded)`] : []),
  ];
}

/**
 * True for events that are still on at `from` and have started before `to`; null for no limit. An event without
 * duration is on at its start only. The range condition is for the index, the rest is exact.
 */
function isWithin(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`tstzrange(item.starts_at, item.ends_at, '[]') && tstzrange(${from}, ${to}, '[)')
    and (${from} is null or item.ends_at > ${from} or item.starts_at >= ${from})`;
}

/**
 * A query for every word of the text, exact or by its stem, the last one also as a prefix. A word may be several words
 * in the index (`follow-up`); punctuation and the like match anything.
 */
function wordsOf(text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(Boolean);
  const asked = words.map((word, index) => {
    const asIs = sql`plainto_tsquery('simple', plain_words(${word}))`;
    const stem = sql`plainto_tsquery('english', plain_words(${word}))`;
    // Adds the prefix mark to each part of plainto_tsquery's result, so no text of the person gets into the query
    // unescaped.
    const beginning = sql`nullif(regexp_replace(${asIs}::text, '''( & |$)', ''':*\\1', 'g'), '')`;
    return index < words.length - 1 ? sql`(${asIs} || ${stem})` : sql`(coalesce(${beginning}::tsquery, '') || ${stem})`;
  });
  return sql`(${sql.join(asked, sql` && `)})`;
}

/** The categories of all events that the reader may see, past ones included, by name. */
export async function listCategoriesOfEvents(db: Db, reader: Reader): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select category as name, count(*)::int as count from content_items item, unnest(item.categories) category
    where item.kind = 'event' and ${visibleTo(reader)} group by category order by lower(category), category`.execute(
    db,
  );
  return rows;
}

type CalendarRow = Pick<CalendarEvent, 'id' | 'header' | 'locationType'> & {
  starts_at: string;
  ends_at: string;
  status: string | null;
};

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
  if (days > MAX_CALENDAR_DAYS) throw badQuery('endDate', `A range may have at most ${MAX_CALENDAR_DAYS} days.`);
  if (!isTimeZone(timeZone)) throw badQuery('timeZone', 'This time zone is unknown.');
  const { rows } = await sql<CalendarRow>`
    select item.id, rev.header, item.starts_at, item.ends_at, rev.details->>'locationType' as "locationType", own.status
    from content_items item join content_revisions rev on rev.id = item.published_revision_id
    left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
    where item.kind = 'event' and ${visibleTo(reader)}
      and ${isWithin(midnight(sql`${startDate}::date`, timeZone), midnight(sql`${endDate}::date + 1`, timeZone))}
    order by item.starts_at, item.id`.execute(db);
  return rows.map(({ starts_at: start, ends_at: end, status, ...event }) => ({
    ...event,
    startDate: start,
    endDate: end,
    registrationStatus: status === 'Registered' ? 'Registered' : 'Unregistered',
  }));
}

const midnight = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> =>
  sql`((${day})::timestamp at time zone ${timeZone})`;

const badQuery = (field: string, message: string): PortalError =>
  new PortalError('invalid_input', message, { issues: [{ path: `querystring.${field}`, message }] });
