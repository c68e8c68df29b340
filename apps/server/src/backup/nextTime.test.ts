import { expect, test } from 'vitest';
import { nextTime } from './nextTime.ts';

test.each([
  ['30 2 * * *', '2026-11-20T02:29:59Z', '2026-11-20T02:30:00.000Z'],
  ['30 2 * * *', '2026-11-20T02:30:00Z', '2026-11-21T02:30:00.000Z'],
  ['30 4 * * 0', '2026-11-20T12:00:00Z', '2026-11-22T04:30:00.000Z'],
  ['0 0 1 * *', '2026-11-20T12:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['0 0 29 2 *', '2026-11-20T12:00:00Z', undefined],
])('the next time of %s after %s is %s [OPS-391]', async (pattern, after, next) => {
  expect((await nextTime(pattern, new Date(after)))?.toISOString()).toBe(next);
});
