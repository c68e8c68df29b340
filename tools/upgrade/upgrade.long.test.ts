import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { listPendingMigrations } from '@portico/server/db/migrate';
import type { ChildServer } from '@portico/server/testing/processes/childServer';
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { root } from '../root.ts';
import { findFreeBlock } from '../services/ports.ts';
import { findBrowser } from '../tests/browser.ts';
import { testEnvironment } from '../tests/testProcess.ts';
import { errorOf, withReason, type PlaywrightTest } from '../tests/testReports.ts';
import { findPreviousRelease, INSTALLED_VARIABLE, installRelease } from './previousRelease.ts';
import { expectWritten, listFailedJobs, openUpgradePortal } from './upgradePortal.ts';
import { startTraffic } from './traffic.ts';

/** Tests of the previous release that together use all of its tables and rarely wait for anything else. */
const PREVIOUS_TESTS = [
  'apps/server/src/features',
  'apps/server/src/content',
  'apps/server/src/sign-in/people.test.ts',
];
/** These wait for idle connections and threads, and do not depend on the schema. */
const EXCLUDED = ['**/stream/**', '**/threads/**', '**/*.long.test.ts', '**/*.measured.test.ts'];

/**
 * The journeys of the previous release that read and write most and are not long; the others cover appearance,
 * addresses, connections.
 */
const PREVIOUS_JOURNEYS = [
  'dashboard',
  'news',
  'events',
  'resources',
  'documents',
  'previews',
  'pages',
  'search',
  'todo',
  'forms/forms',
  'notifications',
  'widgets',
  'duties',
  'shell',
  'errors',
  'studio/writing',
  'studio/approval',
  'studio/release',
  'studio/eventsDesk',
];
/** After this many failures the remaining journeys are skipped. */
const MAX_FAILURES = 5;
/** Number of consecutive ports that the journeys use. */
const JOURNEY_PORTS = 30;

let previous: { folder: string; name: string };
let hasSameSchema = false;
let unavailable: string | undefined;

beforeAll(async () => {
  try {
    const release = findPreviousRelease(root);
    const installed = process.env[INSTALLED_VARIABLE];
    const { folder, remove } = installed ? { folder: installed } : await installRelease(root, release);
    previous = { folder, name: release.name };
    hasSameSchema = listMigrations(folder).join() === listMigrations(root).join();
    return remove;
  } catch (error) {
    unavailable = `the previous release cannot be run: ${(error as Error).message}`;
    console.log(`Skipped: ${unavailable}`);
    return undefined;
  }
});

const skipWithoutRelease = ({ skip }: TestContext) => skip(unavailable !== undefined, unavailable);

/** On the schema of the release itself, its tests would show nothing that they did not show before the release. */
const skipOnSameSchema = ({ skip }: TestContext) => skip(hasSameSchema, `no migrations since ${previous.name}`);

describe('an upgrade from the previous release', () => {
  test('and back loses no request and no write while processes of both versions run [OPS-371]', async (context) => {
    skipWithoutRelease(context);
    const portal = await openUpgradePortal(previous.folder);
    const processes = new Map<string, string>();
    const start = async (name: string, version: 'old' | 'new') => {
      const server = await portal.start(version);
      processes.set(`${version} ${name}`, server.url);
      return server;
    };
    const stop = async (name: string, version: 'old' | 'new', server: ChildServer) => {
      server.process.kill('SIGTERM');
      expect(await server.ended).toEqual({ code: 0, signal: null });
      processes.delete(`${version} ${name}`);
    };
    const [oldA, oldB] = [await start('A', 'old'), await start('B', 'old')];
    const pending = await listPendingMigrations(portal.url);
    const traffic = await startTraffic(portal.issuer, processes, await portal.importDemo(oldA));
    const newsWith = async (state: string) => {
      const before = traffic.news.length;
      await expect.poll(() => traffic.news.length, { message: state }).toBeGreaterThan(before + 2);
    };
    await newsWith('only old processes');
    const newA = await start('A', 'new');
    await newsWith('old processes on the new schema, beside a new one');
    await stop('A', 'old', oldA);
    const newB = await start('B', 'new');
    await stop('B', 'old', oldB);
    await newsWith('only new processes');
    const backA = await start('A', 'old');
    await newsWith('an old process that starts on the new schema');
    await stop('A', 'new', newA);
    await stop('B', 'new', newB);
    await newsWith('only old processes again');
    const last = await start('C', 'new');
    await traffic.stop();
    expect(traffic.failures.slice(0, 10)).toEqual([]);
    for (const server of [backA, last]) await expectWritten(portal, server, traffic);
    expect(await listFailedJobs(portal.url)).toEqual([]);
    const by = (version: string) => traffic.answers.filter((answer) => answer.startsWith(version)).length;
    console.log(
      `From ${previous.name}, ${pending.length} migrations: ${by('old')} calls answered by old processes, ${by('new')} by new ones, none failed; ` +
        `${traffic.tasks.length} tasks and ${traffic.news.length} news written, none lost`,
    );
  });

  test('leaves a schema on which the tests of the previous release pass [OPS-372]', async (context) => {
    skipWithoutRelease(context);
    skipOnSameSchema(context);
    givePresentMigrations();
    const { passed, failures, failedFiles } = await runTests(PREVIOUS_TESTS);
    const again = mayBeChance(failures) ? await runTests(failedFiles) : { failures };
    if (failures.length > 0) console.log(`Failed at first: ${failures.join('\n')}`);
    expect(again.failures, again.failures.join('\n')).toEqual([]);
    expect(passed).toBeGreaterThan(100);
    console.log(`${passed} tests of ${previous.name} pass on the current schema`);
  });

  test('leaves a schema on which the journeys of the previous release pass [OPS-440]', async (context) => {
    skipWithoutRelease(context);
    skipOnSameSchema(context);
    givePresentMigrations();
    const files = PREVIOUS_JOURNEYS.map((name) => `e2e/journeys/${name}.spec.ts`);
    expect(files.filter((file) => !existsSync(join(previous.folder, file)))).toEqual([]);
    const { passed, failures, failedFiles } = await runJourneys(files);
    const again = mayBeChance(failures) ? await runJourneys(failedFiles) : { failures };
    if (failures.length > 0) console.log(`Failed at first: ${failures.join('\n')}`);
    expect(again.failures, again.failures.join('\n')).toEqual([]);
    expect(passed).toBeGreaterThan(50);
    console.log(`${passed} journeys of ${previous.name} pass on the current schema`);
  });
});

