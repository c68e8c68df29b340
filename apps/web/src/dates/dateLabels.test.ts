import { describe, expect, test } from 'vitest';
import {
  eventClockLabel,
  eventDateLabel,
  eventInfoDateLabel,
  eventDatesLabel,
  eventSpanParts,
  eventTimeLabel,
  greetingLabel,
  newsDateLabel,
  timeLabel,
  timeZoneLabel,
  todayLabel,
} from './dateLabels.ts';

const instant = '2026-03-09T19:05:00.000Z';
const newYork = 'America/New_York';

describe('dates', () => {
  test('of news read like "Mar 9, 2026" [NEWS-011]', () => {
    expect(newsDateLabel(instant, newYork)).toBe('Mar 9, 2026');
  });

  test('of events read like "March 9, 2026", in the block "Mon, Mar 9", with the time "3:05 pm"', () => {
    expect(eventDateLabel(instant, newYork)).toBe('March 9, 2026');
    expect(eventInfoDateLabel(instant, newYork)).toBe('Mon, Mar 9');
    expect(eventClockLabel(instant, newYork)).toBe('3:05 pm');
    expect(eventClockLabel('2026-03-09T04:00:00Z', newYork)).toBe('12:00 am');
  });

  test('of anything but an event have a time that reads like "3:05 PM"', () => {
    expect(timeLabel(instant, newYork)).toBe('3:05 PM');
    expect(timeLabel('2026-03-09T04:00:00Z', newYork)).toBe('12:00 AM');
  });

  test('fall on the day of the reader, not on the day of the server', () => {
    expect(newsDateLabel('2026-03-10T03:30:00Z', newYork)).toBe('Mar 9, 2026');
    expect(newsDateLabel('2026-03-10T03:30:00Z', 'Asia/Tokyo')).toBe('Mar 10, 2026');
  });

  test('name the zone, which changes with the summer', () => {
    expect(timeZoneLabel('2026-01-15T12:00:00Z', newYork)).toBe('EST');
    expect(timeZoneLabel('2026-07-15T12:00:00Z', newYork)).toBe('EDT');
  });

  test('of an event of one day say the day once', () => {
    expect(eventTimeLabel(instant, '2026-03-09T20:30:00Z', newYork)).toBe('Mon, Mar 9, 3:05 pm – 4:30 pm EDT');
  });

  test('of an event over midnight say both days', () => {
    expect(eventTimeLabel('2026-03-10T03:00:00Z', '2026-03-10T05:00:00Z', newYork)).toBe(
      'Mon, Mar 9, 11:00 pm – Tue, Mar 10, 1:00 am EDT',
    );
  });

  test('of an event during which the clocks change name both zones [R13]', () => {
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

  test('of an event in a list say the year once [EVENTS-012]', () => {
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

  test('greet by the time of day', () => {
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
