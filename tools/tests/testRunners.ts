import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FIRST_LOAD_FILE_LIMIT,
  FIRST_LOAD_SCRIPT_LIMIT,
  measureFirstLoad,
  measureSignIn,
  SIGN_IN_SCRIPT_LIMIT,
  STUDIO_FIRST_LOAD_LIMIT,
  studioModulesIn,
} from '../front-end/firstLoad.ts';
import { measureSidebar, SIDEBAR_LIMIT } from '../front-end/sidebarBundle.ts';
import { buildWebApp } from '../front-end/webApp.ts';
import { root } from '../root.ts';
import { findFreeBlock } from '../services/ports.ts';
import type { Shutdown } from '../services/shutdown.ts';
import { findBrowser } from './browser.ts';
import type { WriteLine } from './runSteps.ts';
import { runProgram, testEnvironment } from './testProcess.ts';
import { countPlaywright, countVitest, type Counts } from './testReports.ts';

/** The Playwright configurations in `e2e/`. */
export type BrowserTests = 'playwright' | 'stories';

/** Two portals with their providers and mailboxes, and two hosts of the sidebar: `e2e/support/ports.ts`. */
const PORTS = 22;

/** Path of a program that an npm package brings. */
export const packageProgram = (name: string): string => join(root, 'node_modules/.bin', name);

export interface TestRunners {
  /** Runs a program that checks something; it counts as one test. */
  check(command: string[], writeLine?: WriteLine): Promise<Counts>;
  /** Runs one project of `vitest.config.ts`. */
  vitest(project: string, writeLine?: WriteLine): Promise<Counts>;
  /** Runs the server's tests with PgBouncer before the database. */
  pooledUnits(writeLine?: WriteLine): Promise<Counts>;
  /** Builds the front end unless it is up to date, and compares it with its size limits. */
  build(writeLine?: WriteLine): Promise<Counts>;
  /**
   * Runs browser tests: all of them, or those that `args` select. Journeys build the front end and start their portals.
   */
  playwright(config: BrowserTests, args: string[], writeLine?: WriteLine): Promise<Counts>;
}

/**
 * What `npm test` and its relatives run. Reports and the data of portals are in a folder that is removed when this
 * process ends.
 */
export function createTestRunners({ signal, onStop }: Shutdown): TestRunners {
  const scratch = mkdtempSync(join(tmpdir(), 'portico-npm-test-'));
  // As root, PostgreSQL runs under another account, which has to enter this folder.
  chmodSync(scratch, 0o755);
  onStop(() => rmSync(scratch, { recursive: true, force: true }));

  async function runVitest(project: string, files: string[], env: NodeJS.ProcessEnv, onLine?: WriteLine) {
    const report = join(scratch, `${project}${env['PORTICO_TEST_POOLER'] ?? ''}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runProgram(
      packageProgram('vitest'),
      ['run', '--project', project, '--passWithNoTests', ...reporters, ...files],
      { signal, onLine, env },
    );
    return countVitest(report, code);
  }

  return {
    async check([program = '', ...args], onLine) {
      const code = await runProgram(program, args, { signal, onLine });
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
    },

    vitest: (project, onLine) => runVitest(project, [], testEnvironment(), onLine),

    pooledUnits: (onLine) =>
      runVitest('node', ['apps/server'], { ...testEnvironment(), PORTICO_TEST_POOLER: 'pgbouncer' }, onLine),

    async build(writeLine = console.log) {
      writeLine(`Front end: ${await buildWebApp(() => undefined, signal)}`);
      const [dashboard, news, event, editor] = measureFirstLoad({
        dashboard: 'src/features/home/HomePage.tsx',
        news: 'src/features/news/NewsItemPage.tsx',
        event: 'src/features/events/EventPage.tsx',
        editor: 'src/features/studio/editor/EditorPage.tsx',
      });
      const sizeOf = (load = { scriptBytes: Infinity, styleBytes: 0 }) => load.scriptBytes + load.styleBytes;
      const sizes = [
        ['First load of the sign-in, script', measureSignIn().scriptBytes, SIGN_IN_SCRIPT_LIMIT, 'bytes (brotli)'],
        [
          'First load of the dashboard, script',
          dashboard?.scriptBytes ?? Infinity,
          FIRST_LOAD_SCRIPT_LIMIT,
          'bytes (brotli)',
        ],
        ['First load of the dashboard, files', dashboard?.files.length ?? Infinity, FIRST_LOAD_FILE_LIMIT, 'files'],
        ['Sidebar for foreign pages', measureSidebar(), SIDEBAR_LIMIT, 'bytes (brotli)'],
        ['First load of the studio, script and style', sizeOf(editor), STUDIO_FIRST_LOAD_LIMIT, 'bytes (brotli)'],
      ] as const;
      for (const [what, size, limit, unit] of sizes) {
        const verdict = size <= limit ? 'within' : 'OVER';
        writeLine(`${what}: ${grouped(size)} ${unit}, ${verdict} the limit of ${grouped(limit)}`);
      }
      const failures = sizes.filter(([, size, limit]) => size > limit).map(([what]) => `${what} is over its limit`);
      const strays = [dashboard, news, event].flatMap((load) =>
        load ? studioModulesIn(load).map((module) => `Readers load ${module} with the page ${load.page}`) : [],
      );
      const passed = 1 + sizes.length - failures.length + (strays.length === 0 ? 1 : 0);
      return { passed, failed: failures.length + strays.length, failures: [...failures, ...strays] };
    },

    async playwright(config, args, onLine) {
      // Up to date where the build step came first.
      if (config === 'playwright')
        await buildWebApp((detail) => (onLine ?? console.log)(`Front end: ${detail}`), signal);
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

const grouped = (bytes: number): string => bytes.toLocaleString('en');
