import { expect, test } from 'vitest';
import { awakeZones, stepOn } from './reminderSteps.ts';

test('reminders are planned 7 days and 1 day before the due date, and weekly ones every 7 days after it, at most 2 days late [DUTY-042]', () => {
  const days = (schedule: 'Before' | 'Weekly') =>
    Array.from({ length: 30 }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`).flatMap((day) => {
      const step = stepOn(schedule, '2026-06-14', day);
      return step === undefined ? [] : [`${day.slice(8)}<-${step.slice(5)}`];
    });
  const before = ['07<-06-07', '08<-06-07', '09<-06-07', '13<-06-13', '14<-06-13', '15<-06-13'];
  expect(days('Before')).toEqual(before);
  expect(days('Weekly')).toEqual([
    ...before,
    '21<-06-21',
    '22<-06-21',
    '23<-06-21',
    '28<-06-28',
    '29<-06-28',
    '30<-06-28',
  ]);
});

test('planned days stay the same over both clock changes [DUTY-042]', () => {
  expect(stepOn('Before', '2026-03-09', '2026-03-08')).toBe('2026-03-08');
  expect(stepOn('Before', '2026-11-02', '2026-11-01')).toBe('2026-11-01');
  expect(stepOn('Weekly', '2026-03-01', '2026-03-08')).toBe('2026-03-08');
  expect(stepOn('Weekly', '2026-10-25', '2026-11-01')).toBe('2026-11-01');
});

test.each([
  ['in winter', '2026-03-07T11:59:00Z', '2026-03-07T12:00:00Z', '2026-03-08T00:59:00Z', '2026-03-08T01:00:00Z'],
  [
    'on the day the clocks go forward',
    '2026-03-08T10:59:00Z',
    '2026-03-08T11:00:00Z',
    '2026-03-08T23:59:00Z',
    '2026-03-09T00:00:00Z',
  ],
  [
    'on the day they go back',
    '2026-11-01T11:59:00Z',
    '2026-11-01T12:00:00Z',
    '2026-11-02T00:59:00Z',
    '2026-11-02T01:00:00Z',
  ],
])('%s, reminders go out from 7 in the morning to 8 in the evening of a zone [DUTY-043]', (_when, ...instants) => {
  const awake = instants.map((now) => awakeZones(['America/New_York'], 'UTC', new Date(now)).length === 1);
  expect(awake).toEqual([false, true, true, false]);
});

test('the day is that of the zone, and a zone that is unknown is the firm’s [DUTY-043]', () => {
  const now = new Date('2026-06-12T23:30:00Z');
  expect(awakeZones(['Asia/Tokyo', 'Pacific/Honolulu', '', 'Mars/Base'], 'Europe/London', now)).toEqual([
    { zone: 'Asia/Tokyo', day: '2026-06-13' },
    { zone: 'Pacific/Honolulu', day: '2026-06-12' },
  ]);
  expect(awakeZones(['', 'Mars/Base'], 'Asia/Tokyo', now)).toEqual([
    { zone: '', day: '2026-06-13' },
    { zone: 'Mars/Base', day: '2026-06-13' },
  ]);
});
