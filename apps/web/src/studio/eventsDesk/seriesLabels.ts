import { MonthDay, Weekday, type SeriesRule } from '@portico/contracts/studio/eventSeries';
import { toLocal } from '@portico/contracts/zonedTime';
import { DAY_MS } from '@portico/contracts/durations';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { chosenLocale } from '../../locale/locales.ts';
import { t } from '../../locale/text.ts';

/** A Sunday. */
const FIRST_WEEKDAY = Date.UTC(2026, 2, 1);

/** "Tuesday" */
export function weekdayName(weekday: Weekday): string {
  const day = new Date(FIRST_WEEKDAY + Weekday.options.indexOf(weekday) * DAY_MS);
  return new Intl.DateTimeFormat(chosenLocale().iso, { weekday: 'long', timeZone: 'UTC' }).format(day);
}

/** What a series can follow from its first date, in the event's zone. */
export interface FirstDay {
  weekday: Weekday;
  /** Of the month, from 1. */
  day: number;
  /** Days until the month ends. */
  daysLeft: number;
  /** `yyyy-MM-dd` */
  date: string;
}

export function firstDayOf({ startDate, timeZone }: { startDate: string; timeZone: string }): FirstDay {
  const date = toLocal(startDate, timeZone).slice(0, 10);
  const first = new Date(date);
  const day = first.getUTCDate();
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return { weekday: Weekday.options[first.getUTCDay()]!, day, daysLeft: last - day, date };
}

/** The choices that the first date follows. */
export const monthDaysOf = ({ daysLeft }: FirstDay): MonthDay[] =>
  MonthDay.options.filter((one) => (one !== 'LastWeekday' || daysLeft < 7) && (one !== 'LastDay' || daysLeft === 0));

const weekdayTexts = [
  'series.weekday1',
  'series.weekday2',
  'series.weekday3',
  'series.weekday4',
  'series.weekday5',
] as const;

/** "The second Tuesday" */
export function monthDayLabel(monthDay: MonthDay, { weekday, day }: FirstDay): string {
  const name = weekdayName(weekday);
  switch (monthDay) {
    case 'SameDay':
      return t('series.dayOfMonth', { day });
    case 'SameWeekday':
      return t(weekdayTexts[Math.ceil(day / 7) - 1]!, { weekday: name });
    case 'LastWeekday':
      return t('series.lastWeekday', { weekday: name });
    case 'LastDay':
      return t('series.lastDay');
  }
}

/** "Every 2 weeks on Tuesday and Thursday, 12 times" */
export function ruleLabel({ unit, every, weekdays, monthDay, count, until }: SeriesRule, first: FirstDay): string {
  const names = new Intl.ListFormat(chosenLocale().iso, { type: 'conjunction' }).format(weekdays.map(weekdayName));
  const rhythm =
    unit === 'Day'
      ? t('series.everyDay', { count: every })
      : unit === 'Week'
        ? t('series.everyWeek', { count: every, weekdays: names })
        : t(unit === 'Month' ? 'series.everyMonth' : 'series.everyYear', {
            count: every,
            day: monthDayLabel(monthDay, first),
          });
  return count === null
    ? t('series.ruleUntil', { rhythm, day: newsDateLabel(`${until!}T12:00:00Z`, 'UTC') })
    : t('series.ruleCount', { rhythm, count });
}
