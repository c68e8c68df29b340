import { expect, test, vi } from 'vitest';
import { expectWithin } from './expectWithin.ts';

test('a test that judges elapsed time without the tag that the timed step selects fails and says what is missing [OPS-471]', () => {
  expect(() => expectWithin(500, 0)).toThrow("judges time, so it needs the option { tags: 'timed' }");
});

test('elapsed time is judged only in the timed step [OPS-471]', { tags: 'timed' }, () => {
  vi.stubEnv('PORTICO_TIMED', '0');
  expectWithin(500, 600);
  vi.stubEnv('PORTICO_TIMED', '1');
  expectWithin(500, 400);
  expect(() => expectWithin(500, 600)).toThrow('less than 500');
  vi.unstubAllEnvs();
});
