import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { DeskSeries } from '@portico/contracts/studio/eventSeries';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { Instant, readRow, readRows, storedJson } from '../../../db/rows.ts';
import { revisionColumns, RevisionRow } from '../../../content/storedContent.ts';
import { displayName } from '../../../sign-in/displayName.ts';

const UndoableRow = z.object({
  id: z.uuid(),
  changedAt: Instant,
  changedBy: z.nullable(z.string()),
  dates: z.int(),
});

/** Of a row of `event_series_changes` called `change`: all of its dates are as it left them, and not over. */
const isUndoable = (now: Date): RawBuilder<boolean> => sql<boolean>`change.undone_at is null and change.dates = (
  select count(*) from event_series_changed_dates own join content_items item on item.id = own.event_id
  where own.change_id = change.id and item.version = own.version and item.ends_at > ${now}
    and not exists (select from studio_drafts draft where draft.item_id = item.id and draft.is_changed))`;

/** The latest change of several dates of a series, if it can be undone. */
export async function findUndoable(db: Db, seriesId: string, now: Date): Promise<DeskSeries['undoable']> {
  const row = await readRow(
    db,
    UndoableRow,
    sql`select change.id, change.changed_at as "changedAt", change.dates,
        (select coalesce(${displayName('organizer')}, organizer.email) from users organizer where organizer.id = change.changed_by) as "changedBy"
      from event_series_changes change where change.series_id = ${seriesId} and ${isUndoable(now)}
      order by change.changed_at desc limit 1`,
  );
  return row ? { ...row, changedAt: new Date(row.changedAt).toISOString() } : null;
}

const FormerRow = z.object({ eventId: z.uuid(), version: z.int(), revisionId: z.uuid() });
const ChangeRow = z.object({ isUndoable: z.boolean(), former: storedJson<Array<z.infer<typeof FormerRow>>>() });

/** A change of the series of an event, with what readers saw of each date before; undefined if there is none. */
export const findChange = (
  db: Db,
  { itemId, changeId }: { itemId: string; changeId: string },
  now: Date,
): Promise<z.infer<typeof ChangeRow> | undefined> =>
  readRow(
    db,
    ChangeRow,
    sql`select ${isUndoable(now)} as "isUndoable", (
        select json_agg(json_build_object('eventId', own.event_id, 'version', own.version, 'revisionId', own.former_revision_id) order by own.event_id)
        from event_series_changed_dates own where own.change_id = change.id) as former
      from event_series_changes change
      where change.id = ${changeId} and change.series_id = (select series_id from event_series_dates where event_id = ${itemId})`,
  );

const DateRow = z.object({ eventId: z.uuid(), seriesId: z.uuid(), timeZone: z.string(), originalStart: Instant });

/** The dates of the series of an event that readers see and that are not over, by the rule; none without a series. */
export const listDatesAhead = (db: Db, itemId: string, now: Date): Promise<Array<z.infer<typeof DateRow>>> =>
  readRows(
    db,
    DateRow,
    sql`select date.event_id as "eventId", series.id as "seriesId", series.time_zone as "timeZone", date.original_start as "originalStart"
      from event_series_dates own join event_series series on series.id = own.series_id
        join event_series_dates date on date.series_id = series.id join content_items item on item.id = date.event_id
      where own.event_id = ${itemId} and item.published_revision_id is not null and item.ends_at > ${now}
      order by date.original_start`,
  );

/** What readers see of an item. */
export const findPublished = (db: Db, itemId: string): Promise<RevisionRow | undefined> =>
  readRow(
    db,
    RevisionRow,
    sql`select ${revisionColumns} from content_items item join content_revisions rev on rev.id = item.published_revision_id
      where item.id = ${itemId}`,
  );

const PeopleRow = z.object({ people: z.int() });

/** How many people are registered or wait for any of these events. */
export async function countPeople(db: Db, eventIds: string[]): Promise<number> {
  const row = await readRow(
    db,
    PeopleRow,
    sql`select count(distinct user_id)::int as people from event_registrations where event_id = any(${eventIds}::uuid[])`,
  );
  return row!.people;
}

/**
 * Locks all dates of the series of an event, in the same order for everyone, so that two organizers who change several
 * dates wait for each other.
 */
export async function lockDates(trx: Transaction<DB>, itemId: string): Promise<void> {
  await sql`select from content_items where id in (
      select other.event_id from event_series_dates own join event_series_dates other on other.series_id = own.series_id
      where own.event_id = ${itemId})
    order by id for update`.execute(trx);
}
