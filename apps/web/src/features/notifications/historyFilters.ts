import { readPage } from '../../routing/listAddress.ts';
import { valuesOf, type SearchParams } from '../../routing/searchParams.ts';

export const historyStates = ['all', 'unread', 'read'] as const;
export type HistoryState = (typeof historyStates)[number];

/** What the address of the history says. */
export interface HistoryFilters {
  state: HistoryState;
  page: number;
}

/** Whatever is missing or makes no sense counts as not said. */
export function readHistoryFilters(search: Record<string, unknown>): HistoryFilters {
  const [asked] = valuesOf(search, 'state');
  return { state: historyStates.find((state) => state === asked) ?? 'all', page: readPage(search) };
}

/** The address for these filters; what is as usual is left out. */
export function historySearch({ state, page }: HistoryFilters): SearchParams {
  return { ...(state === 'all' ? {} : { state }), ...(page > 1 ? { page: String(page) } : {}) };
}
