import { MAX_PAGE } from '@portico/contracts/paging';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../dates/days.ts';
import { shownDays } from '../../routing/period.ts';
import { newsFilters } from './newsFilters.ts';

const now = new Date(2026, 2, 9, 15, 5);
describe('news filters in the address', () => {
  test('convert the last 30 days to a range from 30 days ago through today [NEWS-005]', () => {
    expect(shownDays(newsFilters.read({ days: '30' }).period, now)).toEqual({ from: '2026-02-07', to: '2026-03-09' });
  });

  test('ignore a reversed range or an invalid date', () => {
    expect(newsFilters.read({ from: '2026-03-02', to: '2026-03-01' }).period).toMatchObject({
      from: undefined,
      to: undefined,
    });
    expect(newsFilters.read({ from: '2026-02-29', to: '2024-02-29' }).period).toMatchObject({
      from: undefined,
      to: '2024-02-29',
    });
  });

  test('treat a missing or invalid page as page 1 [NEWS-008]', () => {
    expect([undefined, '0', '01', '1.5', String(MAX_PAGE + 1)].map((page) => newsFilters.read({ page }).page)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(newsFilters.read({ page: String(MAX_PAGE) }).page).toBe(MAX_PAGE);
  });

  test('follow the reader’s calendar days across a daylight saving change', () => {
    expect(dayOf(new Date(2026, 2, 9, 0, 30), -1)).toBe('2026-03-08');
    expect(dayOf(new Date(2026, 0, 1, 12), -1)).toBe('2025-12-31');
  });
});
