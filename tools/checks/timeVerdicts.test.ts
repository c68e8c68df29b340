import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';
import { sharesMachine, timeVerdicts, toMs } from './timeVerdicts.ts';

function limitIn(path: string, pattern: RegExp): number {
  const [, literal] = pattern.exec(readText(path)) ?? [];
  if (literal === undefined) throw new Error(`${path} has no limit like ${pattern}`);
  return toMs(literal);
}

const vitest = {
  testMs: limitIn('vitest.config.ts', /const TEST_MS = ([\d_]+)/),
  waitMs: limitIn('vitest.config.ts', /const WAIT_MS = \D*?([\d_]{4,})/),
};
const playwright = {
  testMs: limitIn('e2e/playwright.config.ts', /\btimeout: ([\d_]+),\n {2}expect:/),
  waitMs: limitIn('e2e/playwright.config.ts', /\bexpect: \{ timeout: ([\d_]+) \}/),
};

test('no test that shares the machine judges how long something took or waits less than the common limits [OPS-471]', () => {
  const verdicts = repositoryFiles()
    // Its examples are such places.
    .filter((path) => sharesMachine(path) && path !== 'tools/checks/timeVerdicts.test.ts')
    .flatMap((path) =>
      timeVerdicts(readText(path), path.startsWith('e2e/') ? playwright : vitest).map((found) => `${path}: ${found}`),
    );
  expect(verdicts, 'judge with expectWithin() or in a *.measured.test.ts, and wait as long as others').toEqual([]);
});

test.each([
  ['const begun = performance.now();\nawait work();\nexpect(performance.now() - begun).toBeLessThan(500);'],
  ['const took = Date.now() - begun;\nlog(took);\nexpect(took, path).toBeLessThanOrEqual(2000);'],
  ['waits.push(performance.now() - asked);\nexpect(Math.max(...waits)).toBeLessThan(250);'],
  ['longest = Math.max(longest, performance.now() - asked);\nexpect({ longest }.longest).toBeLessThan(10);'],
  ['expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(2000);'],
  ['await expect.poll(count, { timeout: 5000 }).toBe(2);'],
  ["test('is fast', { timeout: 60_000 }, async () => {});"],
  ["test('is fast', async () => {\n  test.setTimeout(60_000);\n});"],
  ['vi.setConfig({ testTimeout: 40_000 });'],
  ["test('is fast', async () => {\n  await work();\n}, 30_000);"],
  ['await vi.waitFor(() => expect(calls).toHaveLength(1));'],
])('a verdict on time is found: %s [OPS-471]', (text) => {
  expect(timeVerdicts(text, vitest)).toHaveLength(1);
});

test.each([
  ['a lower bound', 'const waited = Date.now() - begun;\nexpect(waited).toBeGreaterThan(1900);'],
  ['the timed step', 'expectWithin(500, performance.now() - begun);'],
  ['a count', 'const begun = performance.now();\nexpect(calls.length).toBeLessThan(3);'],
  ['a generous wait', `await vi.waitFor(() => expect(calls).toHaveLength(1), inject('waitMs'));`],
  ['time left', 'expect(session.expiresAt - Date.now()).toBeLessThanOrEqual(900_000);'],
  ['an old date', 'const old = new Date(Date.now() - DAY_MS);\nexpect(files.length).toBeLessThan(3);'],
  ['an attempt that may fail', 'await close.click({ timeout: 2000 }).catch(() => undefined);'],
  [
    'a repeated attempt',
    `await expect(async () => {
      await button.click({ timeout: 1000 });
      await expect(panel).toBeHidden({ timeout: 1000 });
    }).toPass();`,
  ],
])('what does not depend on the machine is no verdict on time: %s [OPS-471]', (_, text) => {
  expect(timeVerdicts(text, vitest)).toEqual([]);
});

test.each([
  ['apps/server/src/db/pool.test.ts', true],
  ['apps/web/src/features/todo/widget/TodoWidget.test.tsx', true],
  ['e2e/journeys/todo.spec.ts', true],
  ['e2e/journeys/long/zoom.spec.ts', true],
  ['e2e/support/settled.ts', true],
  ['e2e/journeys/measured/slow-connection.spec.ts', false],
  ['bench/overload.measured.test.ts', false],
  ['apps/server/src/crash.long.test.ts', true],
  ['apps/server/src/db/pool.ts', false],
])('the tests of %s share the machine: %s [OPS-471]', (path, expected) => {
  expect(sharesMachine(path)).toBe(expected);
});
