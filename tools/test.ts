import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './tests/browser.ts';
import { FIRST_LOAD_SCRIPT_LIMIT, measureFirstLoad } from './front-end/firstLoad.ts';
import { findFreePort } from './services/ports.ts';
import { root } from './root.ts';
import { measureSidebar, SIDEBAR_LIMIT } from './front-end/sidebarBundle.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { countPlaywright, countVitest, type Counts } from './tests/testReports.ts';
import { runInForeground, testEnvironment } from './tests/testProcess.ts';
import { buildWebApp } from './front-end/webApp.ts';

/**
 * `npm test`: every check and test, the quick ones first. All of them run even when one fails; the last line counts over all,
 * and the exit code is 0 only when nothing failed. `--only <step>` runs one.
 */
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'portico-npm-test-'));
// Run by root the journeys' databases have an account of their own, which must be able to enter.
chmodSync(scratch, 0o755);
const shutdown = prepareShutdown();
shutdown.onStop(() => rmSync(scratch, { recursive: true, force: true }));

const steps: Record<string, () => Promise<Counts>> = {
  types: () => check([bin('tsc'), '--noEmit', '-p', 'tsconfig.json']),
  lint: () => check([process.execPath, join(root, 'tools/lint.ts')]),
  checks: () => vitest('checks'),
  units: () => vitest('node'),
  bench: () => vitest('bench'),
  components: () => vitest('components'),
  stories,
  build: buildWithinBudget,
  journeys,
};

async function check([program = '', ...args]: string[]): Promise<Counts> {
  const code = await runInForeground(program, args, { signal: shutdown.signal });
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
}

async function vitest(project: string): Promise<Counts> {
  const report = join(scratch, `${project}.json`);
  const code = await runInForeground(
    bin('vitest'),
    [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { signal: shutdown.signal },
  );
  return countVitest(report, code);
}

async function buildWithinBudget(): Promise<Counts> {
  console.log(`Front end: ${await buildWebApp(() => undefined, shutdown.signal)}`);
  const [dashboard] = measureFirstLoad({ dashboard: 'src/features/home/HomePage.tsx' });
  const within = [
    isWithin('First load of the dashboard, script', dashboard?.scriptBytes ?? Infinity, FIRST_LOAD_SCRIPT_LIMIT),
    isWithin('Sidebar for foreign pages', measureSidebar(), SIDEBAR_LIMIT),
  ];
  const passed = within.filter(Boolean).length;
  return { passed: 1 + passed, failed: within.length - passed, failures: [] };
}

function isWithin(what: string, bytes: number, limit: number): boolean {
  console.log(
    `${what}: ${bytes.toLocaleString('en')} bytes (brotli), ${bytes <= limit ? 'within' : 'OVER'} the budget of ${limit.toLocaleString('en')}`,
  );
  return bytes <= limit;
}

/** The stories' own configuration builds and serves their pages. */
function stories(): Promise<Counts> {
  return playwright('stories', { PORTICO_STORIES_PORT: '0' });
}

/** The journeys' own configuration starts the portals that they need, with `npm start` and folders of their own. */
async function journeys(): Promise<Counts> {
  await buildWebApp((detail) => console.log(`Front end: ${detail}`), shutdown.signal);
  return playwright('playwright', { PORTICO_E2E_DATA: join(scratch, 'portals'), PORTICO_E2E_PORT: '0' });
}

/** Runs the browser tests of `e2e/<config>.config.ts`; a port given as 0 becomes one that is free. */
async function playwright(config: string, settings: Record<string, string>): Promise<Counts> {
  const report = join(scratch, `${config}.json`);
  const port = String(await findFreePort());
  const code = await runInForeground(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', join(root, `e2e/${config}.config.ts`)],
    {
      signal: shutdown.signal,
      env: {
        ...testEnvironment(),
        CHROMIUM_PATH: await findBrowser((detail) => console.log(detail)),
        PORTICO_E2E_REPORT: report,
        ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value === '0' ? port : value])),
      },
    },
  );
  return countPlaywright(report, code);
}

const {
  values: { only },
} = parseArgs({ options: { only: { type: 'string' } } });
if (only !== undefined && !(only in steps)) {
  console.error(`There is no step "${only}". There are: ${Object.keys(steps).join(', ')}.`);
  await shutdown.stop(2);
}

const begun = performance.now();
const lines: string[] = [];
const total: Counts = { passed: 0, failed: 0, failures: [] };
for (const [name, run] of Object.entries(steps)) {
  if (only !== undefined && name !== only) continue;
  console.log(`\n━━ ${name}`);
  const stepBegun = performance.now();
  const counts = await run().catch((error: Error): Counts => {
    console.error(error.message);
    return { passed: 0, failed: 1, failures: [error.message] };
  });
  if (shutdown.signal.aborted) break;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
  lines.push(
    `  ${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(12)}${seconds(stepBegun).padStart(8)}   ${counts.passed} passed, ${counts.failed} failed`,
  );
}
if (!shutdown.signal.aborted) {
  const failures = total.failures.length > 0 ? ['', ...total.failures] : [];
  console.log(
    [
      '',
      `━━ summary, ${seconds(begun)}`,
      ...lines,
      ...failures,
      '',
      `${total.passed} passed, ${total.failed} failed`,
    ].join('\n'),
  );
}
await shutdown.stop(total.failed > 0 ? 1 : 0);

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
