import { ApiError } from '@portico/client/ApiError';
import { reloadOutdated } from '@portico/sidebar/reloadOutdated';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 60_000;
const KEPT_MS = 30 * 60_000;
const MAX_RETRIES = 3;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/**
 * The cache of server data. Network and server failures are retried with exponential backoff and jitter; rejected
 * calls are not. An error reaches the page's boundary only when there is no older data to show.
 */
export function createQueryCache(): QueryClient {
  return reloadOutdated(
    new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: FRESH_MS,
          gcTime: KEPT_MS,
          networkMode: 'always',
          retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
          retryDelay: (failures) => retryDelayMs(failures),
          throwOnError: (_, query) => query.state.data === undefined,
        },
        // A user's action fails immediately when offline instead of running some time later.
        mutations: { networkMode: 'always' },
      },
    }),
  );
}

/** True if a retry may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

/** Half fixed, half random, so that a thousand browsers don't all retry at once. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest / 2 + random() * (longest / 2);
}
