import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { SeriesRule } from '@portico/contracts/studio/eventSeries';
import { registrationPhase, spotsLeft, type SeriesDate } from '@portico/contracts/events';
import { EventDetails } from '../../content/details.ts';
import { storedJson } from '../../db/rows.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { SeriesOfDate } from './seriesCalendar.ts';

export interface StoredSeries {
  id: string;
  rule: SeriesRule;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  originalStart: string;
  version: number;
}

export const SeriesColumn = z.nullable(storedJson<StoredSeries>());

/**
 * The series of the event `item`, as calendars have it; null without one, and for an event that calendars had before it
 * was repeated.
 */
export const seriesColumn: RawBuilder<unknown> = sql`(
  select json_build_object('id', series.id, 'rule', series.rule, 'startsAt', series.starts_at, 'endsAt', series.ends_at,
    'timeZone', series.time_zone, 'originalStart', date.original_start, 'version', (
      select sum(every.version)::int from event_series_dates other join content_items every on every.id = other.event_id
      where other.series_id = series.id))
  from event_series_dates date join event_series series on series.id = date.series_id
  where date.event_id = item.id and not date.is_separate)`;

/** Instants from JSON have an offset. */
const utc = (instant: string): string => new Date(instant).toISOString();

export function seriesOfDate(stored: StoredSeries | null): SeriesOfDate | undefined {
  if (stored === null) return undefined;
  const { id, rule, startsAt, endsAt, timeZone, originalStart, version } = stored;
  return {
    id,
    rule,
    first: { startsAt: utc(startsAt), endsAt: utc(endsAt), timeZone },
    originalStart: utc(originalStart),
    version,
  };
}

interface StoredDate {
  id: string;
  startsAt: string;
  endsAt: string;
  status: SeriesDate['status'];
  registration: EventDetails['registration'];
  taken: number;
  waiting: number;
}

export const DatesColumn = z.nullable(storedJson<StoredDate[]>());

/** The dates of the series of an event that the reader may see, by start; null without a series. */
export const datesColumn = (reader: Reader, eventId: string): RawBuilder<unknown> => sql`(
  select json_agg(json_build_object('id', item.id, 'startsAt', item.starts_at, 'endsAt', item.ends_at, 'status', own.status,
      'registration', rev.details->'registration', 'taken', spots.taken, 'waiting', spots.waiting) order by item.starts_at, item.id)
  from event_series_dates date join content_items item on item.id = date.event_id
    join content_revisions rev on rev.id = item.published_revision_id
    left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
    left join lateral (select count(*) filter (where status = 'Registered')::int as taken,
        count(*) filter (where status = 'Waiting')::int as waiting
      from event_registrations where event_id = item.id) spots on true
  where date.series_id = (select series_id from event_series_dates where event_id = ${eventId}) and ${visibleTo(reader)})`;

export function seriesDateOf(
  { startsAt, endsAt, registration, taken, waiting, ...date }: StoredDate,
  now: Date,
): SeriesDate {
  const startDate = utc(startsAt);
  const endDate = utc(endsAt);
  const capacity = registration?.capacity ?? null;
  const info = registration
    ? { capacity, spotsLeft: spotsLeft(capacity, taken), waiting, closesAt: registration.closesAt ?? startDate }
    : null;
  const phase = registrationPhase({ endDate, registration: info }, now);
  return { ...date, startDate, endDate, isOpen: phase === 'Open' || phase === 'WaitingList' };
}
