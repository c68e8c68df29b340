import { MIN_TERM_LENGTH } from '@portico/contracts/search';
import { stringifySearch, type SearchParams } from '../routing/searchParams.ts';

/** What searching for a term puts into the address of the search page. */
export type SearchOf = (term: string) => SearchParams;

export const searchForTerm: SearchOf = (term) => ({ term });

export const searchHref = (search: SearchParams) => `/search${stringifySearch(search)}`;

/** A term as it is searched: without space around it; undefined while it is too short. Source: spec §5. */
export function searchableTerm(text: string): string | undefined {
  const term = text.trim();
  return [...term].length >= MIN_TERM_LENGTH ? term : undefined;
}
