import { expect, test } from 'vitest';
import { runSteps, type Step } from './runSteps.ts';
import type { Counts } from './testReports.ts';

const passed: Counts = { passed: 1, failed: 0, failures: [] };

/** Steps that the test ends explicitly, and the names of those that have started. */
function manualSteps(kinds: Record<string, Omit<Step, 'run'>>) {
  const started: string[] = [];
  const endStep: Record<string, (counts: Counts) => void> = {};
  const steps = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]): [string, Step] => [
      name,
      {
        ...kind,
        run: () => {
          started.push(name);
          return new Promise((end) => (endStep[name] = end));
        },
      },
    ]),
  );
  const end = async (name: string, counts = passed) => {
    endStep[name]!(counts);
    await new Promise((done) => setTimeout(done));
  };
  return { steps, started, end };
}

const run = (steps: Record<string, Step>, lines: string[] = []) =>
  runSteps(steps, {
    parallel: 2,
    signal: new AbortController().signal,
    writeLine: (line) => lines.push(line),
  });

test('with a limit of two, two steps run side by side, and the next one starts when one of them ends', async () => {
  const { steps, started, end } = manualSteps({ types: {}, lint: {}, units: {} });
  const all = run(steps);
  expect(started).toEqual(['types', 'lint']);
  await end('lint');
  expect(started).toEqual(['types', 'lint', 'units']);
  await end('types');
  await end('units');
  expect(await all).toEqual({ passed: 3, failed: 0, failures: [] });
});

test('a step that depends on two others waits for both', async () => {
  const { steps, started, end } = manualSteps({ build: {}, journeys: {}, long: { after: ['build', 'journeys'] } });
  const all = run(steps);
  await end('journeys');
  expect(started).toEqual(['build', 'journeys']);
  await end('build');
  expect(started).toEqual(['build', 'journeys', 'long']);
  await end('long');
  await all;
});

test('a step waits for the step that it depends on, and later steps start first', async () => {
  const { steps, started, end } = manualSteps({ build: {}, journeys: { after: ['build'] }, units: {} });
  const all = run(steps);
  expect(started).toEqual(['build', 'units']);
  await end('build');
  expect(started).toEqual(['build', 'units', 'journeys']);
  await end('journeys');
  await end('units');
  await all;
});

test('a step does not wait for a dependency that is not part of the run', async () => {
  const { steps, started, end } = manualSteps({ journeys: { after: ['build'] } });
  const all = run(steps);
  expect(started).toEqual(['journeys']);
  await end('journeys');
  await all;
});

test('a step that measures runs alone', async () => {
  const { steps, started, end } = manualSteps({ units: {}, bench: { runsAlone: true }, journeys: {} });
  const all = run(steps);
  expect(started).toEqual(['units']);
  await end('units');
  expect(started).toEqual(['units', 'bench']);
  await end('bench');
  expect(started).toEqual(['units', 'bench', 'journeys']);
  await end('journeys');
  await all;
});

test('the other steps still run after a failed one, and the last line has the totals', async () => {
  const lines: string[] = [];
  const total = await run(
    {
      lint: { run: () => Promise.reject(new Error('oxlint is not installed')) },
      units: { run: () => Promise.resolve({ passed: 7, failed: 1, failures: ['a.test.ts › adds'] }) },
    },
    lines,
  );
  expect(total).toEqual({
    passed: 7,
    failed: 2,
    failures: ['lint: oxlint is not installed', 'units: a.test.ts › adds'],
  });
  expect(lines.at(-1)).toBe('7 passed, 2 failed');
});

test('each line of a step begins with the name of the step', async () => {
  const lines: string[] = [];
  const step = (text: string): Step => ({
    run: (writeLine) => {
      writeLine(text);
      return Promise.resolve(passed);
    },
  });
  await run({ lint: step('No problems'), components: step('50 files') }, lines);
  expect(lines).toContain('lint       │ No problems');
  expect(lines).toContain('components │ 50 files');
});
