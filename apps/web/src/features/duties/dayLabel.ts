import { eventDateLabel } from '../../dates/dateLabels.ts';

/** "April 15, 2026", of a day. */
export const dayLabel = (day: string): string => eventDateLabel(`${day}T12:00:00Z`, 'UTC');
