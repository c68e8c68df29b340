import { expect } from 'vitest';

/**
 * Fails if `elapsedMs` is not below the limit. Only the step `timed-units`, which has the machine to itself, judges;
 * elsewhere, a busy or slow machine would decide.
 */
export function expectWithin(limitMs: number, elapsedMs: number, what?: string): void {
  if (process.env['PORTICO_TIMED'] === '1') expect(elapsedMs, what).toBeLessThan(limitMs);
}
