import { ApiError } from '@portico/client/ApiError';
import { describe, expect, test } from 'vitest';
import { isWorthRetrying, retryDelayMs } from './queryCache.ts';

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
