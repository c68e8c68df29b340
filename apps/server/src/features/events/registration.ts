import { registrationPhase, type RegistrationInfo } from '@portico/contracts/events';
import { PortalError } from '../../errors.ts';

/** What decides about registrations; instants are ISO 8601 in UTC. */
export interface RegistrationTerms {
  startDate: string;
  endDate: string;
  /** Null when the event takes no registrations in the portal. */
  registration: RegistrationInfo | null;
}

/** Whether somebody new gets a place or waits for one. Throws `conflict` when neither is possible. Source: decisions/0024. */
export function initialStatus(event: RegistrationTerms, now: Date): 'Registered' | 'Waiting' {
  switch (registrationPhase(event, now)) {
    case 'Over':
      throw new PortalError('conflict', 'This event is over.');
    case 'NotOffered':
      throw new PortalError('conflict', 'This event takes no registrations in the portal.');
    case 'Closed':
      throw new PortalError('conflict', 'Registration for this event has closed.');
    case 'WaitingList':
      return 'Waiting';
    case 'Open':
      return 'Registered';
  }
}

/** Throws `conflict` from the start of the event on. Source: decisions/0024. */
export function assertMayCancel(event: RegistrationTerms, now: Date): void {
  if (now >= new Date(event.startDate))
    throw new PortalError('conflict', 'The event has begun; a registration can no longer be cancelled.');
}

/** True while those who wait can still get a place that becomes free: until the event starts, or registration ends if that is later. */
export function isPromoting({ startDate, registration }: RegistrationTerms, now: Date): boolean {
  return registration !== null && (now < new Date(startDate) || now < new Date(registration.closesAt));
}

/** How many of those who wait can get a place; null for all of them. */
export function spotsToFill({ registration }: RegistrationTerms): number | null {
  return registration?.capacity == null ? null : (registration.placesLeft ?? 0);
}
