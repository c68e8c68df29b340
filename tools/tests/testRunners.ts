import { chmodSync, mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';
import { findFreeBlock } from '../services/ports.ts';
import type { Shutdown } from '../services/shutdown.ts';
import { findPreviousRelease, INSTALLED_VARIABLE, installRelease } from '../upgrade/previousRelease.ts';
import { findBrowser } from './browser.ts';
import { buildAll, checkBuilds } from './builds.ts';
import type { WriteLine } from './runSteps.ts';
import { runProgram, testEnvironment } from './testProcess.ts';
import { countPlaywright, countVitest, type Counts } from './testReports.ts';
import type { FaultFigures } from '@portico/server/testing/faults/figures';

/** The tests that report the cost of a fault, by project of `vitest.config.ts`. */
const FAULT_TESTS: Record<string, readonly string[]> = {
  long: ['apps/server/src/faults'],
  measured: ['apps/server/src/db/replicas/replicas.measured.test.ts', 'apps/server/src/fullDisk.measured.test.ts'],
};

const HEAD = ['fault', 'acknowledged', 'lost', 'reads', 'longest wait'];

/** The lines of a table of what the tests wrote to the report file. */
function faultTable(report: string): string[] {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  const rows = lines
    .map((line) => JSON.parse(line) as FaultFigures)
    .map(({ fault, acknowledged, lost, reads, longestReadMs }) => [
      fault,
      // Some tests only read.
      ...(acknowledged > 0 ? [String(acknowledged), String(lost)] : ['–', '–']),
      String(reads),
      `${(longestReadMs / 1000).toFixed(2)} s`,
    ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]!.length)));
  const draw = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return ['', draw(HEAD), ...rows.map(draw), ''];
}

/** The Playwright configurations in `e2e/`. */
export type BrowserTests = 'playwright' | 'stories';

/** For three portals with their providers and mailboxes, and two hosts of the sidebar: `e2e/support/ports.ts`. */
const PORTS = 32;

/** Projects whose tests start no built program. Others may start the server, which serves the built front end. */
const WITHOUT_BUILDS = ['components', 'checks', 'deploy'];

/** Says where the server is that was just built: `apps/server/src/testing/processes/builtServer.ts`. */
const environmentOf = (project: string): NodeJS.ProcessEnv => ({
  ...testEnvironment(),
  ...(WITHOUT_BUILDS.includes(project) ? {} : { PORTICO_BUILT_SERVER: join(root, 'apps/server/dist') }),
});

/** What else Vitest gets, by project. */
const SELECTED: Record<string, readonly string[]> = {
  // The other tests of its files run in `units`.
  timed: ['--tags-filter=timed'],
  measured: ['--project=measured-waiting'],
};

/** The path of a program in an installed npm package. */
export const packageProgram = (name: string): string => join(root, 'node_modules/.bin', name);

export interface TestRunners {
  /** Runs a check as a program; it counts as one test. */
  check(command: string[], writeLine?: WriteLine): Promise<Counts>;
  /** Runs one project of `vitest.config.ts`, after building what its tests may start. */
  vitest(project: string, writeLine?: WriteLine): Promise<Counts>;
  /** Runs the server's tests with PgBouncer in front of the database. */
  pooledUnits(writeLine?: WriteLine): Promise<Counts>;
  /** Runs the tests that inject faults, and prints what each fault cost. */
  faults(writeLine?: WriteLine): Promise<Counts>;
  /**
   * Installs the previous release for the project `upgrade`, which otherwise does so itself, and says so if that is
   * impossible.
   */
  previousRelease(writeLine?: WriteLine): Promise<Counts>;
  /** Builds front end and server unless they are up to date, and checks the builds. */
  build(writeLine?: WriteLine): Promise<Counts>;
  /**
   * Runs browser tests: all of them, or those selected by `args`. Journeys build what is not up to date and start their
   * portals.
   */
  playwright(config: BrowserTests, args: string[], writeLine?: WriteLine): Promise<Counts>;
}

