import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts } from './testReports.ts';

export type WriteLine = (line: string) => void;

export interface Step {
  run(writeLine: WriteLine): Promise<Counts>;
  /** Names of steps that must end before this one starts. */
  after?: readonly string[];
  /** Whether it measures time or memory, so that no other step may run at the same time. */
  runsAlone?: boolean;
}

interface Options {
  /** Maximum number of steps that run at the same time. */
  parallel: number;
  signal: AbortSignal;
  writeLine?: WriteLine;
}

/**
 * Runs all steps in order, several at a time, and continues when one fails. Lines of steps that run in parallel begin
 * with the step's name. Returns the totals and prints a line for each step, every failed test, and at the end `N
 * passed, N failed`.
 */
export async function runSteps(
  steps: Record<string, Step>,
  { parallel, signal, writeLine = console.log }: Options,
): Promise<Counts> {
  const startedAt = performance.now();
  const width = Math.max(...Object.keys(steps).map((name) => name.length));
  const waiting = new Map(Object.entries(steps));
  const running = new Map<string, Promise<void>>();
  const results = new Map<string, { counts: Counts; time: string }>();

  const canStart = ({ after = [], runsAlone }: Step) =>
    after.every((name) => !(name in steps) || results.has(name)) && (!runsAlone || running.size === 0);
  const isBlocked = () => running.size >= parallel || [...running.keys()].some((name) => steps[name]?.runsAlone);

  async function run(name: string, step: Step): Promise<void> {
    const stepStartedAt = performance.now();
    const prefix = parallel > 1 && !step.runsAlone ? `${name.padEnd(width)} │ ` : '';
    writeLine(`${name.padEnd(width)} ━━ started`);
    const counts = await step
      .run((line) => writeLine(prefix + line))
      .catch((error: Error): Counts => {
        writeLine(prefix + error.message);
        return { passed: 0, failed: 1, failures: [error.message] };
      });
    const time = seconds(stepStartedAt);
    results.set(name, { counts, time });
    writeLine(`${name.padEnd(width)} ━━ ${counts.failed > 0 ? 'FAILED' : 'passed'} in ${time}`);
  }

  while ((waiting.size > 0 || running.size > 0) && !signal.aborted) {
    for (const [name, step] of waiting) {
      if (isBlocked()) break;
      if (!canStart(step)) {
        // A step that runs alone must start before later steps do.
        if (step.runsAlone) break;
        continue;
      }
      waiting.delete(name);
      running.set(
        name,
        run(name, step).finally(() => running.delete(name)),
      );
    }
    await (running.size > 0 ? Promise.race(running.values()) : sleep(0));
  }

  const entries = [...results].toSorted(
    ([one], [other]) => Object.keys(steps).indexOf(one) - Object.keys(steps).indexOf(other),
  );
  const total: Counts = {
    passed: entries.reduce((sum, [, { counts }]) => sum + counts.passed, 0),
    failed: entries.reduce((sum, [, { counts }]) => sum + counts.failed, 0),
    failures: entries.flatMap(([name, { counts }]) => counts.failures.map((failure) => `${name}: ${failure}`)),
  };
  if (signal.aborted) return total;
  writeLine('');
  writeLine(`━━ summary, ${seconds(startedAt)}`);
  for (const [name, { counts, time }] of entries) {
    const mark = counts.failed > 0 ? '✗' : '✓';
    writeLine(`  ${mark} ${name.padEnd(width)}${time.padStart(10)}   ${counts.passed} passed, ${counts.failed} failed`);
  }
  if (total.failures.length > 0) writeLine('');
  for (const failure of total.failures) writeLine(failure);
  writeLine('');
  writeLine(`${total.passed} passed, ${total.failed} failed`);
  return total;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
