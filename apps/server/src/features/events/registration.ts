import { registrationPhase, type EventSummary } from '@portico/contracts/events';
import { PortalError } from '../../errors.ts';

/** The facts on which the registration rules depend. */
export type RegistrationTerms = Pick<EventSummary, 'startDate' | 'endDate' | 'registration'>;

/**
 * Whether the next person gets a spot or joins the waiting list. Throws `conflict` if neither is possible. Source:
 * decisions/0024.
 */
export function initialStatus(event: RegistrationTerms, now: Date): 'Registered' | 'Waiting' {
  switch (registrationPhase(event, now)) {
    case 'Ended':
      throw new PortalError('conflict', 'This event has ended.');
    case 'NotOffered':
      throw new PortalError('conflict', 'The portal doesn’t accept registrations for this event.');
    case 'Closed':
      throw new PortalError('conflict', 'Registration for this event has closed.');
    case 'WaitingList':
      return 'Waiting';
    case 'Open':
      return 'Registered';
  }
}

/** Throws `conflict` once the event has started. Source: decisions/0024. */
export function assertMayCancel(event: RegistrationTerms, now: Date): void {
  if (now >= new Date(event.startDate))
    throw new PortalError('conflict', 'The event has started, so you can no longer cancel your registration.');
}

/**
 * True while waiting people can still get a spot: until the event starts or registration closes, whichever is later.
 */
export function isPromoting({ startDate, registration }: RegistrationTerms, now: Date): boolean {
  return registration !== null && (now < new Date(startDate) || now < new Date(registration.closesAt));
}

/** How many waiting people can get a spot; null for all of them. */
export function spotsToFill({ registration }: RegistrationTerms): number | null {
  return registration?.capacity == null ? null : (registration.spotsLeft ?? 0);
}