/**
 * The runners behind `npm test` and its variants. Reports and the portals' data are in a folder that is removed when
 * this process ends.
 */
export function createTestRunners({ signal, onStop }: Shutdown): TestRunners {
  const scratch = mkdtempSync(join(tmpdir(), 'portico-npm-test-'));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(scratch, 0o755);
  onStop(() => rmSync(scratch, { recursive: true, force: true }));

  async function runVitest(project: string, selected: readonly string[], env: NodeJS.ProcessEnv, onLine?: WriteLine) {
    const report = join(scratch, `${project}${env['PORTICO_TEST_POOLER'] ?? ''}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runProgram(
      packageProgram('vitest'),
      ['run', '--project', project, '--passWithNoTests', ...reporters, ...selected],
      { signal, onLine, env },
    );
    return countVitest(report, code);
  }

  /** Where projects find what another step prepared for them. */
  const prepared: NodeJS.ProcessEnv = {};

  /** Everything is up to date if the build step ran first. */
  const buildUnlessBuilt = (onLine: WriteLine = console.log) => buildAll(onLine, signal);

  return {
    async check([program = '', ...args], onLine) {
      const code = await runProgram(program, args, { signal, onLine });
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
    },

    async vitest(project, onLine) {
      if (!WITHOUT_BUILDS.includes(project)) await buildUnlessBuilt(onLine);
      return runVitest(project, SELECTED[project] ?? [], { ...environmentOf(project), ...prepared }, onLine);
    },

    async pooledUnits(onLine) {
      await buildUnlessBuilt(onLine);
      return runVitest('node', ['apps/server'], { ...environmentOf('node'), PORTICO_TEST_POOLER: 'pgbouncer' }, onLine);
    },

    async faults(onLine = console.log) {
      await buildUnlessBuilt(onLine);
      const report = join(scratch, 'faults.jsonl');
      const counts: Counts = { passed: 0, failed: 0, failures: [] };
      for (const [project, files] of Object.entries(FAULT_TESTS)) {
        const env = { ...environmentOf(project), PORTICO_FAULTS_REPORT: report };
        const { passed, failed, failures } = await runVitest(project, files, env, onLine);
        counts.passed += passed;
        counts.failed += failed;
        counts.failures.push(...failures);
      }
      for (const line of faultTable(report)) onLine(line);
      return counts;
    },

    async previousRelease(onLine = console.log) {
      try {
        const { folder, remove } = await installRelease(root, findPreviousRelease(root), signal);
        onStop(remove);
        prepared[INSTALLED_VARIABLE] = folder;
      } catch (error) {
        onLine((error as Error).message);
      }
      return { passed: 0, failed: 0, failures: [] };
    },

    build: (writeLine = console.log) => checkBuilds(writeLine, signal),

    async playwright(config, args, onLine) {
      if (config === 'playwright') await buildUnlessBuilt(onLine);
      const report = join(scratch, `${config}${args.join('').replaceAll(/\W/g, '')}.json`);
      const port = String(await findFreeBlock(PORTS));
      const settings =
        config === 'stories'
          ? { PORTICO_STORIES_PORT: port }
          : { PORTICO_E2E_DATA: join(scratch, `portals-${port}`), PORTICO_E2E_PORT: port };
      const code = await runProgram(
        process.execPath,
        [
          join(root, 'node_modules/@playwright/test/cli.js'),
          'test',
          '--config',
          join(root, `e2e/${config}.config.ts`),
          ...args,
        ],
        {
          signal,
          onLine,
          env: {
            ...testEnvironment(),
            CHROMIUM_PATH: await findBrowser((detail) => (onLine ?? console.log)(detail)),
            PORTICO_E2E_REPORT: report,
            ...settings,
          },
        },
      );
      return countPlaywright(report, code);
    },
  };
}
