import { searchPortal } from '@portico/contracts/search';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { parseSearch, stringifySearch } from '../../routing/searchParams.ts';
import { nextOffset, readSearchFilters, searchInput, searchOfFilters } from './searchFilters.ts';

const now = new Date(2026, 2, 9, 15, 5);
const anything = fc.dictionary(
  fc.constantFrom('term', 'scope', 'days', 'from', 'to', 'category', 'department', 'exact', 'other'),
  fc.oneof(
    fc.constantFrom(
      'rollover',
      ' abc ',
      'abcd',
      'News',
      'events',
      '30',
      '2026-02-28',
      '2026-02-30',
      'true',
      '',
      'x'.repeat(500),
    ),
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.string(), { minLength: 2, maxLength: 30 }),
  ),
);

describe('search filters in the address', () => {
  test('give a valid API query or none, whatever the address', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const query = searchInput(readSearchFilters(parseSearch(stringifySearch(search))), now);
        expect(query === undefined || z.safeParse(searchPortal.query, query).success).toBe(true);
      }),
    );
  });

  test('survive a round trip through the address', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const filters = readSearchFilters(search);
        expect(readSearchFilters(parseSearch(stringifySearch(searchOfFilters(filters))))).toEqual(filters);
      }),
    );
  });

  test('give a query for a trimmed term of 4 characters, but not of 3 [SEARCH-007]', () => {
    expect(searchInput(readSearchFilters({ term: '  401k ' }), now)).toEqual({ term: '401k' });
    expect(searchInput(readSearchFilters({ term: '  RMD   ' }), now)).toBeUndefined();
  });

  test('ignore the letter case of the scope, and treat an unknown scope as all [SEARCH-006]', () => {
    expect(
      ['news', 'Events', 'RESOURCES', 'documents', 'all', 'people'].map((scope) => readSearchFilters({ scope }).scope),
    ).toEqual(['News', 'Events', 'Resources', 'Documents', 'All', 'All']);
  });
});

test('offer more results until all are shown or the offset limit is reached', () => {
  expect([nextOffset(5, 6), nextOffset(6, 6), nextOffset(500, 900), nextOffset(501, 900)]).toEqual([
    5,
    undefined,
    500,
    undefined,
  ]);
});
