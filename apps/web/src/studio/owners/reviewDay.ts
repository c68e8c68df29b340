import { REVIEW_INTERVAL_MONTHS } from '@portico/contracts/studio/owners';
import { newsDateLabel } from '../../dates/dateLabels.ts';

export const dayLabel = (day: string): string => newsDateLabel(`${day}T00:00:00Z`, 'UTC');

/** The day, `yyyy-MM-dd`, of the next review of what is confirmed on a day; the last day of a shorter month. */
export function nextReviewOn(today: string): string {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + REVIEW_INTERVAL_MONTHS, 0));
  if (lastDay.getUTCDate() < date) return lastDay.toISOString().slice(0, 10);
  return new Date(Date.UTC(year, month - 1 + REVIEW_INTERVAL_MONTHS, date)).toISOString().slice(0, 10);
}
