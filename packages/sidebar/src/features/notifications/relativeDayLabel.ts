import { DAY_MS } from '@portico/contracts/durations';
import { t } from '../../panelText.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/**
 * The age of a notification by the reader's calendar: Today, Yesterday, the weekday within the current week, Last
 * Week, Two Weeks Ago, Earlier this Month, otherwise Expired. Weeks start on Sunday. A future instant, as from a wrong
 * clock, is Today. Source: spec §2 Notification panel, readings (Shell).
 */
export function relativeDayLabel(instant: string, now: Date): string {
  const date = new Date(instant);
  const day = dayNumber(date);
  const today = dayNumber(now);
  if (day >= today) return t('today');
  if (day === today - 1) return t('yesterday');
  const thisSunday = today - now.getDay();
  if (day >= thisSunday) return t(weekdays[date.getDay()]!);
  if (day >= thisSunday - 7) return t('lastWeek');
  if (day >= thisSunday - 14) return t('twoWeeksAgo');
  if (date.getFullYear() === now.getFullYear() && date.getMonth() === now.getMonth()) return t('earlierThisMonth');
  return t('expired');
}

/** Day number in the reader's calendar, independent of clock changes. */
function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
