import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPgBouncer } from '@portico/dev-database/pgbouncer';
import { root } from './root.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { runSteps, type Step } from './tests/runSteps.ts';
import { createTestRunners, packageProgram } from './tests/testRunners.ts';

/**
 * `npm test`: every check and test except the long ones. `--long` runs the long tier, which kills processes, moves
 * large files and measures; `--all` runs both, `--deployment` runs the tests that need other programs, and `--only
 * <step>` runs one step. A failed step does not stop the others. The last line has the totals, and the exit code is 0
 * only if nothing failed.
 */
const shutdown = prepareShutdown();
const runners = createTestRunners(shutdown);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean' },
    deployment: { type: 'boolean' },
    all: { type: 'boolean' },
  },
});
// Running all story projects at once builds and starts the gallery only once.
const storyProjects = ['--project=stories', ...(values.all ? ['--project=long'] : [])];
const projects = ['--project=journeys', ...(process.env.PORTICO_SCREENSHOTS ? ['--project=screenshots'] : [])];

/** In the order in which they start: first the steps that others need, then the longest. */
const usual: Record<string, Step> = {
  build: { run: runners.build },
  types: { run: (writeLine) => runners.check([packageProgram('tsc'), '--noEmit', '-p', 'tsconfig.json'], writeLine) },
  lint: { run: (writeLine) => runners.check([process.execPath, join(root, 'tools/lint.ts')], writeLine) },
  journeys: { run: (writeLine) => runners.playwright('playwright', projects, writeLine), after: 'build' },
  // Some tests start the server, which serves the built front end.
  units: { run: (writeLine) => runners.vitest('node', writeLine), after: 'build' },
  stories: { run: (writeLine) => runners.playwright('stories', storyProjects, writeLine) },
  components: { run: (writeLine) => runners.vitest('components', writeLine) },
  checks: { run: (writeLine) => runners.vitest('checks', writeLine) },
  deploy: { run: (writeLine) => runners.vitest('deploy', writeLine) },
};
/** One at a time: they share test results, kill processes, or measure. */
const long: Record<string, Step> = {
  'long-units': { run: (writeLine) => runners.vitest('long', writeLine), runsAlone: true },
  'timed-units': { run: (writeLine) => runners.vitest('timed', writeLine), runsAlone: true },
  'measured-units': { run: (writeLine) => runners.vitest('measured', writeLine), runsAlone: true },
  'long-journeys': {
    run: (writeLine) => runners.playwright('playwright', ['--project=long', '--project=long-tag'], writeLine),
    runsAlone: true,
  },
  'long-stories': {
    run: (writeLine) => runners.playwright('stories', ['--project=long'], writeLine),
    runsAlone: true,
  },
  'measured-journeys': {
    run: (writeLine) => runners.playwright('playwright', ['--project=measured'], writeLine),
    runsAlone: true,
  },
};

/** Tests that need programs that operators install; they are skipped where a program is missing. */
const deployment: Record<string, Step> = {
  services: { run: (writeLine) => runners.vitest('services', writeLine), runsAlone: true },
  ...(findPgBouncer()
    ? { 'pooled-units': { run: (writeLine) => runners.pooledUnits(writeLine), runsAlone: true } }
    : {}),
};

/** The long and measured tests that inject faults, with a table of what each fault cost. */
const faults: Record<string, Step> = { faults: { run: (writeLine) => runners.faults(writeLine), runsAlone: true } };

/** `--all` runs the step `long-stories` as part of `stories`. */
const apart = Object.fromEntries(Object.entries(long).filter(([name]) => name !== 'long-stories'));
const tiers = values.all ? { ...usual, ...apart } : values.long ? long : values.deployment ? deployment : usual;
const all = { ...usual, ...long, ...deployment, ...faults };
if (values.only !== undefined && !(values.only in all)) {
  console.error(`Unknown step "${values.only}". The steps are: ${Object.keys(all).join(', ')}.`);
  await shutdown.stop(2);
}

const chosen = values.only ? { [values.only]: all[values.only]! } : tiers;
const { failed } = await runSteps(chosen, {
  parallel: values.only ? 1 : Math.max(2, Math.ceil(availableParallelism() / 2)),
  signal: shutdown.signal,
});
await shutdown.stop(failed > 0 ? 1 : 0);
