import { expect } from 'vitest';

/**
 * Fails if `elapsedMs` is not below the limit, but only in the step `timed-units`, which has the machine to itself:
 * elsewhere, the result would depend on how busy the machine is.
 */
export function expectWithin(limitMs: number, elapsedMs: number, what?: string): void {
  if (process.env['PORTICO_TIMED'] === '1') expect(elapsedMs, what).toBeLessThan(limitMs);
}
