import { TZDate } from '@date-fns/tz';
import type { SeriesRule } from '@portico/contracts/studio/eventSeries';
import { toLocal } from '@portico/contracts/zonedTime';
import type { CalendarEntry, InvitedEvent } from './eventCalendar.ts';
import { datesOf, recurrenceOf, type FirstDate } from './seriesRule.ts';

/** The series of an event that is one of its dates. */
export interface SeriesOfDate {
  id: string;
  rule: SeriesRule;
  first: FirstDate;
  /** When the rule has this date. */
  originalStart: string;
  /** Increases with every change of any date. */
  version: number;
}

/** What makes an entry of a calendar the rule of a series, or one of its dates. */
export interface Recurrence {
  uid: string;
  timeZone: string;
  /** The lines RRULE and EXDATE. */
  rule?: string;
  /** Of a date. */
  originalStart?: string;
  /** When the last of its times ends. */
  lastsUntil: string;
}

/** One date without the rest of its series, as in an invitation. */
export function asSingleDate(entry: CalendarEntry): CalendarEntry {
  const { series, ...rest } = entry;
  if (!series) return entry;
  const { id: uid, originalStart, first } = series;
  return { ...rest, recurrence: { uid, timeZone: first.timeZone, originalStart, lastsUntil: entry.event.endsAt } };
}

/**
 * The entries with each series as its rule, without the dates that are not among them, and the dates that differ from
 * it. Source: RFC 5545, 3.8.4.4 and 3.8.5.
 */
export function withSeries(entries: CalendarEntry[]): CalendarEntry[] {
  const bySeries = Map.groupBy(entries, (entry) => entry.series?.id);
  return entries.flatMap((entry) => {
    if (!entry.series) return [entry];
    const dates = bySeries.get(entry.series.id)!;
    return dates[0] === entry ? seriesOf(dates) : [];
  });
}

function seriesOf(dates: CalendarEntry[]): CalendarEntry[] {
  const { id: uid, rule, first, version } = dates[0]!.series!;
  const { timeZone } = first;
  const planned = datesOf(rule, first);
  const ends = new Map(planned.map(({ startsAt, endsAt }) => [startsAt, Date.parse(endsAt)]));
  // What the latest date says is what most of those ahead say.
  const model = dates.at(-1)!;
  const shown = new Set(dates.map(({ series }) => series!.originalStart));
  const excluded = planned
    .filter(({ startsAt }) => !shown.has(startsAt))
    .map(({ startsAt }) => localStamp(startsAt, timeZone));
  const lines = [
    `RRULE:${recurrenceOf(rule, toLocal(first.startsAt, timeZone).slice(0, 10))};COUNT=${planned.length}`,
    ...(excluded.length === 0 ? [] : [`EXDATE;TZID=${timeZone}:${excluded.join(',')}`]),
  ];
  const lastsUntil = planned.at(-1)!.endsAt;
  const master: CalendarEntry = {
    ...model,
    series: undefined,
    // Invitations can have had a higher number, which programs that have them compare.
    sequence: Math.max(version, ...dates.map(({ sequence }) => sequence)),
    stamp: new Date(Math.max(...dates.map(({ stamp }) => stamp.getTime()))),
    event: { ...model.event, startsAt: first.startsAt, endsAt: first.endsAt },
    recurrence: { uid, timeZone, rule: lines.join('\r\n'), lastsUntil },
  };
  const differs = ({ series, event, isBusy }: CalendarEntry) =>
    Date.parse(event.startsAt) !== Date.parse(series!.originalStart) ||
    Date.parse(event.endsAt) !== ends.get(series!.originalStart) ||
    isBusy !== model.isBusy ||
    saysOf(event) !== saysOf(model.event);
  return [master, ...dates.filter(differs).map(asSingleDate)];
}

const saysOf = ({ startsAt: _start, endsAt: _end, ...event }: InvitedEvent): string => JSON.stringify(event);

/** `20261103T090000` */
const localStamp = (instant: string, timeZone: string): string =>
  new TZDate(instant, timeZone).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
