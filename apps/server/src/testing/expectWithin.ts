import { expect, TestRunner } from 'vitest';

/**
 * Fails if `elapsedMs` is not below the limit, but only in the step `timed-units`, which has the machine to itself:
 * elsewhere, the result would depend on how busy the machine is. That step runs only tests with the tag `timed`.
 */
export function expectWithin(limitMs: number, elapsedMs: number, what?: string): void {
  const { tags, name } = TestRunner.getCurrentTest()!;
  if (!tags?.includes('timed')) throw new Error(`"${name}" judges time, so it needs the option { tags: 'timed' }`);
  if (process.env['PORTICO_TIMED'] === '1') expect(elapsedMs, what).toBeLessThan(limitMs);
}
