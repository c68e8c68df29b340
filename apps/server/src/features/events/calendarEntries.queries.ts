import { sql, type RawBuilder } from 'kysely';
import { publishedRevision } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import type { CalendarEntry } from './eventCalendar.ts';
import { invitedEventColumns, invitedEventOf, type InvitedEventRow } from './invitations.queries.ts';

/** Calendars keep past events for a year, and can handle only so many. */
const MAX_AGE_DAYS = 365;
const MAX_ENTRIES = 1000;

/** One event for a calendar, or undefined when it does not exist or the reader may not see it. */
export async function findCalendarEntry(db: Db, reader: Reader, eventId: string): Promise<CalendarEntry | undefined> {
  const [entry] = await select(db, reader, sql`item.id = ${eventId}`);
  return entry;
}

/** All events that the reader may see, or those they are registered for, from a year ago on, by start. */
export function listCalendarEntries(db: Db, reader: Reader, which: 'all' | 'own'): Promise<CalendarEntry[]> {
  const since = new Date(reader.now.getTime() - MAX_AGE_DAYS * 86_400_000);
  const isOwn = sql<boolean>`item.id in (select event_id from event_registrations where user_id = ${reader.id} and status = 'Registered')`;
  return select(db, reader, which === 'own' ? sql`item.ends_at > ${since} and ${isOwn}` : sql`item.ends_at > ${since}`);
}

async function select(db: Db, reader: Reader, condition: RawBuilder<boolean>): Promise<CalendarEntry[]> {
  const { rows } = await sql<InvitedEventRow & { id: string; version: number; written_at: string }>`
    select item.id, item.version, coalesce(rev.first_published_at, rev.created_at) as written_at, ${invitedEventColumns}
    from ${publishedRevision} where item.kind = 'event' and ${visibleTo(reader)} and ${condition}
    order by item.starts_at desc, item.id desc limit ${MAX_ENTRIES}`.execute(db);
  return rows
    .map((row) => ({ id: row.id, sequence: row.version, stamp: new Date(row.written_at), event: invitedEventOf(row) }))
    .toReversed();
}
