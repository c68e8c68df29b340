import { globSync } from 'node:fs';
import { listDocuments } from '@portico/contracts/documents';
import { listUpcomingEvents } from '@portico/contracts/events';
import { listNews } from '@portico/contracts/news';
import { listNotificationHistory } from '@portico/contracts/notifications';
import { listResources } from '@portico/contracts/resources';
import { searchPortal } from '@portico/contracts/search';
import { anId } from '@portico/testing/builders';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { documentSearch, documentsInput, readDocumentFilters } from './features/documents/documentFilters.ts';
import { eventSearch, eventsInput, readEventFilters } from './features/events/list/eventFilters.ts';
import { newsListInput, newsSearch, readNewsFilters } from './features/news/newsFilters.ts';
import { historySearch, readHistoryFilters } from './features/notifications/historyFilters.ts';
import { readResourceFilters, resourceSearch, resourcesInput } from './features/resources/resourceFilters.ts';
import { readSearchFilters, searchInput, searchOfFilters } from './features/search/searchFilters.ts';
import { parseSearch, stringifySearch, type SearchParams } from './routing/searchParams.ts';

const now = new Date(2026, 2, 9, 15, 5);

/** How a list reads its filters, writes them to its address, and asks the API for them. */
const listOf = <Filters>(
  read: (search: Record<string, unknown>) => Filters,
  write: (filters: Filters) => SearchParams,
  query: z.ZodMiniType,
  input: (filters: Filters, now: Date) => unknown,
) => ({
  read,
  rewritten: (search: SearchParams) => write(read(search)),
  query,
  input: (search: SearchParams) => input(read(search), now),
});

const lists = {
  'documents/documentFilters': listOf(readDocumentFilters, documentSearch, listDocuments.query, documentsInput),
  'events/list/eventFilters': listOf(readEventFilters, eventSearch, listUpcomingEvents.query, eventsInput),
  'news/newsFilters': listOf(readNewsFilters, newsSearch, listNews.query, newsListInput),
  'notifications/historyFilters': listOf(
    readHistoryFilters,
    historySearch,
    listNotificationHistory.query,
    (filters) => ({
      page: String(filters.page),
    }),
  ),
  'resources/resourceFilters': listOf(readResourceFilters, resourceSearch, listResources.query, resourcesInput),
  // A term that is too short is not searched for.
  'search/searchFilters': listOf(readSearchFilters, searchOfFilters, z.optional(searchPortal.query), searchInput),
};

/** The parameters that a list reads, also while a document is open over it. */
function parametersOf(read: (search: Record<string, unknown>) => unknown): string[] {
  const names = new Set(['other']);
  for (const value of [undefined, anId()]) read(new Proxy({}, { get: (_, name) => (names.add(String(name)), value) }));
  return [...names];
}

const values = fc.oneof(
  fc.constantFrom(
    ...' -1 1 2 30 31 1000 1001 0000-00-00 2026-02-28 2026-02-30 2026-03-01'.split(' '),
    ...'oldest a-z largest constructor past unread cards News events true PDF pdf abcd rollover'.split(' '),
    ' abc ',
    'x'.repeat(500),
    anId(),
  ),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.string(), { minLength: 2, maxLength: 30 }),
);

test('every list whose filters are in its address is in this table', () => {
  const files = globSync('**/*Filters.ts', { cwd: `${import.meta.dirname}/features` });
  expect(Object.keys(lists).toSorted()).toEqual(files.map((file) => file.replace('.ts', '')).toSorted());
});

describe.each(Object.entries(lists))('the filters of %s in the address', (_, { read, rewritten, query, input }) => {
  const anything = fc.dictionary(fc.constantFrom(...parametersOf(read)), values);

  test('always give a valid API query, whatever the address [NEWS-015, DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const asked = input(parseSearch(stringifySearch(search)));
        expect(z.safeParse(query, asked).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  test('survive a round trip through the address [NEWS-015, DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        expect(read(parseSearch(stringifySearch(rewritten(search))))).toEqual(read(search));
      }),
    );
  });

  test('leave out default values', () => {
    expect(rewritten({})).toEqual({});
  });
});
