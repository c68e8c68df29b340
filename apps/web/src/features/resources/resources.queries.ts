import type { CallInput } from '@portico/contracts/endpoint';
import { getResource, listResources } from '@portico/contracts/resources';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type ResourcesInput = CallInput<typeof listResources>['query'];

/** One page of resources. The previous page stays visible while another one loads. */
export const resourcesQuery = (input: ResourcesInput) =>
  queryOptions({
    ...query(listResources, { query: input }),
    placeholderData: keepPreviousData,
  });

export const resourceQuery = (resourceId: string) => query(getResource, { params: { resourceId } });
