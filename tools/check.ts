import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from './root.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { runSteps } from './tests/runSteps.ts';
import { createTestRunners, packageProgram } from './tests/testRunners.ts';

/**
 * `npm run check`: static checks in half a minute: types, lint, format and the checks of `tools/checks`. `--watch`
 * repeats them after every change, and `--fix` first fixes what lint and format can fix.
 */
const { values } = parseArgs({ options: { watch: { type: 'boolean' }, fix: { type: 'boolean' } } });
const shutdown = prepareShutdown();
const { signal } = shutdown;
const runners = createTestRunners(shutdown);
const lint = [process.execPath, join(root, 'tools/lint.ts'), ...(values.fix ? ['--fix'] : [])];

const runChecks = () =>
  runSteps(
    {
      types: {
        run: (writeLine) => runners.check([packageProgram('tsc'), '--noEmit', '-p', 'tsconfig.json'], writeLine),
      },
      lint: { run: (writeLine) => runners.check(lint, writeLine) },
      checks: { run: (writeLine) => runners.vitest('checks', writeLine) },
    },
    { parallel: 2, signal },
  );

/** Editors often save several files at once. */
const QUIET_MS = 300;
const IGNORED = /(?:^|[\\/])(?:node_modules|dist|\.git|\.data|test-results)(?:[\\/]|$)/;

if (!values.watch) {
  const { failed } = await runChecks();
  await shutdown.stop(failed > 0 ? 1 : 0);
}

let changes = 1;
const watcher = watch(root, { recursive: true }, (_, path) => {
  if (path !== null && !IGNORED.test(path)) changes += 1;
});
shutdown.onStop(() => watcher.close());
let checked = 0;
while (!signal.aborted) {
  const seen = changes;
  await sleep(QUIET_MS);
  if (seen === checked || seen !== changes) continue;
  checked = seen;
  await runChecks();
  if (!signal.aborted) console.log('\nWaiting for changes. Ctrl-C stops.');
}
