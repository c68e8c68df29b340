import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests of the long tier: they kill processes over and over, move large files, or measure time and memory. */
const LONG = '**/*.long.test.ts';

const onServer = {
  environment: 'node' as const,
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  // A busy machine takes several times as long as an idle one.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    reporters: ['default'],
    // Most of the time server tests wait: for the database, a timer or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          ...onServer,
          include: ['apps/server', 'dev', 'tools', 'bench', 'packages/contracts', 'packages/client'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: ['**/node_modules/**', 'tools/checks/**', LONG],
        },
      },
      // One file at a time, so that what is measured has the machine to itself.
      {
        test: {
          name: 'long',
          ...onServer,
          include: [LONG],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'checks',
          environment: 'node',
          include: ['tools/checks/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'jsdom',
          // Each file has its own globals, in a process that starts once: starting jsdom took most of the time.
          pool: 'vmForks',
          include: ['packages/*/{src,build}/**/*.test.{ts,tsx}', 'apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'packages/contracts/**', 'packages/client/**'],
          setupFiles: ['packages/testing/src/setup.ts', 'apps/web/src/locale/testTexts.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
