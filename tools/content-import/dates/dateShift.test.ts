import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { anchoredShift, announcedAt, findDateShift, shifted } from './dateShift.ts';

const day = (index: number, hour = 19): string => new Date(Date.UTC(2023, 0, 1 + index, hour)).toISOString();
const news = Array.from({ length: 60 }, (_, index) => day(index * 11));
const events = Array.from({ length: 80 }, (_, index) => day(index * 8, 15));

test('on any day of import a quarter of the events are upcoming and the newest news is a day or two old', () => {
  for (let offset = 0; offset < 366; offset += 7.3) {
    const now = new Date(Date.UTC(2026, 0, 1) + offset * DAY_MS);
    const shift = findDateShift(news, events, now);
    expect(Number.isInteger(shift.days)).toBe(true);
    expect(shift.asOf).toBe(now.toISOString());
    const ahead = events.filter((start) => shifted(start, shift) > now.toISOString()).length / events.length;
    expect(ahead).toBeGreaterThanOrEqual(0.18);
    expect(ahead).toBeLessThanOrEqual(0.32);
    const newest = news
      .map((date) => shifted(date, shift))
      .filter((date) => date <= now.toISOString())
      .at(-1)!;
    const age = (now.getTime() - Date.parse(newest)) / DAY_MS;
    expect(age).toBeLessThanOrEqual(2.5);
  }
});

test('moved dates keep their weekday where other rules allow it', () => {
  const everyDay = Array.from({ length: 700 }, (_, index) => day(index));
  expect(findDateShift(everyDay, events, new Date('2026-05-05T10:00:00Z')).days % 7).toBe(0);
});

test('a collection with only news ends a day or two ago, one with only events has a quarter upcoming, an empty one is unchanged', () => {
  const now = new Date('2026-05-05T10:00:00Z');
  const ofNews = findDateShift(news, [], now);
  const age = (now.getTime() - Date.parse(shifted(news.at(-1)!, ofNews))) / DAY_MS;
  expect(age).toBeGreaterThan(0.9);
  expect(age).toBeLessThan(2.1);
  const ofEvents = findDateShift([], events, now);
  expect(events.filter((start) => shifted(start, ofEvents) > now.toISOString()).length / 80).toBeCloseTo(0.25, 1);
  expect(findDateShift([], [], now).days).toBe(0);
  expect(findDateShift([], [day(0)], now).days).toBeGreaterThan(0);
});

test('dates move by whole days and keep their hour', () => {
  expect(shifted('2024-02-28T14:30:00Z', { days: 2, asOf: '2026-01-01T00:00:00Z' })).toBe('2024-03-01T14:30:00.000Z');
  expect(shifted('2024-02-28T14:30:00Z', undefined)).toBe('2024-02-28T14:30:00.000Z');
});

test('an event that would be announced after the import is announced before it, on the same weekday and hour', () => {
  const shift = { days: 10, asOf: '2026-01-15T12:00:00.000Z' };
  expect(announcedAt('2026-01-05T12:00:00Z', shift)).toBe('2026-01-15T12:00:00.000Z');
  expect(announcedAt('2026-01-05T12:00:01Z', shift)).toBe('2026-01-08T12:00:01.000Z');
  expect(announcedAt('2026-03-05T09:00:00Z', shift)).toBe('2026-01-11T09:00:00.000Z');
  expect(announcedAt('2026-03-05T09:00:00Z', undefined)).toBe('2026-03-05T09:00:00.000Z');
});

test('a collection with an anchor date moves by whole weeks to the week that ends on the day of the import', () => {
  const zone = 'America/New_York';
  const daysOn = (now: string) => anchoredShift('2026-11-23', zone, new Date(now)).days;
  expect(daysOn('2026-11-23T05:00:00Z')).toBe(0);
  expect(daysOn('2026-11-29T20:00:00Z')).toBe(0);
  expect(daysOn('2026-11-30T04:59:59Z')).toBe(0); // Still Sunday in New York.
  expect(daysOn('2026-11-30T05:00:00Z')).toBe(7);
  expect(daysOn('2026-11-22T20:00:00Z')).toBe(-7);
  expect(daysOn('2028-02-29T12:00:00Z') % 7).toBe(0);
});

test('an anchored date keeps its local hour when daylight saving time begins or ends in between', () => {
  const shift = { days: 140, asOf: '2027-04-12T12:00:00Z', timeZone: 'America/New_York' };
  expect(shifted('2026-11-24T19:00:00Z', shift)).toBe('2027-04-13T18:00:00.000Z');
  expect(shifted('2026-11-24T19:00:00Z', { ...shift, days: 14 })).toBe('2026-12-08T19:00:00.000Z');
  expect(shifted('2026-11-24T19:00:00Z', { ...shift, timeZone: undefined })).toBe('2027-04-13T19:00:00.000Z');
});
