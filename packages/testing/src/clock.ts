import { HOUR_MS } from '@portico/contracts/durations';
/** The fixed clock's time: a Monday afternoon in New York, the week before daylight saving time begins there. */
export const NOW = new Date('2026-03-02T20:05:00.000Z');

/** An instant `days` (and `hours`) from NOW, ISO 8601. */
export function fromNow({ days = 0, hours = 0 }: { days?: number; hours?: number }): string {
  return new Date(NOW.getTime() + (days * 24 + hours) * HOUR_MS).toISOString();
}
