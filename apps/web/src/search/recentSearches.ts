import { readPersonal, writePersonal } from '../sign-in/personalStorage.ts';

const NAME = 'recent-searches';
const MAX_RECENT = 6;

/** Terms that this person searched for in this browser, the last one first. */
export function readRecentSearches(): string[] {
  const kept = readPersonal(NAME);
  return Array.isArray(kept)
    ? kept.filter((term): term is string => typeof term === 'string').slice(0, MAX_RECENT)
    : [];
}

/** Puts a term first; a term that differs only in letter case is the same. */
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
