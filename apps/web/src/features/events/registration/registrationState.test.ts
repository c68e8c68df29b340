import { anEventSummary, aRegistration } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { describe, expect, test } from 'vitest';
import type { EventSummary } from '@portico/contracts/events';
import { expectedAfter, lossOf, ordinal, registrationLabel } from './registrationState.ts';

const event = (registration: Parameters<typeof aRegistration>[0], own: Partial<EventSummary> = {}) =>
  anEventSummary({ registration: aRegistration(registration), ...own });
const registered = { registrationStatus: 'Registered' } as const;
const label = (one: EventSummary) => registrationLabel(one, NOW);

describe('the registration of an event, in a word or two', () => {
  test('is nothing where the portal takes none', () => {
    expect(label(anEventSummary())).toBeUndefined();
  });

  test('names the spots left when they are few', () => {
    expect([11, 10, 1].map((placesLeft) => label(event({ placesLeft })))).toEqual([
      'Registration open',
      '10 spots left',
      '1 spot left',
    ]);
    expect(label(event({ capacity: null, placesLeft: null }))).toBe('Registration open');
  });

  test('says first how the reader stands, then how the event does', () => {
    expect(label(event({ placesLeft: 0 }, registered))).toBe('Registered');
    expect(label(event({ placesLeft: 0, waiting: 4 }, { waitingPosition: 3 }))).toBe('On the waiting list (3rd)');
    expect(label(event({ placesLeft: 0 }))).toBe('Full');
  });

  test('[EVENTS-015] closes at the deadline and is over at the end, whoever is registered', () => {
    expect(label(event({ closesAt: NOW.toISOString() }))).toBe('Registration closed');
    expect(label(event({ closesAt: new Date(NOW.getTime() + 1).toISOString() }))).toBe('Registration open');
    expect(label(event({}, { ...registered, endDate: NOW.toISOString() }))).toBe('Ended');
    expect(label(event({}, { ...registered, endDate: new Date(NOW.getTime() + 1).toISOString() }))).toBe('Registered');
  });
});

test('places in a queue are told as ordinals', () => {
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
  test('can be taken back while places are left and registration is open', () => {
    expect(lossOf(event({ placesLeft: 1 }, registered), NOW)).toBeUndefined();
    expect(lossOf(event({ capacity: null, placesLeft: null }, registered), NOW)).toBeUndefined();
  });

  test('loses the place when the event is full, people wait, or registration is closed', () => {
    expect(lossOf(event({ placesLeft: 0 }, registered), NOW)).toBe('place');
    expect(lossOf(event({ placesLeft: 0, waiting: 1 }, registered), NOW)).toBe('place');
    expect(lossOf(event({ closesAt: fromNow({ hours: -1 }) }, registered), NOW)).toBe('place');
  });

  test('loses the turn on the waiting list unless one is its last', () => {
    expect(lossOf(event({ placesLeft: 0, waiting: 3 }, { waitingPosition: 2 }), NOW)).toBe('turn');
    expect(lossOf(event({ placesLeft: 0, waiting: 3 }, { waitingPosition: 3 }), NOW)).toBeUndefined();
  });
});

describe('what a change will most likely do', () => {
  const numbers = ({ registrationStatus, waitingPosition, registration }: EventSummary) => [
    registrationStatus,
    waitingPosition,
    registration?.placesLeft,
    registration?.waiting,
  ];

  test('registering takes a place, or the end of the waiting list', () => {
    expect(numbers(expectedAfter(event({ placesLeft: 1 }), 'Registered', NOW))).toEqual(['Registered', null, 0, 0]);
    expect(numbers(expectedAfter(event({ capacity: null, placesLeft: null }), 'Registered', NOW))).toEqual([
      'Registered',
      null,
      null,
      0,
    ]);
    expect(numbers(expectedAfter(event({ placesLeft: 0, waiting: 2 }), 'Registered', NOW))).toEqual([
      'Unregistered',
      3,
      0,
      3,
    ]);
  });

  test('cancelling frees a place, or gives it to whoever waits first', () => {
    expect(numbers(expectedAfter(event({ placesLeft: 0 }, registered), 'Unregistered', NOW))).toEqual([
      'Unregistered',
      null,
      1,
      0,
    ]);
    expect(numbers(expectedAfter(event({ placesLeft: 0, waiting: 2 }, registered), 'Unregistered', NOW))).toEqual([
      'Unregistered',
      null,
      0,
      1,
    ]);
    expect(
      numbers(expectedAfter(event({ placesLeft: 0, waiting: 2 }, { waitingPosition: 2 }), 'Unregistered', NOW)),
    ).toEqual(['Unregistered', null, 0, 1]);
  });

  test('nothing changes where registration is closed', () => {
    const closed = event({ closesAt: fromNow({ hours: -1 }) });
    expect(expectedAfter(closed, 'Registered', NOW)).toBe(closed);
  });
});
