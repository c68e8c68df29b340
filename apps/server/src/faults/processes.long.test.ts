import { expect, onTestFinished, test } from 'vitest';
import { freePort, isReady, startChildServer } from '../testing/processes/childServer.ts';
import { signIn, startCrowd } from '../testing/faults/crowd.ts';
import { reportFault } from '../testing/faults/figures.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { startTestIssuer } from '../testing/testIssuer.ts';

/** Usually a few seconds, but the machine may be busy with other work; bench/README.md has the figures. */
const MAX_WAIT_MS = 40_000;

async function setup() {
  const { url, db } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  return {
    db,
    issuer,
    start: (env: Record<string, string> = {}, port?: number) =>
      startChildServer({ databaseUrl: url, issuer, env, ...(port ? { port } : {}) }),
  };
}

/** Code that runs in the process when it receives SIGUSR2. */
const onSignal = (before: string, code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`${before} process.on('SIGUSR2', () => { ${code} });`)}`,
});

test('a process that is frozen and resumes loses nothing, and readers wait for a retry [OPS-374]', async () => {
  const { db, issuer, start } = await setup();
  const [frozen, other] = await Promise.all([start(), start()]);
  const crowd = startCrowd(issuer, [frozen.url, other.url]);
  await crowd.works(50);
  frozen.process.kill('SIGSTOP');
  await crowd.works(50);
  frozen.process.kill('SIGCONT');
  await expect.poll(() => isReady(frozen.url)).toBe(true);
  const { failed } = crowd.tries();
  await crowd.works(50);
  const figures = await crowd.finish(db);
  reportFault({ fault: 'one of two processes frozen (SIGSTOP)', ...figures });
  expect(failed, 'calls failed while the process was frozen').toBeGreaterThan(0);
  expect(figures.lost).toBe(0);
  expect(figures.longestReadMs).toBeLessThan(MAX_WAIT_MS);
});

test('a process that hits its memory limit ends and loses nothing; the other one serves until it is back [OPS-374]', async () => {
  const { db, issuer, start } = await setup();
  const port = await freePort();
  const hungry = onSignal('const kept = [];', 'for (;;) kept.push(Array.from({ length: 1000 }, Math.random));');
  const doomed = await start({ NODE_OPTIONS: `--max-old-space-size=160 ${hungry.NODE_OPTIONS}` }, port);
  const other = await start();
  const crowd = startCrowd(issuer, [doomed.url, other.url]);
  await crowd.works(50);
  doomed.process.kill('SIGUSR2');
  expect(await doomed.ended).toEqual({ code: null, signal: 'SIGABRT' });
  await crowd.works(50);
  // Restart it, as systemd or Kubernetes does.
  await start({}, port);
  await crowd.works(50);
  const figures = await crowd.finish(db);
  reportFault({ fault: 'memory limit of one of two processes hit', ...figures });
  expect(figures.lost).toBe(0);
  expect(figures.longestReadMs).toBeLessThan(MAX_WAIT_MS);
});

test('a clock that jumps ten minutes ahead and back causes no failed calls [OPS-374]', async () => {
  const { db, issuer, start } = await setup();
  const jumping = onSignal(
    `const RealDate = Date; let offset = 0;
    globalThis.Date = class extends RealDate {
      constructor(...values) { super(...(values.length > 0 ? values : [RealDate.now() + offset])); }
      static now() { return RealDate.now() + offset; }
    };`,
    'offset = offset > 0 ? -600_000 : 600_000;',
  );
  const server = await start(jumping);
  const brief = await signIn(issuer, 'brief', { validForSeconds: 300 });
  const status = async () => (await fetch(`${server.url}/api/v1/home`, { headers: brief })).status;
  const crowd = startCrowd(issuer, [server.url]);
  await crowd.works(50);
  expect(await status()).toBe(200);
  server.process.kill('SIGUSR2');
  await expect.poll(status, { message: 'ten minutes ahead' }).toBe(401);
  await crowd.works(50);
  server.process.kill('SIGUSR2');
  await expect.poll(status, { message: 'ten minutes behind' }).toBe(200);
  await crowd.works(50);
  const { rejected } = crowd.tries();
  const figures = await crowd.finish(db);
  reportFault({ fault: 'clock ten minutes ahead, then ten minutes behind', ...figures });
  expect(rejected).toBe(0);
  expect(figures.lost).toBe(0);
});
