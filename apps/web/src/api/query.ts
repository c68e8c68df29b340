import type { CallInput, CallResult, Endpoint } from '@portico/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Area and path: the beginning of an endpoint's cache keys, to refetch all its calls. No two reads share a path. */
export const keyOf = (endpoint: Endpoint, area = endpoint.path.split('/')[3]) => [area, endpoint.path] as const;

interface KeyOptions {
  /** The area that refreshes the call, for the few that don't follow the area in their path. */
  area?: string;
  /** The version of the item that the answer belongs to. Another version is another call. */
  version?: number;
}

/**
 * The cached call of an endpoint. Its key is the area (the path's first segment after `/api/v1`), the path, the input
 * and the version, so invalidating `[area]` refetches all calls of an area.
 */
export const query = <E extends Endpoint>(endpoint: E, input: CallInput<E>, { area, version }: KeyOptions = {}) =>
  queryOptions({
    queryKey: [...keyOf(endpoint, area), input, version],
    queryFn: ({ signal }): Promise<CallResult<E>> => call(endpoint, input, { signal }),
  });
