import { sql, type RawBuilder } from 'kysely';
import type { CategoryCount } from '@portico/contracts/categories';
import { EVENTS_PAGE_SIZE, MAX_CALENDAR_DAYS, type CalendarEvent, type EventsQuery, type EventSummary } from '@portico/contracts/events';
import type { Page } from '@portico/contracts/paging';
import { summaryColumns, type SummaryRow } from '../../content/columns.ts';
import { isTimeZone } from '../../content/timeZone.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { PortalError } from '../../http/errors.ts';
import { eventColumns, eventJoins, eventSummaryOf, type EventColumns } from './events.queries.ts';

const DAY_MS = 86_400_000;

/** What divides the two lists: an event is over at the very instant of its end. The order is that of their starts. */
const lists = {
  upcoming: { holds: (now: Date) => sql<boolean>`item.ends_at > ${now}`, direction: sql.raw('asc') },
  // What is over has begun, which the index by start can use.
  past: { holds: (now: Date) => sql<boolean>`item.ends_at <= ${now} and item.starts_at <= ${now}`, direction: sql.raw('desc') },
};

/** A page of the events that the reader may see, upcoming ones by their start, past ones the last one first, with the number of all that match. */
export async function listEventsPage(db: Db, reader: Reader, list: keyof typeof lists, query: EventsQuery): Promise<Page<EventSummary>> {
  const { pageSize = EVENTS_PAGE_SIZE } = query;
  const offset = query.offset ?? ((query.page ?? 1) - 1) * pageSize;
  const { direction, holds } = lists[list];
  const where = sql.join([sql`item.kind = 'event'`, visibleTo(reader), holds(reader.now), ...filters(query)], sql` and `);
  const { rows } = await sql<{ total: number } & (SummaryRow & EventColumns | Record<keyof SummaryRow | keyof EventColumns, null>)>`
    with page as (
      select item.id, item.starts_at from content_items item where ${where}
      order by item.starts_at ${direction}, item.id ${direction} limit ${pageSize} offset ${offset}
    )
    select all_matching.total, found.*
    from (select count(*)::int as total from content_items item where ${where}) all_matching
    left join lateral (
      select ${summaryColumns}, ${eventColumns}
      from page join content_items item on item.id = page.id join content_revisions rev on rev.id = item.published_revision_id ${eventJoins(reader)}
    ) found on true
    order by found.starts_at ${direction}, found.id ${direction}`.execute(db);
  return {
    items: rows.filter((row): row is { total: number } & SummaryRow & EventColumns => row.id !== null).map(eventSummaryOf),
    page: Math.floor(offset / pageSize) + 1, pageSize, total: rows[0]?.total ?? 0,
  };
}

function filters({ from, to, category, text }: EventsQuery): Array<RawBuilder<boolean>> {
  return [
    ...(from ? [endsAfter(sql`${from}::timestamptz`)] : []),
    ...(to ? [sql<boolean>`item.starts_at < ${to}::timestamptz`] : []),
    ...(category?.length ? [sql<boolean>`item.categories && ${category}::text[]`] : []),
    ...(text ? [hasWords(text)] : []),
  ];
}

/** True for what is going on at the instant or later; an event without duration is there at its own instant. */
const endsAfter = (instant: RawBuilder<unknown>): RawBuilder<boolean> => sql`(item.ends_at > ${instant} or item.starts_at >= ${instant})`;

/**
 * True when an event has every word of the text, as it stands or by its stem, and the last one at least as a beginning.
 * A word may be several for the index (`follow-up`); what is no word for it, such as punctuation, asks for nothing.
 */
function hasWords(text: string): RawBuilder<boolean> {
  const words = text.split(/\s+/).filter(Boolean);
  const asked = words.map((word, index) => {
    const asIs = sql`plainto_tsquery('simple', plain_words(${word}))`;
    const stem = sql`plainto_tsquery('english', plain_words(${word}))`;
    // What plainto_tsquery made is written again with the mark of a beginning on each part; nothing of the text gets there as it is.
    const beginning = sql`nullif(regexp_replace(${asIs}::text, '''( & |$)', ''':*\\1', 'g'), '')`;
    return index < words.length - 1 ? sql`(${asIs} || ${stem})` : sql`(coalesce(${beginning}::tsquery, '') || ${stem})`;
  });
  return sql`item.id in (select event_id from event_words where words @@ (${sql.join(asked, sql` && `)}))`;
}

/** Categories among the events that the reader may see, over or not, by name. */
export async function listCategoriesOfEvents(db: Db, reader: Reader): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select category as name, count(*)::int as count from content_items item, unnest(item.categories) category
    where item.kind = 'event' and ${visibleTo(reader)} group by category order by lower(category), category`.execute(db);
  return rows;
}

type CalendarRow = Pick<CalendarEvent, 'id' | 'header' | 'locationType'> & { starts_at: string; ends_at: string; status: string | null };

/**
 * Events that overlap the days from `startDate` to `endDate` (`yyyy-MM-dd`, both included) as the zone has them, by start.
 * Throws `invalid_input` for an unknown zone, days in the wrong order, or too many of them.
 */
export async function listEventsOfDays(
  db: Db, reader: Reader, { startDate, endDate, timeZone = 'UTC' }: { startDate: string; endDate: string; timeZone?: string | undefined },
): Promise<CalendarEvent[]> {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  if (days < 1) throw badDays('endDate', 'The last day must not be before the first.');
  if (days > MAX_CALENDAR_DAYS) throw badDays('endDate', `At most ${MAX_CALENDAR_DAYS} days can be asked for at once.`);
  if (!isTimeZone(timeZone)) throw badDays('timeZone', 'There is no such time zone.');
  const { rows } = await sql<CalendarRow>`
    with days as materialized (
      select (${startDate}::date)::timestamp at time zone ${timeZone} as first, (${endDate}::date + 1)::timestamp at time zone ${timeZone} as next
    )
    select item.id, rev.header, item.starts_at, item.ends_at, rev.details->>'locationType' as "locationType", own.status
    from content_items item join content_revisions rev on rev.id = item.published_revision_id
    left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
    where item.kind = 'event' and ${visibleTo(reader)}
      and item.starts_at < (select next from days) and ${endsAfter(sql`(select first from days)`)}
    order by item.starts_at, item.id`.execute(db);
  return rows.map(({ starts_at: start, ends_at: end, status, ...event }) => ({
    ...event, startDate: start, endDate: end, registrationStatus: status === 'Registered' ? 'Registered' : 'Unregistered',
  }));
}

const badDays = (field: string, message: string): PortalError =>
  new PortalError('invalid_input', message, { issues: [{ path: `querystring.${field}`, message }] });
