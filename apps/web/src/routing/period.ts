import type { TimeWindow } from '@portico/contracts/paging';
import { hasPlausibleYear } from '@portico/contracts/days';
import { TIME_WINDOWS } from '@portico/contracts/paging';
import { t } from '../locale/text.ts';
import type { SearchParams } from './searchParams.ts';
import { valuesOf } from './searchParams.ts';
import { newsDateLabel } from '../dates/dateLabels.ts';
import { dayOf, startOfDay } from '../dates/days.ts';

/** The days that a list is filtered by: `yyyy-MM-dd` in the reader's zone, both ends included, or the last N days. */
export interface Period {
  /** The last N days; then `from` and `to` are not used. */
  days: TimeWindow | undefined;
  from: string | undefined;
  to: string | undefined;
}

export const anyTime: Period = { days: undefined, from: undefined, to: undefined };

/** Reads the address. Missing and invalid values count as absent. */
export function readPeriod(search: Record<string, unknown>): Period {
  const first = (name: string) => valuesOf(search, name)[0] ?? '';
  const days = TIME_WINDOWS.find((window) => String(window) === first('days'));
  if (days !== undefined) return { ...anyTime, days };
  const from = readDay(first('from'));
  const to = readDay(first('to'));
  return from !== undefined && to !== undefined && from > to ? anyTime : { days, from, to };
}

/** The period as written in the address. */
export function periodSearch({ days, from, to }: Period): SearchParams {
  return {
    ...(days !== undefined ? { days: String(days) } : {}),
    ...(from !== undefined ? { from } : {}),
    ...(to !== undefined ? { to } : {}),
  };
}

/** The filtered days as the date fields show them. */
export function shownDays({ days, from, to }: Period, now: Date): { from: string | undefined; to: string | undefined } {
  return days === undefined ? { from, to } : { from: dayOf(now, -days), to: dayOf(now) };
}

/** The period for API calls: instants instead of days, the last day included in full. */
export function periodInput(period: Period, now: Date): { from?: string; to?: string } {
  const { from, to } = shownDays(period, now);
  return {
    ...(from !== undefined ? { from: startOfDay(from) } : {}),
    ...(to !== undefined ? { to: startOfDay(to, 1) } : {}),
  };
}

/** "Last 30 days" or "Feb 1, 2026 – Feb 28, 2026"; undefined without a filter. */
export function periodLabel({ days, from, to }: Period): string | undefined {
  if (days !== undefined) return t('shared.lastDays', { count: days });
  const label = (day: string) => newsDateLabel(startOfDay(day));
  if (from !== undefined && to !== undefined) return from === to ? label(from) : `${label(from)} – ${label(to)}`;
  if (from !== undefined) return t('shared.from', { day: label(from) });
  return to === undefined ? undefined : t('shared.until', { day: label(to) });
}

/** The day if it exists in the calendar. */
function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || !hasPlausibleYear(text)) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().startsWith(text) ? text : undefined;
}
