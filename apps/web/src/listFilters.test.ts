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
import { documentFilters } from './features/documents/documentFilters.ts';
import { eventFilters } from './features/events/eventFilters.ts';
import { newsFilters } from './features/news/newsFilters.ts';
import { historyFilters } from './features/notifications/historyFilters.ts';
import { resourceFilters } from './features/resources/resourceFilters.ts';
import { searchFilters, searchInput } from './features/search/searchFilters.ts';
import type { ListFilters } from './routing/listFilters.ts';
import { parseSearch, stringifySearch, type SearchParams } from './routing/searchParams.ts';

const now = new Date(2026, 2, 9, 15, 5);

interface Case {
  read: (search: Record<string, unknown>) => unknown;
  rewritten: (search: SearchParams) => SearchParams;
  query: z.ZodMiniType;
  asked: (search: SearchParams) => unknown;
  /** The changes that remove one active filter each, and what they leave of the address. */
  withoutEach: (search: SearchParams) => SearchParams[];
  activeIn: (search: SearchParams) => number;
  cleared: (search: SearchParams) => SearchParams;
}

/** How a list reads its filters, writes them to its address, and asks the API for them. */
const listOf = <Values>(
  list: ListFilters<Values>,
  query: z.ZodMiniType,
  asked: (filters: Values, now: Date) => unknown = list.asked,
): Case => {
  const after = (search: SearchParams, change: Partial<Values>) => list.address({ ...list.read(search), ...change });
  return {
    read: list.read,
    rewritten: (search) => after(search, {}),
    query,
    asked: (search) => asked(list.read(search), now),
    activeIn: (search) => list.active(list.read(search)).length,
    withoutEach: (search) => list.active(list.read(search)).map(({ change }) => after(search, change)),
    cleared: (search) => after(search, list.cleared),
  };
};

const lists = {
  'documents/documentFilters': listOf(documentFilters, listDocuments.query),
  'events/eventFilters': listOf(eventFilters, listUpcomingEvents.query),
  'news/newsFilters': listOf(newsFilters, listNews.query),
  'notifications/historyFilters': listOf(historyFilters, listNotificationHistory.query),
  'resources/resourceFilters': listOf(resourceFilters, listResources.query),
  // A term that is too short is not searched for.
  'search/searchFilters': listOf(searchFilters, z.optional(searchPortal.query), searchInput),
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

describe.each(Object.entries(lists))('the filters of %s in the address', (_, list) => {
  const { read, rewritten, query, asked, activeIn } = list;
  const anything = fc.dictionary(fc.constantFrom(...parametersOf(read)), values);

  test('always give a valid API query, whatever the address [NEWS-015, DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        expect(z.safeParse(query, asked(parseSearch(stringifySearch(search)))).error?.issues ?? []).toEqual([]);
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

  test('are removed one by one, or all at once [NEWS-015, DOCS-002]', () => {
    fc.assert(
      fc.property(anything, (search) => {
        const address = rewritten(parseSearch(stringifySearch(search)));
        const count = activeIn(address);
        expect(list.withoutEach(address).map(activeIn)).toEqual(Array.from({ length: count }, () => count - 1));
        expect(activeIn(list.cleared(address))).toBe(0);
      }),
    );
  });
});
