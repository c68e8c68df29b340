import type { EventSummary } from '@portico/contracts/events';

/** Where people meet, in words. */
export function placeLabel({ locationType, location }: Pick<EventSummary, 'locationType' | 'location'>): string {
  if (locationType === 'Virtual') return 'Virtual';
  return location ?? 'Place to be announced';
}
