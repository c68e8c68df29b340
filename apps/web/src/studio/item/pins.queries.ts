import { findPinnableItems } from '@portico/contracts/studio/pickers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** What the pinned items are called. The titles stay while pins are added and moved. */
export const pinnedItemsQuery = (ids: readonly string[]) =>
  queryOptions({
    ...query(findPinnableItems, { query: { id: [...ids].sort() } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** News and events that readers see now, by words of their title. */
export const pinChoicesQuery = (text: string) =>
  queryOptions({ ...query(findPinnableItems, { query: { text } }), enabled: text !== '', throwOnError: false });
