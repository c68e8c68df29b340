import { registrationPhase, type EventSummary } from '@portico/contracts/events';
import { t } from '../../../locale/text.ts';

/** How the reader stands to an event, and what they can do about it. */
export type RegistrationState = 'Over' | 'NotOffered' | 'Registered' | 'Waiting' | 'Open' | 'Full' | 'Closed';

/** So few places left are worth a word on a card. */
const FEW_PLACES = 10;

export function registrationState(event: EventSummary, now: Date): RegistrationState {
  const phase = registrationPhase(event, now);
  if (phase === 'Over' || phase === 'NotOffered') return phase;
  if (event.registrationStatus === 'Registered') return 'Registered';
  if (event.waitingPosition !== null) return 'Waiting';
  return phase === 'WaitingList' ? 'Full' : phase;
}

/** The state in a word or two; undefined when there is nothing to say. */
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
      return hasFewSpots(event) ? spotsLeftLabel(event.registration.placesLeft) : t('events.stateOpen');
    case 'Over':
      return t('events.stateOver');
    case 'Registered':
      return t('events.stateRegistered');
    case 'Full':
      return t('events.stateFull');
  }
}

export function hasFewSpots(event: EventSummary): event is EventSummary & { registration: { placesLeft: number } } {
  const placesLeft = event.registration?.placesLeft ?? null;
  return placesLeft !== null && placesLeft <= FEW_PLACES;
}

export function spotsLeftLabel(places: number): string {
  return t('events.spotsLeft', { count: places });
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** "1st", "22nd", "113th" */
export function ordinal(number: number): string {
  return `${number}${endings[ordinalRules.select(number)] ?? 'th'}`;
}

/**
 * What the reader loses for good by cancelling: their place, when others wait for it or registration is over (`place`), or
 * their turn on the waiting list (`turn`). Undefined when registering again would bring it back.
 */
export function lossOf(event: EventSummary, now: Date): 'place' | 'turn' | undefined {
  const { registration, waitingPosition } = event;
  if (registration === null) return undefined;
  const isClosed = now >= new Date(registration.closesAt);
  if (event.registrationStatus === 'Registered') {
    return isClosed || registration.placesLeft === 0 || registration.waiting > 0 ? 'place' : undefined;
  }
  return waitingPosition !== null && (isClosed || waitingPosition < registration.waiting) ? 'turn' : undefined;
}

/** The event as it will most likely be after the change, to be shown until the server has answered. */
export function expectedAfter<E extends EventSummary>(
  event: E,
  wanted: EventSummary['registrationStatus'],
  now: Date,
): E {
  const { registration } = event;
  const state = registrationState(event, now);
  if (registration === null) return event;
  const { placesLeft, waiting } = registration;
  const change = (
    own: Pick<EventSummary, 'registrationStatus' | 'waitingPosition'>,
    numbers: Partial<typeof registration>,
  ): E => ({ ...event, ...own, registration: { ...registration, ...numbers } });
  if (wanted === 'Registered') {
    if (state === 'Open')
      return change(
        { registrationStatus: 'Registered', waitingPosition: null },
        { placesLeft: placesLeft === null ? null : placesLeft - 1 },
      );
    return state === 'Full'
      ? change({ registrationStatus: 'Unregistered', waitingPosition: waiting + 1 }, { waiting: waiting + 1 })
      : event;
  }
  const gone = { registrationStatus: 'Unregistered', waitingPosition: null } as const;
  if (state === 'Waiting') return change(gone, { waiting: waiting - 1 });
  if (state !== 'Registered') return event;
  // The place goes to whoever waits for it first.
  return waiting > 0
    ? change(gone, { waiting: waiting - 1 })
    : change(gone, { placesLeft: placesLeft === null ? null : placesLeft + 1 });
}
