import type { SearchGroupName, SearchScope } from '@portico/contracts/search';
import type { TextKey } from '../../locale/text.ts';

/** Groups in page order, each with its scope. Source: READINGS, pages. */
export const groupsOnPage: readonly { name: SearchGroupName; title: TextKey; scope: Exclude<SearchScope, 'All'> }[] = [
  { name: 'resourcePages', title: 'shared.resourcesTitle', scope: 'Resources' },
  { name: 'documents', title: 'shared.documentsTitle', scope: 'Documents' },
  { name: 'news', title: 'news.title', scope: 'News' },
  { name: 'upcomingEvents', title: 'search.upcomingEvents', scope: 'Events' },
  { name: 'pastEvents', title: 'search.pastEvents', scope: 'Events' },
];
