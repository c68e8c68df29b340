import { createFeeds, getFeeds, revokeFeeds } from '@portico/contracts/feeds';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';

/**
 * Whether the reader has feed addresses and when they were last used. Refetched on each visit; the caller shows errors
 * in place.
 */
export const feedsQuery = () =>
  queryOptions({
    ...query(getFeeds, {}),
    staleTime: 0,
    throwOnError: false,
  });

/** Creates addresses. The server returns them only once, so they live only in this mutation's `data`. */
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
