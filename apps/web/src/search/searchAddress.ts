import { MIN_TERM_LENGTH } from '@portico/contracts/search';
import { stringifySearch, type SearchParams } from '../routing/searchParams.ts';

/** The query string of the search page for a term. */
export type SearchOf = (term: string) => SearchParams;

export const searchForTerm: SearchOf = (term) => ({ term });

export const searchHref = (search: SearchParams) => `/search${stringifySearch(search)}`;

/** The trimmed term; undefined while it is too short. Source: spec §5. */
export function searchableTerm(text: string): string | undefined {
  const term = text.trim();
  return [...term].length >= MIN_TERM_LENGTH ? term : undefined;
}
