import { describe, expect, test } from 'vitest';
import { nextOffset, searchFilters, searchInput } from './searchFilters.ts';

const now = new Date(2026, 2, 9, 15, 5);
describe('search filters in the address', () => {
  test('give a query for a trimmed term of 4 characters, but not of 3 [SEARCH-007]', () => {
    expect(searchInput(searchFilters.read({ term: '  401k ' }), now)).toEqual({ term: '401k' });
    expect(searchInput(searchFilters.read({ term: '  RMD   ' }), now)).toBeUndefined();
  });

  test('ignore the letter case of the scope, and treat an unknown scope as all [SEARCH-006]', () => {
    expect(
      ['news', 'Events', 'RESOURCES', 'documents', 'all', 'people'].map((scope) => searchFilters.read({ scope }).scope),
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
