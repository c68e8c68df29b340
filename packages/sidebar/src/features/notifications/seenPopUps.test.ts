import { DAY_MS } from '@portico/contracts/durations';
import { createPersonalStorage } from '@portico/client/personalStorage';
import { beforeEach, expect, test } from 'vitest';
import { purgeSeenPopUps, readSeenPopUps, recordSeenPopUps } from './seenPopUps.ts';

const storage = createPersonalStorage(() => 'ana');
const now = new Date('2026-03-02T20:05:00.000Z');
const earlier = (ms: number) => new Date(now.getTime() - ms);
beforeEach(() => localStorage.clear());

test('a record of a seen pop-up has an id and a time, and is stored in localStorage for this user only [POPUP-006]', () => {
  recordSeenPopUps(storage, ['n1'], now);
  expect(readSeenPopUps(storage)).toEqual([{ id: 'n1', createdAt: '2026-03-02T20:05:00.000Z' }]);
  expect(Object.values({ ...localStorage }).join()).toContain('n1');
  expect(readSeenPopUps(createPersonalStorage(() => 'somebody'))).toEqual([]);
});

test('records of seen pop-ups older than 3 days are purged, one of exactly 3 days stays [POPUP-007]', () => {
  recordSeenPopUps(storage, ['old'], earlier(3 * DAY_MS + 1));
  recordSeenPopUps(storage, ['edge'], earlier(3 * DAY_MS));
  recordSeenPopUps(storage, ['recent'], earlier(DAY_MS));
  purgeSeenPopUps(storage, now);
  expect(readSeenPopUps(storage).map(({ id }) => id)).toEqual(['edge', 'recent']);
});

test('seeing a pop-up again renews its record', () => {
  recordSeenPopUps(storage, ['n1'], earlier(DAY_MS));
  recordSeenPopUps(storage, ['n1'], now);
  expect(readSeenPopUps(storage)).toEqual([{ id: 'n1', createdAt: now.toISOString() }]);
});

test('invalid records of seen pop-ups are ignored [B6]', () => {
  storage.write('seen-pop-ups', [{ id: 1 }, null, 'x', { id: 'n1', createdAt: now.toISOString() }]);
  expect(readSeenPopUps(storage).map(({ id }) => id)).toEqual(['n1']);
  storage.write('seen-pop-ups', { broken: true });
  expect(readSeenPopUps(storage)).toEqual([]);
});
