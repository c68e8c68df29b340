import { findOwners, getOwnership, listLeftItems } from '@portico/contracts/studio/owners';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const ownershipQuery = (itemId: string) =>
  queryOptions({ ...query(getOwnership, { params: { itemId } }), throwOnError: false });

/** People who may edit the item, or any items without one. */
export const ownersQuery = (text: string, itemId?: string) =>
  queryOptions({
    ...query(findOwners, { query: { text, ...(itemId === undefined ? {} : { itemId }) } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Items of owners who left, which the person may hand over. */
export const leftItemsQuery = (input: { person?: string | undefined; page?: string | undefined }) =>
  queryOptions({
    ...query(listLeftItems, { query: input }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
