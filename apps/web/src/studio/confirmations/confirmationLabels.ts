import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';

/** "April 15, 2026", of a day. */
export const dayLabel = (day: string): string => eventDateLabel(`${day}T12:00:00Z`, 'UTC');

/** "April 15, 2026, 3:05 pm", in the reader's zone. */
export const instantLabel = (instant: string): string => `${eventDateLabel(instant)}, ${timeLabel(instant)}`;
