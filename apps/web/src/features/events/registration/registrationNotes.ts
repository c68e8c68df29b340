import type { PortalEvent } from '@portico/contracts/events';
import { eventDateLabel, timeLabel, timeZoneLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import type { RegistrationState } from './registrationState.ts';

/** Sentences that the sign-up card shows below the state. */
export function registrationNotes(event: PortalEvent, state: RegistrationState, now: Date): string[] {
  const { registration, startDate } = event;
  const isRegistered = event.registrationStatus === 'Registered';
  if (state === 'Ended') return isRegistered ? [t('events.youWereRegistered')] : [];
  if (registration === null) return [t('events.needsNone')];
  const { capacity, closesAt, waiting } = registration;
  const isClosed = now >= new Date(closesAt);
  const hasOwnDeadline = closesAt !== startDate;
  const taken = t('events.taken', { count: capacity ?? 0 });
  switch (state) {
    case 'Registered':
      return [now >= new Date(startDate) ? t('events.hasStarted') : t('events.youHaveSpot')];
    case 'Waiting':
      return [isClosed ? t('events.waitClosed') : t('events.waitOpen')];
    case 'Open':
      return [hasOwnDeadline ? t('events.registerBy', { moment: deadlineLabel(closesAt) }) : t('events.untilStart')];
    case 'Full':
      return [
        `${taken} ${waiting === 0 ? t('events.nobodyWaits') : t('events.peopleWait', { count: waiting })}`,
        ...(hasOwnDeadline ? [t('events.listOpenUntil', { moment: deadlineLabel(closesAt) })] : []),
      ];
    case 'Closed':
      return [t('events.registrationEndedAt', { moment: deadlineLabel(closesAt) })];
    case 'NotOffered':
      return [];
  }
}

/** "March 9, 2026, 3:05 pm EDT" */
function deadlineLabel(instant: string): string {
  return `${eventDateLabel(instant)}, ${timeLabel(instant)} ${timeZoneLabel(instant)}`;
}
