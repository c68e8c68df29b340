import type { PortalEvent } from '@portico/contracts/events';
import { eventDateLabel, timeLabel, timeZoneLabel } from '../../dates/dateLabels.ts';
import { hasFewPlaces, placesLeftLabel, type RegistrationState } from './registrationState.ts';

/** What the sign-up card says below the state, a sentence each. */
export function registrationNotes(event: PortalEvent, state: RegistrationState, now: Date): string[] {
  const { registration, startDate } = event;
  const isRegistered = event.registrationStatus === 'Registered';
  if (state === 'Over') return [isRegistered ? 'You were registered for this event.' : 'This event is over.'];
  if (registration === null) return ['This event needs no registration.'];
  const { capacity, closesAt, waiting } = registration;
  const isClosed = now >= new Date(closesAt);
  const hasOwnDeadline = closesAt !== startDate;
  const taken = capacity === 1 ? 'The one place is taken.' : `All ${capacity} places are taken.`;
  switch (state) {
    case 'Registered':
      return [now >= new Date(startDate) ? 'The event has started.' : 'You have a place.'];
    case 'Waiting':
      return [isClosed ? 'Registration is closed. Places that come free still go to the waiting list, in its order.' : 'Places that come free go to the waiting list, in its order.'];
    case 'Open':
      return [
        ...(capacity === null ? [] : [hasFewPlaces(event) ? `Of ${capacity} ${capacity === 1 ? 'place' : 'places'}.` : `${placesLeftLabel(event.registration?.placesLeft ?? 0)} of ${capacity}.`]),
        hasOwnDeadline ? `Register by ${deadlineLabel(closesAt)}.` : 'You can register until the event starts.',
      ];
    case 'Full':
      return [
        `${taken} ${waiting === 0 ? 'Nobody is waiting yet.' : waiting === 1 ? 'One person is waiting.' : `${waiting} people are waiting.`}`,
        ...(hasOwnDeadline ? [`The waiting list is open until ${deadlineLabel(closesAt)}.`] : []),
      ];
    case 'Closed':
      return [`It ended ${deadlineLabel(closesAt)}.`];
    case 'NotOffered':
      return [];
  }
}

/** "March 9, 2026, 3:05 pm EDT" */
function deadlineLabel(instant: string): string {
  return `${eventDateLabel(instant)}, ${timeLabel(instant)} ${timeZoneLabel(instant)}`;
}
