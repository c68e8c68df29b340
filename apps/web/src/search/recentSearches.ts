import { readPersonal, writePersonal } from '../sign-in/personalStorage.ts';

const NAME = 'recent-searches';
const MAX_RECENT = 6;

/** Terms this user searched for in this browser, latest first. */
export function readRecentSearches(): string[] {
  const searches = readPersonal(NAME);
  return Array.isArray(searches)
    ? searches.filter((term): term is string => typeof term === 'string').slice(0, MAX_RECENT)
    : [];
}

/** Moves a term to the front; terms that differ only in case are the same. */
export function addRecentSearch(term: string): void {
  writePersonal(NAME, [term, ...without(term)].slice(0, MAX_RECENT));
}

export function removeRecentSearch(term: string): void {
  writePersonal(NAME, without(term));
}

export function clearRecentSearches(): void {
  writePersonal(NAME, []);
}

const without = (term: string) => readRecentSearches().filter((other) => other.toLowerCase() !== term.toLowerCase());
