import type { SearchAnswer, SearchGroupName, SearchScope } from '@portico/contracts/search';
import type { TextKey } from '../../locale/text.ts';

/**
 * Groups with their scopes in the order of the tabs, which is also the order of groups that match equally well. Source:
 * READINGS, pages.
 */
export const groupsOnPage: readonly { name: SearchGroupName; title: TextKey; scope: Exclude<SearchScope, 'All'> }[] = [
  { name: 'resourcePages', title: 'shared.resourcesTitle', scope: 'Resources' },
  { name: 'documents', title: 'shared.documentsTitle', scope: 'Documents' },
  { name: 'news', title: 'news.title', scope: 'News' },
  { name: 'upcomingEvents', title: 'search.upcomingEvents', scope: 'Events' },
  { name: 'pastEvents', title: 'search.pastEvents', scope: 'Events' },
];

/**
 * The groups, ordered by how much of their best result's title matches the term. The response ranks results only within
 * a group. Past events come last, because nobody can attend them, unless the term is the whole title of one.
 */
export function bestFirst(answer: SearchAnswer): typeof groupsOnPage {
  const fit = (name: SearchGroupName) => {
    const pieces = answer[name].results[0]?.header ?? [];
    const letters = (all: typeof pieces) => all.reduce((sum, { text }) => sum + text.trim().length, 0);
    return letters(pieces.filter(({ isMatch }) => isMatch)) / Math.max(1, letters(pieces));
  };
  const rank = (name: SearchGroupName) => (name === 'pastEvents' && fit(name) < 1 ? -1 : fit(name));
  return groupsOnPage.toSorted((a, b) => rank(b.name) - rank(a.name));
}
