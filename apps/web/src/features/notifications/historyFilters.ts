import { readPage } from '../../routing/listAddress.ts';
import { valuesOf, type SearchParams } from '../../routing/searchParams.ts';

export const historyStates = ['all', 'unread', 'read'] as const;
export type HistoryState = (typeof historyStates)[number];

/** The filters in the history's address. */
export interface HistoryFilters {
  state: HistoryState;
  page: number;
}

/** Reads filters from the address, with defaults for missing or invalid values. */
export function readHistoryFilters(search: Record<string, unknown>): HistoryFilters {
  const [requested] = valuesOf(search, 'state');
  return { state: historyStates.find((state) => state === requested) ?? 'all', page: readPage(search) };
}

/** Search parameters for these filters, without default values. */
export function historySearch({ state, page }: HistoryFilters): SearchParams {
  return { ...(state === 'all' ? {} : { state }), ...(page > 1 ? { page: String(page) } : {}) };
}
