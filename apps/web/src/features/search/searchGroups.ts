import type { SearchAnswer, SearchGroupName, SearchScope } from '@portico/contracts/search';
import type { TextKey } from '../../locale/text.ts';

/**
 * Groups in the order of the tabs, and of results that fit equally well, each with its scope. Source: READINGS, pages.
 */
export const groupsOnPage: readonly { name: SearchGroupName; title: TextKey; scope: Exclude<SearchScope, 'All'> }[] = [
  { name: 'resourcePages', title: 'shared.resourcesTitle', scope: 'Resources' },
  { name: 'documents', title: 'shared.documentsTitle', scope: 'Documents' },
  { name: 'news', title: 'news.title', scope: 'News' },
  { name: 'upcomingEvents', title: 'search.upcomingEvents', scope: 'Events' },
  { name: 'pastEvents', title: 'search.pastEvents', scope: 'Events' },
];

/**
 * The groups, the one first whose best result has the largest part of its title in the term. The answer has results by
 * rank inside a group only.
 */
export function bestFirst(answer: SearchAnswer): typeof groupsOnPage {
  const fit = (name: SearchGroupName) => {
    const pieces = answer[name].results[0]?.header ?? [];
    const letters = (all: typeof pieces) => all.reduce((sum, { text }) => sum + text.trim().length, 0);
    return letters(pieces.filter(({ isMatch }) => isMatch)) / Math.max(1, letters(pieces));
  };
  return groupsOnPage.toSorted((a, b) => fit(b.name) - fit(a.name));
}
