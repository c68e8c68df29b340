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
const longStories = ['--project=long'];
// Running all story projects at once builds and starts the gallery only once.
const storyProjects = ['--project=stories', ...(values.all ? longStories : [])];
const projects = ['--project=journeys', ...(process.env.PORTICO_SCREENSHOTS ? ['--project=screenshots'] : [])];

const steps: Record<string, Step> = {
  build: { run: runners.build },
  types: { run: (writeLine) => runners.check([packageProgram('tsc'), '--noEmit', '-p', 'tsconfig.json'], writeLine) },
  lint: { run: (writeLine) => runners.check([process.execPath, join(root, 'tools/lint.ts')], writeLine) },
  journeys: { run: (writeLine) => runners.playwright('playwright', projects, writeLine), after: ['build'] },
  // Some tests start the server, which serves the built front end.
  units: { run: (writeLine) => runners.vitest('node', writeLine), after: ['build'] },
  stories: { run: (writeLine) => runners.playwright('stories', storyProjects, writeLine) },
  components: { run: (writeLine) => runners.vitest('components', writeLine) },
  checks: { run: (writeLine) => runners.vitest('checks', writeLine) },
  deploy: { run: (writeLine) => runners.vitest('deploy', writeLine) },

  'long-cases': { run: (writeLine) => runners.vitest('long-cases', writeLine), after: ['build'] },
  // Some wait for a moment between two states, which a crowded machine passes too quickly or too late.
  'long-units': { run: (writeLine) => runners.vitest('long', writeLine), runsAlone: true },
  // It judges no time, so it need not have the machine to itself, unlike the step that follows.
  'previous-release': { run: (writeLine) => runners.previousRelease(writeLine) },
  // It runs tests of the previous release, whose limits can no longer be changed.
  upgrade: { run: (writeLine) => runners.vitest('upgrade', writeLine), runsAlone: true },
  'long-journeys': {
    run: (writeLine) => runners.playwright('playwright', ['--project=long', '--project=long-tag'], writeLine),
    // They share the files with the accounts that are signed in.
    after: ['build', 'journeys'],
  },
  'long-stories': { run: (writeLine) => runners.playwright('stories', longStories, writeLine) },
  'timed-units': { run: (writeLine) => runners.vitest('timed', writeLine), runsAlone: true },
  'measured-units': { run: (writeLine) => runners.vitest('measured', writeLine), runsAlone: true },
  'measured-journeys': {
    run: (writeLine) => runners.playwright('playwright', ['--project=measured'], writeLine),
    runsAlone: true,
  },

  services: { run: (writeLine) => runners.vitest('services', writeLine), runsAlone: true },
  ...(findPgBouncer()
    ? { 'pooled-units': { run: (writeLine) => runners.pooledUnits(writeLine), runsAlone: true } }
    : {}),
  /** The long and measured tests that inject faults, with a table of what each fault cost. */
  faults: { run: (writeLine) => runners.faults(writeLine), runsAlone: true },
};

const measuring = ['timed-units', 'measured-units', 'measured-journeys'];
/** In the order in which they start: first the steps that others need, then the longest, last those that run alone. */
const tiers = {
  usual: ['build', 'types', 'lint', 'journeys', 'units', 'components', 'stories', 'checks', 'deploy'],
  long: [
    'build',
    'long-journeys',
    'long-stories',
    'long-cases',
    'previous-release',
    'long-units',
    'upgrade',
    ...measuring,
  ],
  // The step `stories` includes the long ones.
  all: [
    'build',
    'types',
    'lint',
    'journeys',
    'units',
    'long-journeys',
    'components',
    'long-cases',
    'stories',
    'checks',
    'deploy',
    'previous-release',
    'long-units',
    'upgrade',
    ...measuring,
  ],
  /** Tests that need programs that operators install; they are skipped where a program is missing. */
  deployment: ['services', 'pooled-units'],
};
const tier = values.all ? 'all' : values.long ? 'long' : values.deployment ? 'deployment' : 'usual';

const chosen = (values.only === undefined ? tiers[tier] : [values.only]).filter((name) => name in steps);
if (chosen.length === 0) {
  console.error(`Unknown step "${values.only}". The steps are: ${Object.keys(steps).join(', ')}.`);
  await shutdown.stop(2);
}
const { failed } = await runSteps(Object.fromEntries(chosen.map((name) => [name, steps[name]!])), {
  parallel: values.only ? 1 : Math.max(2, Math.ceil(availableParallelism() / 2)),
  signal: shutdown.signal,
});
await shutdown.stop(failed > 0 ? 1 : 0);
