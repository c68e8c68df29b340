import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareRuns } from './shareRuns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read whose runs end when the test says so. Each returns its number. */
function manualRead() {
  const runs: Array<PromiseWithResolvers<number>> = [];
  const read = vi.fn<() => Promise<number>>(() => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  return { read, end: (number: number) => runs[number - 1]!.resolve(number), runs };
}

const moment = () => vi.advanceTimersByTimeAsync(0);

test('those who ask during a run share the next one, so that no answer is older than its question [COWRITE-023]', async () => {
  const { read, end } = manualRead();
  const ask = shareRuns(read);
  const [first, alsoFirst] = [ask(), ask()];
  await moment();
  expect(read).toHaveBeenCalledTimes(1);
  const later = [ask(), ask(), ask()];
  await moment();
  expect(read).toHaveBeenCalledTimes(1);
  end(1);
  expect(await Promise.all([first, alsoFirst])).toEqual([1, 1]);
  await moment();
  const latest = ask();
  end(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await moment();
  end(3);
  expect(await latest).toBe(3);
  expect(read).toHaveBeenCalledTimes(3);
});

test('a run that fails fails for those who share it, and no other [COWRITE-023]', async () => {
  const { read, end, runs } = manualRead();
  const ask = shareRuns(read);
  const [one, other] = [ask(), ask()];
  await moment();
  const next = ask();
  runs[0]!.reject(new Error('The connection is closed.'));
  await expect(one).rejects.toThrow('closed');
  await expect(other).rejects.toThrow('closed');
  await moment();
  end(2);
  expect(await next).toBe(2);
});

test('a run that does not answer holds up the next one for a tenth of a second [COWRITE-023]', async () => {
  const { read, end } = manualRead();
  const ask = shareRuns(read);
  void ask();
  await moment();
  const next = ask();
  await vi.advanceTimersByTimeAsync(99);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  end(2);
  expect(await next).toBe(2);
});
