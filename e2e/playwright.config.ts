import { chmodSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { hosts, ports, readyAddress } from './support/ports.ts';

const root = resolve(import.meta.dirname, '..');
/** `npm test` gives a folder and removes it afterwards. Journeys find it in the environment. */
const dataRoot = (process.env.PORTICO_E2E_DATA ??= newDataRoot());

/** Open to enter: run by root the database has an account of its own. */
function newDataRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A portal of its own for the journeys: real database, real identity provider, demo content, a fresh folder each run. */
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
      PORTICO_DATA_DIR: join(dataRoot, String(port)),
      ...env,
    },
  };
}

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  // More than four share accounts that journeys expect to have to themselves.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
    // Motion and the recording of what is seen cost more than the journeys themselves where no graphics processor helps; those about motion switch it on.
    reducedMotion: 'reduce',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'account', testMatch: /account\.setup\.ts/ },
    {
      name: 'journeys',
      dependencies: ['account'],
      testIgnore: /account\.setup|screenshots\.spec|journeys\/(?:long|measured)\//,
    },
    { name: 'long', dependencies: ['account'], testMatch: /journeys\/long\// },
    // What is measured has the machine to itself.
    { name: 'measured', dependencies: ['account'], testMatch: /journeys\/measured\//, workers: 1 },
    { name: 'screenshots', dependencies: ['account'], testMatch: /screenshots\.spec\.ts/ },
  ],
  // Those without an address start beside the one that has the longest way; `account.setup.ts` waits for them.
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
    portal(ports.implicit, { SIGN_IN_MODE: 'implicit', DEMO_CONTENT: 'false' }),
    {
      ...portal(ports.code, { EMBEDDING_ORIGINS: Object.values(hosts).join(',') }),
      url: readyAddress(ports.code),
      timeout: 240_000,
    },
  ],
});
