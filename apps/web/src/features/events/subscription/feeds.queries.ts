import { createFeeds, getFeeds, revokeFeeds } from '@portico/contracts/feeds';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Whether there are addresses, and when they were read last: asked anew each time somebody looks. Its failure shows where it is asked for, not in place of the page. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: ['feeds'],
    queryFn: ({ signal }) => call(getFeeds, {}, { signal }),
    staleTime: 0,
    throwOnError: false,
  });

/** Makes new addresses, which nobody tells again: they live as long as `data` of this mutation. */
export function useCreateFeeds() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(createFeeds, {}),
    gcTime: 0,
    onSuccess: () => cache.invalidateQueries({ queryKey: feedsQuery().queryKey }),
  });
}

export function useRevokeFeeds() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(revokeFeeds, {}),
    onSuccess: () => cache.setQueryData(feedsQuery().queryKey, { createdAt: null, lastReadAt: null }),
  });
}
