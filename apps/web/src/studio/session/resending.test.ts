import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createResending } from './resending.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Calls that are answered with their number, each after the next of these milliseconds; negative ones fail then. */
function callsOf(...delays: number[]) {
  const sent: number[] = [];
  const start = performance.now();
  const resend = createResending<void, number>(
    () =>
      new Promise((resolve, reject) => {
        const number = sent.push(performance.now() - start);
        const ms = delays[number - 1] ?? 100;
        setTimeout(() => (ms < 0 ? reject(new Error('lost')) : resolve(number)), Math.abs(ms));
      }),
  );
  return { sent, resend };
}

const settled = async <Value>(promise: Promise<Value>, ms = 60_000) => {
  const outcome = promise.catch(() => 'lost' as const);
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
};

test('a call whose answer is late is sent once more, and the first answer counts [COWRITE-045]', async () => {
  const { sent, resend } = callsOf(100, 5000, 100);
  expect(await settled(resend(), 100)).toBe(1);
  expect(await settled(resend(), 500)).toBe(3);
  expect(sent).toEqual([0, 100, 500]);
});

test('a call fails once all that were sent have failed, at once if it was the only one [COWRITE-045]', async () => {
  const alone = callsOf(100, -100);
  await settled(alone.resend(), 100);
  expect(await settled(alone.resend(), 100)).toBe('lost');
  expect(alone.sent).toHaveLength(2);
  const { sent, resend } = callsOf(100, -2000, -100);
  await settled(resend(), 100);
  expect(await settled(resend(), 2000)).toBe('lost');
  expect(sent).toEqual([0, 100, 500]);
});

test('a server that gets slow has at most a tenth more calls, and slow connections have none more [COWRITE-045]', async () => {
  const { sent, resend } = callsOf(...Array<number>(5).fill(50), ...Array<number>(300).fill(3000));
  for (let count = 0; count < 200; count += 1) await settled(resend(), 3000);
  expect(sent.length).toBeLessThanOrEqual(220);
  const steady = callsOf(...Array<number>(100).fill(900));
  for (let count = 0; count < 100; count += 1) await settled(steady.resend(), 900);
  expect(steady.sent).toHaveLength(100);
});
