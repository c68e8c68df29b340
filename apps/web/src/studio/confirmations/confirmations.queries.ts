import type { CallInput } from '@portico/contracts/endpoint';
import { countReminded, getAskedItem, listAskedItems, listAskedPeople } from '@portico/contracts/studio/confirmations';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** People confirm while the list is open. */
const REFRESH_MS = 15_000;

export type AskedItemsQuery = CallInput<typeof listAskedItems>['query'];
export type AskedPeopleQuery = CallInput<typeof listAskedPeople>['query'];

export const askedItemsQuery = (input: AskedItemsQuery) =>
  queryOptions({ ...query(listAskedItems, { query: input }), placeholderData: keepPreviousData });

export const askedItemQuery = (itemId: string) =>
  queryOptions({ ...query(getAskedItem, { params: { itemId } }), refetchInterval: REFRESH_MS });

/** How the sections of the last saved version differ from the published one, and whom each change would ask again. */
export const sectionChangesQuery = (itemId: string, sequence: number) =>
  queryOptions({
    ...query(listSectionChanges, { params: { itemId } }, { version: sequence }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    throwOnError: false,
  });

export const askedPeopleQuery = (itemId: string, input: AskedPeopleQuery) =>
  queryOptions({
    ...query(listAskedPeople, { params: { itemId }, query: input }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const remindedQuery = (itemId: string) =>
  queryOptions({ ...query(countReminded, { params: { itemId } }), throwOnError: false });
