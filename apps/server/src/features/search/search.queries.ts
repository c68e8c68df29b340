import {
  MIN_TERM_LENGTH,
  SEARCH_PAGE_SIZE,
  searchGroups,
  type SearchAnswer,
  type SearchGroupName,
  type SearchQuery,
  type SearchResult,
  type SearchScope,
  type SearchSuggestions,
} from '@portico/contracts/search';
import { toWire } from '@portico/kinds/items/event/wire';
import { PortalError } from '../../errors.ts';
import type { Excerpt } from '../../search/excerpts.ts';
import type { FoundItem } from '../../search/ranking/rankItems.ts';
import { searchContent } from '../../search/searchContent.ts';
import type { SearchConnections } from '../../search/searchTransaction.ts';
import { suggestContent } from '../../search/suggestions.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { LaunchAddresses } from '../../content/applicationAccess.ts';
import { findDestinations } from './destinations.queries.ts';
import { findPinned } from './findPinned.ts';
import type { Db } from '../../db/pool.ts';
import { normalizeWords } from '../../search/index/tokens.ts';

const MAX_SUGGESTED_DESTINATIONS = 4;

const groupsInScope: Record<SearchScope, readonly SearchGroupName[]> = {
  All: searchGroups,
  News: ['news'],
  Events: ['upcomingEvents', 'pastEvents'],
  Resources: ['resourcePages'],
  Documents: ['documents'],
};

const pathByKind: Record<FoundItem['kind'], (item: FoundItem) => string> = {
  news: ({ id }) => `/news/${id}`,
  event: ({ id }) => `/events/${id}`,
  resource: ({ id }) => `/resources/${id}`,
  page: ({ path }) => path ?? '/',
  // A document opens in a preview over the list of documents.
  document: ({ id }) => `/documents?preview=${id}`,
};

/**
 * The search results of a reader, in groups with their totals. Throws `unavailable` when a statement takes longer than
 * it may, and `invalid_input` for a term that is too short.
 */
export async function searchItems(
  connections: SearchConnections,
  reader: Reader,
  query: SearchQuery,
): Promise<SearchAnswer> {
  if (!(await isSearchable(connections.db, query.term)))
    throw new PortalError('invalid_input', `A term needs at least ${MIN_TERM_LENGTH} letters.`);
  const inScope = groupsInScope[query.scope ?? 'All'];
  const { items, totals, ...about } = await searchContent(connections, reader, {
    term: query.term,
    isExact: query.exact === 'true',
    groups: query.group ? inScope.filter((group) => group === query.group) : inScope,
    offset: query.offset ?? 0,
    pageSize: query.pageSize ?? SEARCH_PAGE_SIZE,
    sort: query.sort ?? 'Relevance',
    filters: query,
  });
  const pinned = isNarrowed(query)
    ? []
    : await findPinned(connections.db, reader, [
        query.term,
        ...(about.correctedTerm === null ? [] : [about.correctedTerm]),
      ]);
  const resultsIn = (name: SearchGroupName) => ({
    results: items.filter(({ item }) => item.group === name).map(({ item, excerpt }) => toResult(item, excerpt)),
    totalResultCount: totals[name] ?? 0,
  });
  return {
    pinned: pinned.map(toPinnedResult),
    news: resultsIn('news'),
    pastEvents: resultsIn('pastEvents'),
    resourcePages: resultsIn('resourcePages'),
    upcomingEvents: resultsIn('upcomingEvents'),
    documents: resultsIn('documents'),
    groupOrder: about.groupOrder,
    correctedTerm: about.correctedTerm,
    proposedTerm: about.proposedTerm,
    hasAllWords: about.hasAllWords,
    expansions: about.expansions,
    suggestions: about.suggestions,
  };
}

/** Suggestions while a term is typed. Throws `unavailable` when a statement takes longer than it may. */
export async function suggestTerms(
  connections: SearchConnections,
  reader: Reader,
  { term, launchAddresses }: { term: string; launchAddresses: LaunchAddresses },
): Promise<SearchSuggestions> {
  const [{ abbreviations, categories, titles }, destinations] = await Promise.all([
    suggestContent(connections, reader, term),
    findDestinations(connections.db, reader, term, launchAddresses),
  ]);
  return {
    abbreviations,
    categories,
    destinations: destinations.slice(0, MAX_SUGGESTED_DESTINATIONS),
    titles: titles.map(({ item, header }) =>
      toResult(item, { header, snippet: [{ text: item.text, isMatch: false }] }),
    ),
  };
}

/** Whether a search asks for less than everything about its term. */
export const isNarrowed = ({
  scope = 'All',
  group,
  offset = 0,
  from,
  to,
  category,
  department,
}: SearchQuery): boolean =>
  scope !== 'All' ||
  offset > 0 ||
  [group, from, to].some((filter) => filter !== undefined) ||
  [category, department].some((filter) => filter !== undefined && filter.length > 0);

/** A pinned item as a result, with its description instead of an excerpt. */
export const toPinnedResult = (item: FoundItem): SearchResult => {
  const unmarked = (text: string) => (text === '' ? [] : [{ text, isMatch: false }]);
  return toResult(item, { header: unmarked(item.header), snippet: unmarked(item.text) });
};

function toResult(item: FoundItem, { header, snippet }: Pick<Excerpt, 'header' | 'snippet'>): SearchResult {
  return {
    id: item.id,
    kind: item.kind,
    path: pathByKind[item.kind](item),
    header,
    snippet,
    categories: item.categories,
    department: item.department,
    publishedAt: item.publishedAt,
    ...toWire(item),
    format: item.format,
    page: item.page,
  };
}

/**
 * Whether a term is long enough, or short but a name: with a digit, such as W-9 and 529, or a known abbreviation.
 * Source: spec §5.
 */
export async function isSearchable(db: Db, term: string): Promise<boolean> {
  if ([...term].length >= MIN_TERM_LENGTH) return true;
  const words = normalizeWords(term);
  if (/\d/.test(words)) return true;
  const known = await db
    .selectFrom('search_abbreviations')
    .select('id')
    .where('abbreviation_words', '=', words)
    .executeTakeFirst();
  return known !== undefined;
}
