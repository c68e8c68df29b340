import { anEventSummary, aRegistration } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { describe, expect, test } from 'vitest';
import type { EventSummary } from '@portico/contracts/events';
import { expectedAfter, cancellationLoss, ordinal, registrationLabel } from './registrationState.ts';

const event = (registration: Parameters<typeof aRegistration>[0], own: Partial<EventSummary> = {}) =>
  anEventSummary({ registration: aRegistration(registration), ...own });
const registered = { registrationStatus: 'Registered' } as const;
const label = (summary: EventSummary) => registrationLabel(summary, NOW);

describe('the registration label of an event', () => {
  test('is undefined for an event without registration', () => {
    expect(label(anEventSummary())).toBeUndefined();
  });

  test('gives the number of spots left if there is a limit [EVENTS-032]', () => {
    expect([11, 1].map((spotsLeft) => label(event({ capacity: 50, spotsLeft })))).toEqual([
      '11 of 50 spots left',
      '1 of 50 spots left',
    ]);
    expect(label(event({ capacity: null, spotsLeft: null }))).toBe('Registration open');
  });

  test('prefers the reader’s own state over the state of the event', () => {
    expect(label(event({ spotsLeft: 0 }, registered))).toBe('You’re going');
    expect(label(event({ spotsLeft: 0, waiting: 4 }, { waitingPosition: 3 }))).toBe('On the waiting list (3rd)');
    expect(label(event({ spotsLeft: 0 }))).toBe('Full');
  });

  test('changes at the registration deadline and at the end of the event [EVENTS-015]', () => {
    expect(label(event({ closesAt: NOW.toISOString() }))).toBe('Registration closed');
    expect(label(event({ closesAt: new Date(NOW.getTime() + 1).toISOString(), capacity: null, spotsLeft: null }))).toBe(
      'Registration open',
    );
    expect(label(event({}, { ...registered, endDate: NOW.toISOString() }))).toBe('Ended');
    expect(label(event({}, { ...registered, endDate: new Date(NOW.getTime() + 1).toISOString() }))).toBe(
      'You’re going',
    );
  });
});

test('waiting list positions are written as ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 112].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '103rd',
    '112th',
  ]);
});

describe('a cancellation', () => {
  test('loses nothing while spots are left and registration is open', () => {
    expect(cancellationLoss(event({ spotsLeft: 1 }, registered), NOW)).toBeUndefined();
    expect(cancellationLoss(event({ capacity: null, spotsLeft: null }, registered), NOW)).toBeUndefined();
  });

  test('loses the spot when the event is full, people are waiting, or registration has closed', () => {
    expect(cancellationLoss(event({ spotsLeft: 0 }, registered), NOW)).toBe('spot');
    expect(cancellationLoss(event({ spotsLeft: 0, waiting: 1 }, registered), NOW)).toBe('spot');
    expect(cancellationLoss(event({ closesAt: fromNow({ hours: -1 }) }, registered), NOW)).toBe('spot');
  });

  test('loses the turn on the waiting list for everyone but the last in line', () => {
    expect(cancellationLoss(event({ spotsLeft: 0, waiting: 3 }, { waitingPosition: 2 }), NOW)).toBe('turn');
    expect(cancellationLoss(event({ spotsLeft: 0, waiting: 3 }, { waitingPosition: 3 }), NOW)).toBeUndefined();
  });
});

describe('the expected result of a registration change', () => {
  const numbers = ({ registrationStatus, waitingPosition, registration }: EventSummary) => [
    registrationStatus,
    waitingPosition,
    registration?.spotsLeft,
    registration?.waiting,
  ];

  test('is that registering takes a spot, or the last position on the waiting list', () => {
    expect(numbers(expectedAfter(event({ spotsLeft: 1 }), 'Registered', NOW))).toEqual(['Registered', null, 0, 0]);
    expect(numbers(expectedAfter(event({ capacity: null, spotsLeft: null }), 'Registered', NOW))).toEqual([
      'Registered',
      null,
      null,
      0,
    ]);
    expect(numbers(expectedAfter(event({ spotsLeft: 0, waiting: 2 }), 'Registered', NOW))).toEqual([
      'Unregistered',
      3,
      0,
      3,
    ]);
  });

  test('is that canceling frees a spot, or gives it to the first person waiting', () => {
    expect(numbers(expectedAfter(event({ spotsLeft: 0 }, registered), 'Unregistered', NOW))).toEqual([
      'Unregistered',
      null,
      1,
      0,
    ]);
    expect(numbers(expectedAfter(event({ spotsLeft: 0, waiting: 2 }, registered), 'Unregistered', NOW))).toEqual([
      'Unregistered',
      null,
      0,
      1,
    ]);
    expect(
      numbers(expectedAfter(event({ spotsLeft: 0, waiting: 2 }, { waitingPosition: 2 }), 'Unregistered', NOW)),
    ).toEqual(['Unregistered', null, 0, 1]);
  });

  test('is an unchanged event if registration is closed', () => {
    const closed = event({ closesAt: fromNow({ hours: -1 }) });
    expect(expectedAfter(closed, 'Registered', NOW)).toBe(closed);
  });
});
