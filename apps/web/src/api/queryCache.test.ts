import { waitFor } from '@testing-library/react';
import { ApiError } from '@portico/client/ApiError';
import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryCache, isWorthRetrying, retryDelayMs } from './queryCache.ts';

const failure = (status: number, code: ConstructorParameters<typeof ApiError>[0]['code'] = 'internal') =>
  new ApiError({ status, code, detail: '' });

describe('a failed call', () => {
  test('is retried when the connection or the server failed, not when the server rejected it', () => {
    expect(
      [
        failure(0, 'network'),
        failure(0, 'timeout'),
        failure(500),
        failure(503, 'unavailable'),
        failure(429, 'too_many_requests'),
      ].map(isWorthRetrying),
    ).toEqual([true, true, true, true, true]);
    expect(
      [failure(400), failure(401), failure(403), failure(404), failure(409), new Error('a bug')].map(isWorthRetrying),
    ).toEqual([false, false, false, false, false, false]);
  });

  test('is retried with exponential backoff and jitter, after at most 15 seconds', () => {
    expect([0, 1, 2, 3].map((failures) => retryDelayMs(failures, () => 1))).toEqual([500, 1000, 2000, 4000]);
    expect(retryDelayMs(2, () => 0)).toBe(1000);
    expect(retryDelayMs(30, () => 1)).toBe(15_000);
  });
});

describe('a query that is invalidated while it loads for the first time', () => {
  const queryKey = ['news', 'list'];

  /** A page that shows a query, whose calls end when the test says so. */
  function show() {
    const calls: Array<PromiseWithResolvers<string>> = [];
    const queryFn = vi.fn<() => Promise<string>>(() => {
      const call = Promise.withResolvers<string>();
      calls.push(call);
      return call.promise;
    });
    const cache = createQueryCache();
    onTestFinished(new QueryObserver(cache, { queryKey, queryFn, retry: false }).subscribe(() => undefined));
    return { cache, queryFn, calls, shown: () => cache.getQueryData(queryKey) };
  }

  test('shows its response, and loads once more, however often it was invalidated [COWRITE-024]', async () => {
    const { cache, queryFn, calls, shown } = show();
    void cache.invalidateQueries({ queryKey });
    void cache.invalidateQueries({ queryKey: ['news'] });
    calls[0]!.resolve('old');
    await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
    expect(shown()).toBe('old');
    calls[1]!.resolve('new');
    await waitFor(() => expect(shown()).toBe('new'));
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  test('loads only once if another query was meant [COWRITE-024]', async () => {
    const { cache, queryFn, calls, shown } = show();
    void cache.invalidateQueries({ queryKey: ['events'] });
    calls[0]!.resolve('old');
    await waitFor(() => expect(shown()).toBe('old'));
    await cache.invalidateQueries({ queryKey: ['events'] });
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  test('does not load again if that load fails [COWRITE-024]', async () => {
    const { cache, queryFn, calls } = show();
    void cache.invalidateQueries({ queryKey });
    calls[0]!.reject(new Error('refused'));
    await waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'));
    await cache.invalidateQueries({ queryKey: ['events'] });
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});
