import type { ContentFields } from '@portico/contracts/studio/draft';
import { sameTimeAfter } from '../../events/seriesRule.ts';

/** The fields of an event that many days later; it also closes for registration and disappears as much later. */
export function onOtherDay(fields: ContentFields, days: number, timeZone: string): ContentFields {
  const later = (instant: string | null) => (instant === null ? null : sameTimeAfter(instant, days, timeZone));
  const { registration } = fields;
  return {
    ...fields,
    startsAt: later(fields.startsAt),
    endsAt: later(fields.endsAt),
    expiresAt: later(fields.expiresAt),
    registration: registration && { ...registration, closesAt: later(registration.closesAt) },
  };
}