/**
 * A released version can no longer be fixed, so files with a flaky test or journey get a second try, from the start: a
 * test that failed may leave behind what makes its own repetition fail.
 */
const mayBeChance = (failures: string[]): boolean => failures.length > 0 && failures.length < MAX_FAILURES;

/** Runs tests of the previous release. */
async function runTests(files: string[]): Promise<ReturnType<typeof readReport>> {
  const report = join(previous.folder, 'report.json');
  const options = ['--project', 'node', '--retry=2', '--reporter=json', `--outputFile=${report}`];
  const excluded = EXCLUDED.flatMap((pattern) => ['--exclude', pattern]);
  await promisify(execFile)(
    join(previous.folder, 'node_modules/.bin/node'),
    [join(previous.folder, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...files, ...excluded],
    { cwd: previous.folder, env: testEnvironment(), maxBuffer: 2 ** 26 },
  ).catch((error: Error) => console.log(error.message));
  return readReport(report);
}

/** Runs journeys of the previous release against a new portal of that release. */
async function runJourneys(files: string[]): Promise<ReturnType<typeof readJourneys>> {
  const report = join(previous.folder, 'journeys.json');
  const data = mkdtempSync(join(tmpdir(), 'portico-previous-data-'));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(data, 0o755);
  const options = [
    '--config=e2e/playwright.config.ts',
    '--project=journeys',
    '--reporter=json',
    `--max-failures=${MAX_FAILURES}`,
    // The release's folder, and with it every trace, is removed before anyone could look at it.
    '--trace=off',
  ];
  try {
    await promisify(execFile)(
      join(previous.folder, 'node_modules/.bin/node'),
      [join(previous.folder, 'node_modules/@playwright/test/cli.js'), 'test', ...options, ...files],
      {
        cwd: previous.folder,
        env: {
          ...testEnvironment(),
          CHROMIUM_PATH: await findBrowser(),
          PORTICO_E2E_DATA: data,
          PORTICO_E2E_PORT: String(await findFreeBlock(JOURNEY_PORTS)),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        maxBuffer: 2 ** 26,
      },
    ).catch((error: Error) => console.log(error.message));
    return readJourneys(report);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

const MIGRATIONS = 'apps/server/src/db/migrations';

const listMigrations = (folder: string) => readdirSync(join(folder, MIGRATIONS)).toSorted();

function givePresentMigrations(): void {
  rmSync(join(previous.folder, MIGRATIONS), { recursive: true, force: true });
  cpSync(join(root, MIGRATIONS), join(previous.folder, MIGRATIONS), { recursive: true });
}

interface Suite {
  specs: Array<{ file: string; title: string; ok: boolean; tests: PlaywrightTest[] }>;
  suites?: Suite[];
}

/** `failedFiles` are the files to run again, as arguments for Playwright. */
function readJourneys(file: string): { passed: number; failures: string[]; failedFiles: string[] } {
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as {
    suites: Suite[];
    errors: Array<{ message: string }>;
  };
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  const failed = specs.filter(({ ok }) => !ok);
  return {
    passed: specs.filter(({ ok }) => ok).length,
    failures: [
      ...errors.map(({ message }) => message),
      ...failed.map(({ title, tests }) => withReason(title, errorOf(tests))),
    ],
    failedFiles: [...new Set(failed.map((spec) => `/${spec.file}`))],
  };
}

/** `failedFiles` are the files to run again, as arguments for Vitest. */
function readReport(file: string): { passed: number; failures: string[]; failedFiles: string[] } {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    testResults: Array<{
      name: string;
      status: string;
      message: string;
      assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
    }>;
  };
  const failed = testResults.filter(({ status }) => status === 'failed');
  return {
    passed: numPassedTests,
    failures: failed.flatMap(({ name, message, assertionResults }) => [
      ...(assertionResults.length === 0 ? [`${name}: ${message}`] : []),
      ...assertionResults
        .filter((one) => one.status === 'failed')
        .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages[0])),
    ]),
    failedFiles: failed.map(({ name }) => relative(previous.folder, name)),
  };
}
