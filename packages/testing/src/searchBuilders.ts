import { searchGroups, type SearchAnswer, type SearchGroup, type SearchResult } from '@portico/contracts/search';
import { fromNow } from './clock.ts';
import { anId } from './builders.ts';

/** Text in segments. Words between asterisks are matches: "A *rollover* in practice". */
export function someMarkedText(text: string): SearchResult['header'] {
  return text
    .split('*')
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** A search result, a news item by default. */
export function aSearchResult(own: Partial<SearchResult> = {}): SearchResult {
  const id = own.id ?? anId();
  return {
    id,
    kind: 'news',
    path: `/news/${id}`,
    header: someMarkedText('Moving a *rollover*'),
    snippet: someMarkedText('How a *rollover* goes to the new custodian.'),
    categories: ['Retirement'],
    department: 'Research',
    publishedAt: fromNow({ days: -3 }),
    startDate: null,
    endDate: null,
    format: null,
    page: null,
    ...own,
  };
}

/** A group with `total` results, containing at most the first five. */
export function aSearchGroup(
  total: number,
  result: (index: number) => SearchResult = () => aSearchResult(),
): SearchGroup {
  return { totalResultCount: total, results: Array.from({ length: Math.min(total, 5) }, (_, index) => result(index)) };
}

/** A search response whose groups are empty by default. */
export function aSearchAnswer(own: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    pinned: [],
    news: aSearchGroup(0),
    pastEvents: aSearchGroup(0),
    resourcePages: aSearchGroup(0),
    upcomingEvents: aSearchGroup(0),
    documents: aSearchGroup(0),
    groupOrder: searchGroups.filter((group) => own[group] !== undefined && own[group].results.length > 0),
    correctedTerm: null,
    proposedTerm: null,
    hasAllWords: true,
    expansions: [],
    suggestions: [],
    ...own,
  };
}
