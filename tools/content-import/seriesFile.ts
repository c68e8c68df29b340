import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { SeriesRule } from '@portico/contracts/studio/eventSeries';
import { isTimeZone } from '@portico/kinds/timeZone';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { JsonInstant, readRows, storedJson } from '@portico/server/db/rows';
import type { DB } from '@portico/server/db/schema.generated';
import type { ImportReport } from './report.ts';
import type { Numbered } from './sourceLines.ts';

const Instant = z.iso.datetime();

/** A line of series.jsonl: the rule of a series, and the event of each of its dates, by id. */
export const SeriesLine = z.strictObject({
  id: z.uuid(),
  rule: SeriesRule,
  startDate: Instant,
  endDate: Instant,
  timeZone: z.string().check(z.refine(isTimeZone, 'Not a time zone')),
  dates: z.array(
    z.strictObject({
      event: z.uuid(),
      /** When the rule has it. */
      originalDate: Instant,
      /** Whether its invitations are apart from those of the series. */
      isSeparate: z.optional(z.boolean()),
    }),
  ),
});
export type SeriesLine = z.infer<typeof SeriesLine>;

const SeriesRow = z.object({
  id: z.uuid(),
  rule: storedJson<SeriesRule>(),
  startsAt: JsonInstant,
  endsAt: JsonInstant,
  timeZone: z.string(),
  dates: z.array(z.object({ event: z.uuid(), originalStart: JsonInstant, isSeparate: z.boolean() })),
});

const inMilliseconds = (instant: string): string => new Date(instant).toISOString();

/** The lines of the next series after `after` by id, at most `count`, or of those with these ids. */
export async function readSeriesLines(
  db: Kysely<DB>,
  which: { after: string; count: number } | { ids: string[] },
): Promise<SeriesLine[]> {
  const wanted = 'ids' in which ? sql`series.id = any(${which.ids}::uuid[])` : sql`series.id > ${which.after}`;
  const rows = await readRows(
    db,
    SeriesRow,
    sql`
      select series.id, series.rule, series.starts_at as "startsAt", series.ends_at as "endsAt", series.time_zone as "timeZone",
        (select coalesce(json_agg(json_build_object('event', own.event_id, 'originalStart', own.original_start,
            'isSeparate', own.is_separate) order by own.original_start), '[]')
          from event_series_dates own where own.series_id = series.id) as dates
      from event_series series where ${wanted} order by series.id ${'ids' in which ? sql`` : sql`limit ${sql.lit(which.count)}`}`,
  );
  return rows.map(({ id, rule, startsAt, endsAt, timeZone, dates }) => ({
    id,
    rule,
    startDate: inMilliseconds(startsAt),
    endDate: inMilliseconds(endsAt),
    timeZone,
    dates: dates.map(({ event, originalStart, isSeparate }) => ({
      event,
      originalDate: inMilliseconds(originalStart),
      ...(isSeparate ? { isSeparate } : {}),
    })),
  }));
}

/**
 * Adds series to the events that they name. A series that the portal has is left unchanged, and reported if it differs.
 * `onDone` is called after each one.
 */
export async function storeSeries(
  db: Db,
  lines: Array<Numbered<SeriesLine>>,
  { report, now, onDone }: { report: ImportReport; now: Date; onDone: () => void },
): Promise<void> {
  for (const { file, line, record } of lines) {
    const reason = await db.transaction().execute((trx) => storeOne(trx, record, { report, now }));
    if (reason !== undefined) report.reject({ file, line, id: record.id, reason });
    onDone();
  }
}

/** Returns why it was rejected. */
async function storeOne(
  trx: Kysely<DB>,
  series: SeriesLine,
  { report, now }: { report: ImportReport; now: Date },
): Promise<string | undefined> {
  const [stored] = await readSeriesLines(trx, { ids: [series.id] });
  if (stored) {
    if (!isDeepStrictEqual(comparable(stored), comparable(series)))
      return 'the portal has this series with other dates';
    report.count('series', 'unchanged');
    return undefined;
  }
  const ids = series.dates.map(({ event }) => event);
  const events = await readRows(
    trx,
    z.object({ id: z.uuid() }),
    sql`
      select item.id from content_items item where item.id = any(${ids}::uuid[]) and item.kind = 'event'
        and not exists (select from event_series_dates other where other.event_id = item.id)`,
  );
  const missing = ids.find((id) => !events.some((event) => event.id === id));
  if (missing !== undefined) return `${missing} is not an event of the portal, or is in another series`;
  if (new Set(ids).size < ids.length) return 'an event is in it twice';
  await trx
    .insertInto('event_series')
    .values({
      id: series.id,
      rule: JSON.stringify(series.rule),
      starts_at: series.startDate,
      ends_at: series.endDate,
      time_zone: series.timeZone,
      created_at: now,
    })
    .execute();
  if (ids.length > 0)
    await trx
      .insertInto('event_series_dates')
      .values(
        series.dates.map(({ event, originalDate, isSeparate = false }) => ({
          event_id: event,
          series_id: series.id,
          original_start: originalDate,
          is_separate: isSeparate,
        })),
      )
      .execute();
  await audit(trx, {
    action: 'event.series-imported',
    objectKind: 'event',
    ...(ids[0] === undefined ? {} : { objectId: ids[0] }),
    details: { dates: ids.length },
  });
  report.count('series', 'added');
  return undefined;
}

const comparable = (series: SeriesLine): unknown =>
  JSON.parse(
    JSON.stringify({
      ...series,
      startDate: Date.parse(series.startDate),
      endDate: Date.parse(series.endDate),
      dates: series.dates.map((date) => ({ ...date, originalDate: Date.parse(date.originalDate) })),
    }),
  ) as unknown;
