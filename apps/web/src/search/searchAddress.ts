import { MIN_NAME_LENGTH, MIN_TERM_LENGTH } from '@portico/contracts/search';
import { cleanText } from '@portico/kinds/typedText';
import { stringifySearch, type SearchParams } from '../routing/searchParams.ts';

/** The most letters of the words to find in a document, in its address. */
export const MAX_FIND_LENGTH = 100;

/** The query string of the search page for a term. */
export type SearchOf = (term: string) => SearchParams;

export const searchForTerm: SearchOf = (term) => ({ term });

export const searchHref = (search: SearchParams) => `/search${stringifySearch(search)}`;

/**
 * The trimmed term; undefined while it is too short. The name of a form or rule, such as W-9, may be shorter. Source:
 * spec §5.
 */
export function searchableTerm(text: string): string | undefined {
  const term = cleanText(text);
  const minLength = /\d/.test(term) ? MIN_NAME_LENGTH : MIN_TERM_LENGTH;
  return [...term].length >= minLength ? term : undefined;
}
