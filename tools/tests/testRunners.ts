import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_LOAD_SCRIPT_LIMIT, measureFirstLoad } from '../front-end/firstLoad.ts';
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
  /** Builds the front end unless it is up to date, and compares it with its size limits. */
  build(writeLine?: WriteLine): Promise<Counts>;
  /** Runs browser tests: all of them, or those that `args` select. Journeys build the front end and start their portals. */
  playwright(config: BrowserTests, args: string[], writeLine?: WriteLine): Promise<Counts>;
}

/** What `npm test` and its relatives run. Reports and the data of portals are in a folder that goes away with this process. */
export function createTestRunners({ signal, onStop }: Shutdown): TestRunners {
  const scratch = mkdtempSync(join(tmpdir(), 'portico-npm-test-'));
  // As root, PostgreSQL runs under another account, which has to enter this folder.
  chmodSync(scratch, 0o755);
  onStop(() => rmSync(scratch, { recursive: true, force: true }));

  return {
    async check([program = '', ...args], onLine) {
      const code = await runProgram(program, args, { signal, onLine });
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
    },

    async vitest(project, onLine) {
      const report = join(scratch, `${project}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const code = await runProgram(
        packageProgram('vitest'),
        ['run', '--project', project, '--passWithNoTests', ...reporters],
        { signal, onLine },
      );
      return countVitest(report, code);
    },

    async build(writeLine = console.log) {
      writeLine(`Front end: ${await buildWebApp(() => undefined, signal)}`);
      const [dashboard] = measureFirstLoad({ dashboard: 'src/features/home/HomePage.tsx' });
      const sizes = [
        ['First load of the dashboard, script', dashboard?.scriptBytes ?? Infinity, FIRST_LOAD_SCRIPT_LIMIT],
        ['Sidebar for foreign pages', measureSidebar(), SIDEBAR_LIMIT],
      ] as const;
      for (const [what, bytes, limit] of sizes) {
        const verdict = bytes <= limit ? 'within' : 'OVER';
        writeLine(`${what}: ${grouped(bytes)} bytes (brotli), ${verdict} the limit of ${grouped(limit)}`);
      }
      const failures = sizes.filter(([, bytes, limit]) => bytes > limit).map(([what]) => `${what} is over its limit`);
      return { passed: 1 + sizes.length - failures.length, failed: failures.length, failures };
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
