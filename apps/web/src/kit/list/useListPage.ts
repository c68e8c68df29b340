import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListFilters } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';

/** The filters in the address of a list page, and how to change them. */
export interface ListPage<Values> {
  filters: Values;
  /** The same time for the whole visit; otherwise "the last 30 days" would be a new query on each render. */
  now: Date;
  /** Opens the first page, unless the change names one. `replace` replaces the history entry. */
  change: (changed: Partial<Values>, replace?: boolean) => void;
  hrefOf: (page: number) => string;
}

export function useListPage<Values extends object>(list: ListFilters<Values>, path: string): ListPage<Values> {
  const filters = list.read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  return {
    filters,
    now,
    change: (changed, replace = false) =>
      void navigate({
        to: path,
        search: list.address({ ...filters, page: 1, ...changed }),
        resetScroll: false,
        replace,
      }),
    hrefOf: (page) => path + stringifySearch(list.address({ ...filters, page })),
  };
}
