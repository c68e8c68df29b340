import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch, valuesOf } from './searchParams.ts';

describe('the query string', () => {
  test('keeps every value as text and a repeated name as a list', () => {
    expect(parseSearch('?page=2&category=A%26B&category=C')).toEqual({ page: '2', category: ['A&B', 'C'] });
    expect(stringifySearch({ page: 2, category: ['A&B', 'C'], none: undefined })).toBe(
      '?page=2&category=A%26B&category=C',
    );
    expect(stringifySearch({})).toBe('');
  });

  test('survives being written and read back', () => {
    const params = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 })),
    );
    fc.assert(
      fc.property(params, (value) => {
        expect(parseSearch(stringifySearch(value))).toEqual({ ...value });
      }),
    );
  });

  test('can’t access inherited properties', () => {
    expect(valuesOf(parseSearch('?toString=1'), 'constructor')).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    parseSearch('?__proto__=polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
