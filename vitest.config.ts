import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const onServer = (...folders: string[]) => ({
  environment: 'node' as const,
  include: folders.map((folder) => `${folder}/**/*.test.ts`),
  exclude: ['**/node_modules/**', 'tools/checks/**'],
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
});

export default defineConfig({
  test: {
    reporters: ['default'],
    // Most of the time tests wait, for a database, a timer or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'node', ...onServer('apps/server', 'dev', 'tools', 'packages/contracts', 'packages/client') } },
      // What is measured has the machine to itself.
      { test: { name: 'bench', ...onServer('bench'), fileParallelism: false } },
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
          // Each file has globals of its own, in a process that is started once: starting jsdom's took most of the time.
          pool: 'vmForks',
          include: ['packages/*/{src,build}/**/*.test.{ts,tsx}', 'apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'packages/contracts/**', 'packages/client/**'],
          setupFiles: ['packages/testing/src/setup.ts', 'apps/web/src/locale/testTexts.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 15_000,
        },
      },
    ],
  },
});
