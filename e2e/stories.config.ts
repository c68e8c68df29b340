import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';

const port = Number(process.env.PORTICO_STORIES_PORT ?? 4410);

/** Tests of the stories, on pages with the portal's Content Security Policy. */
export default defineConfig({
  testDir: 'stories',
  outputDir: '../test-results/stories',
  fullyParallel: true,
  workers: 2,
  // These only end what hangs, as for journeys.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PORTICO_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.PORTICO_E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-US',
    reducedMotion: 'reduce',
    launchOptions,
  },
  projects: [
    { name: 'stories', testIgnore: /stories\/long\// },
    { name: 'long', testMatch: /stories\/long\// },
  ],
  webServer: {
    command: `${JSON.stringify(process.execPath)} tools/stories.ts`,
    cwd: resolve(import.meta.dirname, '..'),
    url: `http://localhost:${port}/`,
    timeout: 900_000,
    stdout: 'ignore',
    env: { ...(process.env as Record<string, string>), PORT: String(port) },
  },
});
