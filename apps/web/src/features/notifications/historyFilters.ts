import { choiceFilter, listFilters, pageFilter } from '../../routing/listFilters.ts';

/** The history of notifications in its address. */
export const historyFilters = listFilters({
  state: choiceFilter('state', { all: {}, unread: { state: 'Unread' }, read: { state: 'Read' } } as const),
  page: pageFilter(),
});
export type HistoryState = ReturnType<typeof historyFilters.read>['state'];
