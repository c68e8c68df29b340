import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of the long tier: they repeatedly kill processes, try many random cases, or wait for timeouts. Two files run at
 * the same time, because most of them leave a core idle, so none of them judges time.
 */
const LONG = '**/*.long.test.ts';

/** Those of them that only have many cases and wait for no moment, so they share the machine with other steps. */
const CASES = [
  'tools/recipes/*',
  'apps/server/src/{visibility/hidden,features/{duties/histories,studio/incompleteDrafts}}',
].map((path) => `${path}.long.test.ts`);

/** Runs alone, because it runs tests of the previous release, whose limits can no longer be changed. */
const UPGRADE = 'tools/upgrade/upgrade.long.test.ts';

/** Tests of the long tier that measure time or memory. */
const MEASURED = '**/*.measured.test.ts';

/**
 * Measured tests that wait most of the time, and judge seconds of which most are waits too. Three files run at the same
 * time, before the others.
 */
const WAITING = [
  'tools/{start,services/killOf*}',
  'dev/database/embeddedDatabase',
  'apps/server/src/{jobs/worker,push/relay,mail/misbehavingServer}',
].map((path) => `${path}.measured.test.ts`);

/** Small files that take minutes: without figures of an earlier run, Vitest takes a file's size for its duration. */
const LONGEST = /(?:duties\/histories|visibility\/hidden|recipes\/\w+)(?:\.long)?\.test\.ts$/;

/** Starts the longest files of each project first, so that no core waits for the last one. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((all) => {
      const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
      return [...all.filter(isLong), ...all.filter((file) => !isLong(file))];
    });
  }
}

/** Tests that use programs that operators install: nginx, another identity provider. */
const SERVICES = '**/*.services.test.ts';

/*
 * These limits only end what hangs: tests set none of their own, so that no verdict depends on the speed of the
 * machine. With half a core, some tests take several minutes.
 */
const TEST_MS = 1_200_000;
/**
 * How long `expect.poll` waits, and in pages also `findBy…` and `waitFor`. `npm run test:one` waits less, because
 * someone waits for the verdict.
 */
const WAIT_MS = Number(process.env.PORTICO_TEST_WAIT_MS ?? 180_000);
const patience = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: WAIT_MS } } };

/** Tests of the server that also judge elapsed time, in a step that has the machine to itself. */
const timed = globSync('apps/server/src/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('expectWithin('),
);

const onServer = {
  environment: 'node' as const,
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  setupFiles: ['apps/server/src/testing/builtPrograms.ts'],
  ...patience,
};

const inOneProcess = {
  ...onServer,
  // Reloading the server for each file cost a fifth of the CPU time. Tests restore what they change.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  setupFiles: [...onServer.setupFiles, 'apps/server/src/testing/checkedRows.ts'],
};

// Processes and threads that tests start take a third to a half less CPU time if they need not compile what another one
// has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'portico-compiled');

export default defineConfig({
  test: {
    reporters: ['default'],
    tags: [{ name: 'timed', description: 'judges elapsed time in the step timed-units, which runs only these tests' }],
    // Server tests spend most of their time waiting for the database, a timer or another process.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          ...inOneProcess,
          include: [
            'apps/server',
            'dev',
            'tools',
            'bench',
            'packages/contracts',
            'packages/client',
            'packages/authoring',
            'packages/kinds',
          ].map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/node_modules/**', 'tools/{checks,deploy}/**', LONG, MEASURED, SERVICES],
        },
      },
      {
        test: {
          name: 'long',
          ...onServer,
          include: [LONG],
          exclude: ['**/node_modules/**', UPGRADE, ...CASES],
          maxWorkers: 2,
          // Vitest demands it of a project with its own number of workers.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long-cases',
          ...onServer,
          include: CASES,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'upgrade',
          ...onServer,
          include: [UPGRADE],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'measured-waiting',
          ...onServer,
          include: WAITING,
        },
      },
      // One file at a time, so that measurements have the machine to themselves.
      {
        test: {
          name: 'measured',
          ...onServer,
          include: [MEASURED],
          exclude: ['**/node_modules/**', ...WAITING],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'timed',
          ...inOneProcess,
          include: timed,
          env: { PORTICO_TIMED: '1' },
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'services',
          ...onServer,
          include: [SERVICES],
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'checks',
          environment: 'node',
          include: ['tools/checks/**/*.test.ts'],
          ...patience,
        },
      },
      // Tests of what operators install: units, rules, manifests. Without their validator, tests are skipped and say
      // so.
      {
        test: {
          name: 'deploy',
          environment: 'node',
          include: ['tools/deploy/**/*.test.ts'],
          ...patience,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'jsdom',
          // Each file has its own globals, but files share a process: loading jsdom in each took most of the time.
          pool: 'vmForks',
          include: ['packages/*/{src,build}/**/*.test.{ts,tsx}', 'apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'packages/{contracts,client,authoring}/**',
            'packages/kinds/**/*.test.ts',
            LONG,
            MEASURED,
          ],
          // A waiting query fails many times before it finds its element, and would print the page each time.
          env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
          setupFiles: ['packages/testing/src/setup.ts', 'apps/web/src/locale/testTexts.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          ...patience,
          provide: { waitMs: WAIT_MS },
        },
      },
    ],
  },
});
