import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyTime } from '../../routing/period.ts';
import { eventFilters } from './eventFilters.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'America/New_York';
});
afterAll(() => {
  process.env['TZ'] = zone;
});

describe('event list filters', () => {
  test('ignore invalid values in the address', () => {
    const filters = eventFilters.read({
      page: '0',
      tab: 'soon',
      text: '   ',
      from: '2026-02-30',
      to: 'x',
      category: ['', 'a'.repeat(81)],
      days: '30',
    });
    expect(filters).toEqual({ page: 1, tab: 'all', text: '', period: anyTime, categories: [] });
    expect(eventFilters.active(filters)).toEqual([]);
  });

  test('trim the text and limit it to 200 characters', () => {
    expect(eventFilters.read({ text: `  ${'a'.repeat(201)}` }).text).toBe('a'.repeat(200));
    expect(eventFilters.read({ text: `${'a'.repeat(199)} b` }).text).toBe('a'.repeat(199));
  });

  test('convert the reader’s days to instants, including days of 23 and 25 hours [R13]', () => {
    const input = (day: string) => eventFilters.asked(eventFilters.read({ from: day, to: day }), new Date());
    expect(input('2026-03-08')).toEqual({ from: '2026-03-08T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z' });
    expect(input('2026-11-01')).toEqual({ from: '2026-11-01T04:00:00.000Z', to: '2026-11-02T05:00:00.000Z' });
  });
});
