import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { publishedRevision } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRows } from '../../db/rows.ts';
import type { CalendarEntry } from './eventCalendar.ts';
import { invitedEventColumns, invitedEventOf, InvitedEventRow } from './invitations.queries.ts';
import { SeriesColumn, seriesColumn, seriesOfDate } from './eventSeries.queries.ts';
import { joinLinkColumns, joinLinkOf, JoinLinkRow } from './joinLink.ts';

/** Calendars show past events for a year, and can handle only so many entries. */
const MAX_AGE_DAYS = 365;
const MAX_ENTRIES = 1000;

const CalendarRow = z.extend(InvitedEventRow, {
  ...JoinLinkRow.shape,
  id: z.uuid(),
  version: z.int(),
  written_at: Instant,
  invited_sequence: z.int(),
  attends: z.boolean(),
  series: SeriesColumn,
});

/** One event for a calendar, or undefined when it does not exist or the reader may not see it. */
export async function findCalendarEntry(
  db: Db,
  reader: Reader,
  eventId: string,
  firmTimeZone: string,
): Promise<CalendarEntry | undefined> {
  const [entry] = await select(db, reader, sql`item.id = ${eventId}`, firmTimeZone);
  return entry;
}

/** All events that the reader may see, or those they are registered for, starting a year back, by start. */
export function listCalendarEntries(
  db: Db,
  reader: Reader,
  which: 'all' | 'own',
  firmTimeZone: string,
): Promise<CalendarEntry[]> {
  const since = new Date(reader.now.getTime() - MAX_AGE_DAYS * DAY_MS);
  const isOwn = isRegistered(reader);
  const condition =
    which === 'own' ? sql<boolean>`item.ends_at > ${since} and ${isOwn}` : sql<boolean>`item.ends_at > ${since}`;
  return select(db, reader, condition, firmTimeZone);
}

const isRegistered = (reader: Reader): RawBuilder<boolean> =>
  sql`item.id in (select event_id from event_registrations where user_id = ${reader.id} and status = 'Registered')`;

async function select(
  db: Db,
  reader: Reader,
  condition: RawBuilder<boolean>,
  firmTimeZone: string,
): Promise<CalendarEntry[]> {
  const rows = await readRows(
    db,
    CalendarRow,
    sql`
      select item.id, item.version, ${isRegistered(reader)} as attends, ${seriesColumn} as series,
        coalesce((select sequence from event_invitations own where own.event_id = item.id and own.user_id = ${reader.id}), 0) as invited_sequence,
         coalesce(rev.first_published_at, rev.created_at) as written_at, ${invitedEventColumns},
        ${joinLinkColumns(isRegistered(reader))}
      from ${publishedRevision} where item.kind = 'event' and ${visibleTo(reader)} and ${condition}
      order by item.starts_at desc, item.id desc limit ${MAX_ENTRIES}`,
  );
  return rows
    .map((row) => ({
      id: row.id,
      // Programs that already have the invitation ignore a lower number.
      sequence: Math.max(row.version, row.invited_sequence),
      stamp: new Date(row.written_at),
      event: { ...invitedEventOf(row, firmTimeZone), ...joinLinkOf(row) },
      isBusy: row.attends,
      series: seriesOfDate(row.series),
    }))
    .toReversed();
}
