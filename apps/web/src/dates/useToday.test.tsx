import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToday } from './useToday.ts';

const zone = process.env['TZ'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  process.env['TZ'] = zone;
});

function Today() {
  return <p>{useToday()}</p>;
}

/** Opens a page at an instant in a time zone. Returns a function that reads the day shown. */
function openAt(instant: string, timeZone: string) {
  process.env['TZ'] = timeZone;
  vi.setSystemTime(new Date(instant));
  render(<Today />);
  return () => screen.getByText(/^\d{4}-/).textContent;
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test.each([
  ['New York', 'America/New_York', '2026-06-10T03:59:00Z', '2026-06-09', '2026-06-10'],
  ['Auckland, a day ahead', 'Pacific/Auckland', '2026-06-10T11:59:00Z', '2026-06-10', '2026-06-11'],
  ['Kolkata, half an hour off', 'Asia/Kolkata', '2026-06-10T18:29:00Z', '2026-06-10', '2026-06-11'],
  ['a day of 23 hours', 'America/New_York', '2026-03-09T03:59:00Z', '2026-03-08', '2026-03-09'],
  ['a day of 25 hours', 'America/New_York', '2026-11-02T04:59:00Z', '2026-11-01', '2026-11-02'],
  ['the end of a leap day', 'America/New_York', '2028-03-01T04:59:00Z', '2028-02-29', '2028-03-01'],
])(
  'the reader’s day changes at midnight in their time zone: %s [TODO-013, R13]',
  (_, timeZone, instant, before, after) => {
    const shown = openAt(instant, timeZone);
    expect(shown()).toBe(before);
    pass(59_000);
    expect(shown()).toBe(before);
    pass(2000);
    expect(shown()).toBe(after);
  },
);

test('a day that passes while the computer sleeps is noticed when the page becomes visible again [R13]', () => {
  const shown = openAt('2026-06-10T15:00:00Z', 'America/New_York');
  vi.setSystemTime(new Date('2026-06-12T15:00:00Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(shown()).toBe('2026-06-12');
});
