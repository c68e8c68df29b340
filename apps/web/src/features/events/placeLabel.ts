import type { EventSummary } from '@portico/contracts/events';
import { t } from '../../locale/text.ts';

/** Where people meet, in words. */
export function placeLabel({ locationType, location }: Pick<EventSummary, 'locationType' | 'location'>): string {
  if (locationType === 'Virtual') return t('events.virtual');
  return location ?? t('events.locationUnknown');
}
