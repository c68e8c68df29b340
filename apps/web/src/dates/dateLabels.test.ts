import { describe, expect, test } from 'vitest';
import {
  eventDateLabel,
  eventInfoDateLabel,
  eventDatesLabel,
  eventSpanParts,
  eventTimeLabel,
  greetingLabel,
  newsDateLabel,
  taskDueLabel,
  timeLabel,
  timeZoneLabel,
  todayLabel,
} from './dateLabels.ts';

const instant = '2026-03-09T19:05:00.000Z';
const newYork = 'America/New_York';

describe('dates', () => {
  test('read like "Mar 9, 2026" for news [NEWS-011]', () => {
    expect(newsDateLabel(instant, newYork)).toBe('Mar 9, 2026');
  });

  test('read like "March 9, 2026" for events, "Mon, Mar 9" in the info block, and "3:05 pm" for every time [PROD-010]', () => {
    expect(eventDateLabel(instant, newYork)).toBe('March 9, 2026');
    expect(eventInfoDateLabel(instant, newYork)).toBe('Mon, Mar 9');
    expect(timeLabel(instant, newYork)).toBe('3:05 pm');
    expect(timeLabel('2026-03-09T04:00:00Z', newYork)).toBe('12:00 am');
  });

  test('of tasks have the day before the month in letters [TODO-008]', () => {
    expect(['2026-11-27', '2026-12-03', '2027-01-12'].map(taskDueLabel)).toEqual(['27 Nov', '3 Dec', '12 Jan']);
  });

  test('fall on the reader’s day, not the server’s', () => {
    expect(newsDateLabel('2026-03-10T03:30:00Z', newYork)).toBe('Mar 9, 2026');
    expect(newsDateLabel('2026-03-10T03:30:00Z', 'Asia/Tokyo')).toBe('Mar 10, 2026');
  });

  test('name the time zone, which changes with daylight saving time', () => {
    expect(timeZoneLabel('2026-01-15T12:00:00Z', newYork)).toBe('EST');
    expect(timeZoneLabel('2026-07-15T12:00:00Z', newYork)).toBe('EDT');
  });

  test('of a one-day event name the day once', () => {
    expect(eventTimeLabel(instant, '2026-03-09T20:30:00Z', newYork)).toBe('Mon, Mar 9, 3:05 pm – 4:30 pm EDT');
  });

  test('of an event that runs past midnight name both days', () => {
    expect(eventTimeLabel('2026-03-10T03:00:00Z', '2026-03-10T05:00:00Z', newYork)).toBe(
      'Mon, Mar 9, 11:00 pm – Tue, Mar 10, 1:00 am EDT',
    );
  });

  test('of an event during which the clocks change name both time zones [R13]', () => {
    expect(eventTimeLabel('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', newYork)).toBe(
      'Sun, Mar 8, 1:30 am EST – 3:30 am EDT',
    );
    expect(eventTimeLabel('2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', newYork)).toBe(
      'Sun, Nov 1, 1:30 am EDT – 1:30 am EST',
    );
    expect(eventTimeLabel('2026-03-07T15:00:00Z', '2026-03-09T21:00:00Z', newYork)).toBe(
      'Sat, Mar 7, 10:00 am EST – Mon, Mar 9, 5:00 pm EDT',
    );
  });

  test('of an event in a list name the year once [EVENTS-012]', () => {
    expect(eventSpanParts(instant, '2026-03-09T20:30:00Z', newYork)).toEqual([
      'March 9, 2026,',
      '3:05 pm – 4:30 pm EDT',
    ]);
    expect(eventSpanParts(instant, '2026-03-10T20:30:00Z', newYork)).toEqual([
      'March 9, 3:05 pm –',
      'March 10, 2026, 4:30 pm EDT',
    ]);
    expect(eventSpanParts('2026-12-31T15:00:00Z', '2027-01-01T15:00:00Z', newYork)[0]).toBe(
      'December 31, 2026, 10:00 am –',
    );
    expect(eventDatesLabel(instant, '2026-03-10T20:30:00Z', newYork)).toEqual(['March 9', 'March 10, 2026']);
  });

  test('determine the greeting for the time of day', () => {
    const at = (hour: number) => greetingLabel(new Date(`2026-03-09T${String(hour).padStart(2, '0')}:00:00Z`), 'UTC');
    expect([3, 4, 11, 12, 17, 18, 21, 22].map(at)).toEqual([
      'Working late',
      'Good morning',
      'Good morning',
      'Good afternoon',
      'Good afternoon',
      'Good evening',
      'Good evening',
      'Working late',
    ]);
    expect(todayLabel(new Date(instant), newYork)).toBe('Monday, March 9');
  });
});
