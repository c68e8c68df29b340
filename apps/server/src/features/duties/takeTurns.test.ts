import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeTurns } from './takeTurns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMITS = { atOnce: 2, maxWaiting: 3, maxWaitMs: 1000 };

/** Starts work that ends when `end` is called with its name. */
function setup() {
  const inTurn = takeTurns(LIMITS);
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const start = (name: string) => {
    const result = inTurn(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
    });
    result.catch(() => undefined);
    return result;
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return {
    begun,
    start,
    settled,
    end: async (name: string, error?: Error) => {
      if (error) ends.get(name)!.reject(error);
      else ends.get(name)!.resolve(name);
      await settled();
    },
  };
}

test('a few run at a time, and the others follow in the order in which they came [DUTY-090]', async () => {
  const { begun, start, settled, end } = setup();
  const results = ['a', 'b', 'c', 'd', 'e'].map(start);
  await settled();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a', new Error('It failed.'));
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd', 'e']) await end(name);
  await expect(results[0]).rejects.toThrow('It failed.');
  expect(await Promise.all(results.slice(1))).toEqual(['b', 'c', 'd', 'e']);
  // All turns are free again.
  const later = ['f', 'g', 'h'].map(start);
  await settled();
  expect(begun.slice(5)).toEqual(['f', 'g']);
  for (const name of ['f', 'g', 'h']) await end(name);
  expect(await Promise.all(later)).toEqual(['f', 'g', 'h']);
});

test('the last that may wait waits, and the one after it is refused at once [DUTY-090]', async () => {
  const { begun, start, settled, end } = setup();
  const admitted = ['a', 'b', 'c', 'd', 'e'].map(start);
  await expect(start('f')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await end(name);
  expect(await Promise.all(admitted)).toHaveLength(5);
  await settled();
  expect(begun).not.toContain('f');
});

test('work that waits for too long is refused and never begins; the others keep their turns [DUTY-090]', async () => {
  const { begun, start, end } = setup();
  const first = start('a');
  const second = start('b');
  const late = start('late');
  await vi.advanceTimersByTimeAsync(999);
  const patient = start('patient');
  await vi.advanceTimersByTimeAsync(1);
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  await end('a');
  await end('b');
  await end('patient');
  expect(await Promise.all([first, second, patient])).toEqual(['a', 'b', 'patient']);
  expect(begun).toEqual(['a', 'b', 'patient']);
});
