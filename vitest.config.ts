import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests of the long tier: they repeatedly kill processes, try many random cases, or wait for timeouts. */
const LONG = '**/*.long.test.ts';

/** Tests of the long tier that measure time or memory. */
const MEASURED = '**/*.measured.test.ts';

/** Tests that use programs that operators install: nginx, another identity provider. */
const SERVICES = '**/*.services.test.ts';

/** How long `expect.poll` waits. Vitest's default of a second is too short on a busy machine. */
const POLL_TIMEOUT_MS = 30_000;
const polling = { poll: { timeout: POLL_TIMEOUT_MS } };

const onServer = {
  environment: 'node' as const,
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  // A busy machine takes several times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: polling,
};

export default defineConfig({
  test: {
    reporters: ['default'],
    // Server tests spend most of their time waiting for the database, a timer or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          ...onServer,
          // Reloading the server for each file cost a fifth of the CPU time. Tests restore what they change.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          setupFiles: ['apps/server/src/testing/checkedRows.ts'],
          include: [
            'apps/server',
            'dev',
            'tools',
            'bench',
            'packages/contracts',
            'packages/client',
            'packages/authoring',
          ].map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/node_modules/**', 'tools/{checks,deploy}/**', LONG, MEASURED, SERVICES],
        },
      },
      {
        test: {
          name: 'long',
          ...onServer,
          include: [LONG],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          // Each test keeps the machine busy, and some wait for processes that must start in time.
          fileParallelism: false,
        },
      },
      // One file at a time, so that measurements have the machine to themselves.
      {
        test: {
          name: 'measured',
          ...onServer,
          include: [MEASURED],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'services',
          ...onServer,
          include: [SERVICES],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
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
          expect: polling,
        },
      },
      // Tests of what operators install: units, rules, manifests. Without their validator, tests are skipped and say
      // so.
      {
        test: {
          name: 'deploy',
          environment: 'node',
          include: ['tools/deploy/**/*.test.ts'],
          testTimeout: 120_000,
          expect: polling,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'jsdom',
          // Each file has its own globals, but files share a process: loading jsdom in each took most of the time.
          pool: 'vmForks',
          include: ['packages/*/{src,build}/**/*.test.{ts,tsx}', 'apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'packages/contracts/**', 'packages/client/**'],
          // A waiting query fails many times before it finds its element, and would print the page each time.
          env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
          setupFiles: ['packages/testing/src/setup.ts', 'apps/web/src/locale/testTexts.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
          expect: polling,
        },
      },
    ],
  },
});
