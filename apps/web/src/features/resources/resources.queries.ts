import type { CallInput } from '@portico/contracts/endpoint';
import { getResource, listResources } from '@portico/contracts/resources';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type ResourcesInput = CallInput<typeof listResources>['query'];

/** One page of resources. The previous page stays visible while another one loads. */
export const resourcesQuery = (query: ResourcesInput) =>
  queryOptions({
    queryKey: ['resources', 'list', query],
    queryFn: ({ signal }) => call(listResources, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const resourceQuery = (resourceId: string) =>
  queryOptions({
    queryKey: ['resources', resourceId],
    queryFn: ({ signal }) => call(getResource, { params: { resourceId } }, { signal }),
  });
