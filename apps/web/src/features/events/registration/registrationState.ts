import { registrationPhase, type EventSummary } from '@portico/contracts/events';
import { t } from '../../../locale/text.ts';

/** The reader's registration state for an event, which decides what they can do next. */
export type RegistrationState = 'Ended' | 'NotOffered' | 'Registered' | 'Waiting' | 'Open' | 'Full' | 'Closed';

/** With this many spots left or fewer, cards warn. */
const MAX_FEW_SPOTS = 10;

export function registrationState(event: EventSummary, now: Date): RegistrationState {
  const phase = registrationPhase(event, now);
  if (phase === 'Ended' || phase === 'NotOffered') return phase;
  if (event.registrationStatus === 'Registered') return 'Registered';
  if (event.waitingPosition !== null) return 'Waiting';
  return phase === 'WaitingList' ? 'Full' : phase;
}

/** A short label for the state; undefined for an event without registration. */
export function registrationLabel(event: EventSummary, now: Date): string | undefined {
  const state = registrationState(event, now);
  switch (state) {
    case 'NotOffered':
      return undefined;
    case 'Waiting':
      return t('events.stateWaiting', { position: ordinal(event.waitingPosition ?? 1) });
    case 'Closed':
      return t('events.stateClosed');
    case 'Open':
      return spotsLeftLabel(event.registration) ?? t('events.stateOpen');
    case 'Ended':
      return t('events.stateOver');
    case 'Registered':
      return t('events.stateRegistered');
    case 'Full':
      return t('events.stateFull');
  }
}

export function hasFewSpots(event: EventSummary): boolean {
  const spotsLeft = event.registration?.spotsLeft ?? null;
  return spotsLeft !== null && spotsLeft <= MAX_FEW_SPOTS;
}

/** "12 of 60 spots left"; undefined when the number of spots is unlimited. */
export function spotsLeftLabel(registration: EventSummary['registration']): string | undefined {
  if (!registration || registration.capacity === null || registration.spotsLeft === null) return undefined;
  return t('events.spotsLeftOf', { left: registration.spotsLeft, count: registration.capacity });
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** "1st", "22nd", "113th" */
export function ordinal(number: number): string {
  return `${number}${endings[ordinalRules.select(number)] ?? 'th'}`;
}

/**
 * What the reader loses permanently by canceling: a `spot` when the event is full, others are waiting, or registration
 * has closed; or their `turn` on the waiting list. Undefined when registering again would restore it.
 */
export function cancellationLoss(event: EventSummary, now: Date): 'spot' | 'turn' | undefined {
  const { registration, waitingPosition } = event;
  if (registration === null) return undefined;
  const isClosed = now >= new Date(registration.closesAt);
  if (event.registrationStatus === 'Registered') {
    return isClosed || registration.spotsLeft === 0 || registration.waiting > 0 ? 'spot' : undefined;
  }
  return waitingPosition !== null && (isClosed || waitingPosition < registration.waiting) ? 'turn' : undefined;
}

/** The event as the change will most likely leave it, shown until the server responds. */
export function expectedAfter<E extends EventSummary>(
  event: E,
  requested: EventSummary['registrationStatus'],
  now: Date,
): E {
  const { registration } = event;
  const state = registrationState(event, now);
  if (registration === null) return event;
  const { spotsLeft, waiting } = registration;
  const change = (
    own: Pick<EventSummary, 'registrationStatus' | 'waitingPosition'>,
    numbers: Partial<typeof registration>,
  ): E => ({ ...event, ...own, registration: { ...registration, ...numbers } });
  if (requested === 'Registered') {
    if (state === 'Open')
      return change(
        { registrationStatus: 'Registered', waitingPosition: null },
        { spotsLeft: spotsLeft === null ? null : spotsLeft - 1 },
      );
    return state === 'Full'
      ? change({ registrationStatus: 'Unregistered', waitingPosition: waiting + 1 }, { waiting: waiting + 1 })
      : event;
  }
  const unregistered = { registrationStatus: 'Unregistered', waitingPosition: null } as const;
  if (state === 'Waiting') return change(unregistered, { waiting: waiting - 1 });
  if (state !== 'Registered') return event;
  // The first person on the waiting list gets the spot.
  return waiting > 0
    ? change(unregistered, { waiting: waiting - 1 })
    : change(unregistered, { spotsLeft: spotsLeft === null ? null : spotsLeft + 1 });
}
