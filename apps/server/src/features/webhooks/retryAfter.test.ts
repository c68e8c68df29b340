import { expect, test } from 'vitest';
import { retryAfterOf } from './retryAfter.ts';

const now = new Date('2026-11-28T10:00:00Z');
const secondsUntil = (header: string | undefined) => {
  const at = retryAfterOf(header, now);
  return at && (at.getTime() - now.getTime()) / 1000;
};

test('Retry-After is read as seconds or as an HTTP date, at most 20 hours ahead [OPS-333]', () => {
  for (const [header, seconds] of [
    ['120', 120],
    [' 7 ', 7],
    ['Sat, 28 Nov 2026 10:30:00 GMT', 1800],
    ['72000', 72_000],
    ['72001', 72_000],
    ['9999999999', 72_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 72_000],
  ] as const)
    expect(secondsUntil(header), header).toBe(seconds);
});

test('a Retry-After that is past or cannot be understood is ignored [OPS-333]', () => {
  for (const header of [
    undefined,
    '',
    '0',
    '-5',
    '1.5',
    '1e3',
    'soon',
    '120, 240',
    '99999999999999',
    'Sat, 28 Nov 2026 09:59:59 GMT',
    'Sat, 28 Nov 2026 10:00:00 GMT',
    'Sun, 29 Nov 2026 10:00:00 +0000',
    'Sat, 99 Nov 2026 10:00:00 GMT',
    '2026-11-28T11:00:00Z',
  ])
    expect(secondsUntil(header), header).toBeUndefined();
});
