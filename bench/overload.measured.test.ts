import autocannon, { type Client, type Result } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChildServer } from '@portico/server/testing/processes/childServer';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { expect, onTestFinished, test } from 'vitest';

const USUAL_CONNECTIONS = 40;
/**
 * On any machine, memory grows over the first 50,000 calls or so and then stays constant; the test compares memory
 * under overload with that level.
 */
const USUAL_CALLS = 60_000;

test('the server rejects excess load with Retry-After at ten times the usual load, memory stays flat, and five seconds later nothing is left open [R9, R14]', async () => {
  const { url: databaseUrl, db } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const make = contentMaker(db, { now: new Date() });
  for (let i = 0; i < 30; i += 1) await make.news();
  const server = await startChildServer({
    databaseUrl,
    issuer,
    env: { MAX_EVENT_LOOP_DELAY_MS: '1000', LOG_LEVEL: 'error' },
  });
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const metric = async (name: string) =>
    [
      ...(await (await fetch(`${server.url}/metrics`)).text()).matchAll(
        new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'),
      ),
    ].reduce((sum, [, value]) => sum + Number(value), 0);
  const residentBytes = () => metric('process_resident_memory_bytes');
  const call = () => fetch(`${server.url}/api/v1/news`, { headers });
  const load = (
    connections: number,
    options: { amount: number } | { duration: number; setupClient: (client: Client) => void },
  ) =>
    new Promise<Result>((done, failed) => {
      autocannon({ url: `${server.url}/api/v1/news`, headers, connections, ...options, timeout: 20 }, (error, result) =>
        error ? failed(error) : done(result),
      );
    });

  const usualLoad = load(USUAL_CONNECTIONS, { amount: USUAL_CALLS });
  let isUsual = true;
  void usualLoad.finally(() => (isUsual = false));
  const usual: number[] = [];
  while (isUsual) {
    await sleep(500);
    usual.push(await residentBytes());
  }
  await usualLoad;
  const openFiles = await metric('process_open_fds');
  const retryAfter: Array<string | undefined> = [];
  const overload = load(10 * USUAL_CONNECTIONS, {
    duration: 8,
    setupClient: (client) =>
      client.on('headers', ({ statusCode, headers: sent }) => {
        const name = sent.findIndex((one) => one.toLowerCase() === 'retry-after');
        if (statusCode === 503) retryAfter.push(name < 0 ? undefined : sent[name + 1]);
      }),
  });
  const seen: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    await sleep(500);
    seen.push(await residentBytes());
    expect((await fetch(`${server.url}/healthz`)).status, 'liveness does not depend on load').toBe(200);
  }
  const { statusCodeStats, errors } = await overload;
  expect(Math.max(...seen) / Math.max(...usual)).toBeLessThan(1.5);
  expect(Object.keys(statusCodeStats).sort()).toEqual(['200', '503']);
  expect(errors).toBe(0);
  expect(new Set(retryAfter)).toEqual(new Set(['1']));
  await expect
    .poll(
      async () => {
        const begun = performance.now();
        const { status } = await call();
        return status === 200 && performance.now() - begun < 250;
      },
      { timeout: 5000 },
    )
    .toBe(true);
  await expect.poll(() => metric('process_open_fds'), { timeout: 5000 }).toBeLessThan(openFiles + 20);
  expect(await metric('portico_database_connections')).toBeLessThanOrEqual(10);
  expect(server.process.exitCode).toBeNull();
}, 400_000);
