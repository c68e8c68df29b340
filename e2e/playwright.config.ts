import { chmodSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';
import { hosts, ports, readyAddress } from './support/ports.ts';

const root = resolve(import.meta.dirname, '..');
/**
 * Folder of the portals' data. `npm test` passes one and removes it afterward; journeys read it from the environment.
 */
const dataRoot = (process.env.PORTICO_E2E_DATA ??= newDataRoot());

const ELSEWHERE = /account\.setup|screenshots\.spec|journeys\/(?:long|measured)\//;
/** The tag of a long-tier journey that is in the same file as the others on its subject. */
const LONG = /@long\b/;
/** The tag of the preparations that every project waits for. */
const MAIN_ACCOUNTS = /@main-accounts\b/;

/** Readable by others, because when we run as root, PostgreSQL runs under another account. */
function newDataRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * A portal for the journeys: a real database, a real identity provider, demo content, and a new folder for each run.
 */
function portal(port: number, env: Record<string, string> = {}) {
  return {
    command: 'node tools/bootstrap.mjs start',
    cwd: root,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    stdout: 'ignore' as const,
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(port),
      DEV_IDP_PORT: String(port + 1),
      LOG_LEVEL: 'warn',
      // A busy test machine falls behind without being overloaded.
      MAX_EVENT_LOOP_DELAY_MS: '60000',
      PORTICO_DATA_DIR: join(dataRoot, String(port)),
      BACKUP_URL: pathToFileURL(join(dataRoot, `${port}-backups`)).href,
      // Practically never; a journey starts its own backup.
      BACKUP_SCHEDULE: '0 0 29 2 *',
      // Journeys start receivers of webhooks on this machine.
      WEBHOOK_NETWORKS: '127.0.0.1',
      ...env,
    },
  };
}

export default defineConfig({
  testDir: 'journeys',
  // Not the folder around it, which another run may be using.
  outputDir: '../test-results/journeys',
  globalSetup: './support/virusScanner.ts',
  fullyParallel: true,
  // Journeys wait for half of their time. With more than four, they would share accounts that they expect to have to
  // themselves.
  workers: Math.min(4, availableParallelism() + 1),
  // These only end what hangs: long enough for a quarter of the CPU beside other steps of `npm test`.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PORTICO_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.PORTICO_E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: `http://localhost:${ports.code}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Makes a control that never becomes enabled fail by name before the time limit of the whole journey.
    actionTimeout: 60_000,
    // Without a GPU, motion and screen recordings cost more than the journeys themselves; journeys about motion enable
    // it.
    reducedMotion: 'reduce',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: 'main-account', testMatch: /account\.setup\.ts/, grep: MAIN_ACCOUNTS },
    { name: 'more-accounts', testMatch: /account\.setup\.ts/, grepInvert: MAIN_ACCOUNTS },
    {
      name: 'journeys',
      dependencies: ['main-account', 'more-accounts'],
      testIgnore: ELSEWHERE,
      grepInvert: LONG,
    },
    { name: 'long', dependencies: ['main-account'], testMatch: /journeys\/long\// },
    { name: 'long-tag', dependencies: ['main-account', 'more-accounts'], testIgnore: ELSEWHERE, grep: LONG },
    // Measurements have the machine to themselves.
    { name: 'measured', dependencies: ['main-account'], testMatch: /journeys\/measured\//, workers: 1 },
    { name: 'screenshots', dependencies: ['main-account', 'more-accounts'], testMatch: /screenshots\.spec\.ts/ },
  ],
  // Servers without a `url` start in parallel with the slowest one; `account.setup.ts` waits for them.
  webServer: [
    {
      command: 'node tools/bootstrap.mjs examples',
      cwd: root,
      stdout: 'ignore',
      env: {
        ...(process.env as Record<string, string>),
        PORTAL_URL: `http://localhost:${ports.code}`,
        EXAMPLES_PORT: String(ports.plainHost),
      },
    },
    portal(ports.implicit, {
      SIGN_IN_MODE: 'implicit',
      DEMO_CONTENT: 'false',
      CLAMAV_URL: `tcp://127.0.0.1:${ports.virusScanner}`,
    }),
    {
      ...portal(ports.code, { EMBEDDING_ORIGINS: Object.values(hosts).join(',') }),
      url: readyAddress(ports.code),
      timeout: 900_000,
    },
  ],
});
