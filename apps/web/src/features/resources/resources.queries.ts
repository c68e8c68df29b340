import type { CallInput } from '@portico/contracts/endpoint';
import { getResource, listResources, previewResource } from '@portico/contracts/resources';
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

/** The draft, refetched on each visit because it may have changed. */
export const resourcePreviewQuery = (resourceId: string) =>
  queryOptions({
    queryKey: ['resources', resourceId, 'preview'],
    queryFn: ({ signal }) => call(previewResource, { params: { resourceId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
