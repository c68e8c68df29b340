import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { buildWebApp } from './front-end/webApp.ts';
import { root } from './root.ts';
import { prepareShutdown } from './services/shutdown.ts';
import { runProgram } from './tests/testProcess.ts';
import { createTestRunners, packageProgram } from './tests/testRunners.ts';

/**
 * `npm run test:one -- <file>`: runs one test file, and builds what it needs. `<file>:<line>` runs the test on that
 * line; what follows the file goes to Vitest (`-t <title>`, `--watch`) or Playwright (`-g <title>`).
 */
const [target = '', ...rest] = process.argv.slice(2);
const shutdown = prepareShutdown();
const [, file = '', line = ''] = /^(.*?)((?::\d+)?)$/.exec(target) ?? [];
// npm runs scripts in the root; INIT_CWD is the folder in which the command was typed.
const path = relative(root, resolve(process.env.INIT_CWD ?? root, file)).replaceAll('\\', '/');

if (!existsSync(resolve(root, path)) || !/\.(?:test\.tsx?|spec\.ts)$/.test(path)) {
  console.error(
    file === ''
      ? 'Usage: npm run test:one -- <file>'
      : `${path} is not a test file: *.test.ts, *.test.tsx or *.spec.ts.`,
  );
  await shutdown.stop(2);
}

/** Playwright takes a regular expression for the file. */
const pattern = `${path.replaceAll('.', '\\.')}${line}`;
if (path.startsWith('e2e/')) {
  const isStory = path.startsWith('e2e/stories/');
  const project = path.endsWith('screenshots.spec.ts')
    ? 'screenshots'
    : (/^e2e\/\w+\/(long|measured)\//.exec(path)?.[1] ?? (isStory ? 'stories' : 'journeys'));
  const { failed } = await createTestRunners(shutdown).playwright(isStory ? 'stories' : 'playwright', [
    `--project=${project}`,
    pattern,
    ...rest,
  ]);
  await shutdown.stop(failed > 0 ? 1 : 0);
}
// Tests start the server with the front end as it was last built.
if (/^(?:apps\/server|bench|tools\/services)\//.test(path) && !existsSync(resolve(root, 'apps/web/dist')))
  console.log(`Front end: ${await buildWebApp(() => undefined, shutdown.signal)}`);
/** Judges elapsed time only on request, because something else may keep the machine busy. */
const project = process.env.PORTICO_TIMED === '1' ? 'timed' : '!timed';
const mode = rest.includes('--watch') ? [] : ['--run'];
process.env.PORTICO_TEST_WAIT_MS ??= '30000';
await shutdown.stop(
  await runProgram(packageProgram('vitest'), [...mode, `--project=${project}`, path + line, ...rest], {
    signal: shutdown.signal,
  }),
);
