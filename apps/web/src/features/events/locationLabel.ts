import type { EventSummary } from '@portico/contracts/events';
import { t } from '../../locale/text.ts';

/** The event's location as a label. */
export function locationLabel({ locationType, location }: Pick<EventSummary, 'locationType' | 'location'>): string {
  if (locationType === 'Virtual') return t('events.virtual');
  return location ?? t('events.locationUnknown');
}
