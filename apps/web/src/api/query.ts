import type { CallInput, CallResult, Endpoint } from '@portico/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/**
 * The cached call of an endpoint. Its key is the area (the path's first segment after the version), the endpoint and
 * the input, so invalidating `[area]` refetches all calls of an area.
 */
export const query = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions({
    queryKey: [endpoint.path.split('/')[3], `${endpoint.method} ${endpoint.path}`, input],
    queryFn: ({ signal }): Promise<CallResult<E>> => call(endpoint, input, { signal }),
  });
