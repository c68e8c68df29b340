import { newsDateLabel } from '../dates/dateLabels.ts';

/** "Mar 9, 2026" of a day like "2026-03-09", the same in every time zone. */
export const dayLabel = (day: string): string => newsDateLabel(`${day}T00:00:00.000Z`, 'UTC');
