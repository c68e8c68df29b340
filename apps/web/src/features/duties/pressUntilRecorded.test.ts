import { ApiError } from '@portico/client/ApiError';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACTING_FOR_KEY } from '../../sign-in/actingFor.ts';
import { pressUntilRecorded } from './pressUntilRecorded.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const busy = (retryAfter?: number) => new ApiError({ status: 503, code: 'unavailable', detail: 'Busy.', retryAfter });

/** Presses, with these failures before it succeeds. */
function setup(failures: ApiError[], random = 0) {
  const press = vi.fn<() => Promise<string>>();
  for (const failure of failures) press.mockRejectedValueOnce(failure);
  press.mockResolvedValue('recorded');
  const onWait = vi.fn<() => void>();
  const result = pressUntilRecorded(press, { onWait, random: () => random });
  result.catch(() => undefined);
  return { press, onWait, result, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('a press is repeated after the time for which the portal asks, or a second [DUTY-091]', async () => {
  const { press, onWait, result, wait } = setup([busy(3), busy()]);
  await wait(2999);
  expect([press.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 1]);
  await wait(1);
  expect([press.mock.calls.length, onWait.mock.calls.length]).toEqual([2, 2]);
  await wait(999);
  expect(press).toHaveBeenCalledTimes(2);
  await wait(1);
  expect(await result).toBe('recorded');
  expect(press).toHaveBeenCalledTimes(3);
});

test('those who are refused together come back at different times [DUTY-091]', async () => {
  const { press, wait } = setup([busy(2)], 0.5);
  await wait(2999);
  expect(press).toHaveBeenCalledTimes(1);
  await wait(1);
  expect(press).toHaveBeenCalledTimes(2);
});

test('a press ends with the last failure after 90 seconds [DUTY-091]', async () => {
  const { press, result, wait } = setup(Array.from({ length: 20 }, () => busy(10)));
  await wait(100_000);
  await expect(result).rejects.toMatchObject({ status: 503 });
  // At 0, 10, … 90 seconds.
  expect(press).toHaveBeenCalledTimes(10);
});

test('a portal that asks for a longer wait, as while it is read-only, gets no second press [DUTY-091]', async () => {
  const { press, onWait, result } = setup([busy(91)]);
  await expect(result).rejects.toMatchObject({ status: 503 });
  expect([press.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 0]);
});

test('other failures are not repeated [DUTY-091]', async () => {
  const { press, result } = setup([new ApiError({ status: 409, code: 'conflict', detail: 'A newer version.' })]);
  await expect(result).rejects.toMatchObject({ code: 'conflict' });
  expect(press).toHaveBeenCalledTimes(1);
});

test('a press is not repeated for somebody else [DUTY-091]', async () => {
  const { press, result, wait } = setup([busy(1)]);
  await wait(500);
  sessionStorage.setItem(ACTING_FOR_KEY, '6f9b1d4e-0000-4000-8000-0000000000c1');
  await wait(500);
  await expect(result).rejects.toMatchObject({ status: 503 });
  expect(press).toHaveBeenCalledTimes(1);
});
