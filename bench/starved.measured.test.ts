import autocannon, { type Result } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@portico/server/settings/settings';
import { startChildServer } from '@portico/server/testing/processes/childServer';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { streamPath } from '@portico/contracts/stream';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { expect, onTestFinished, test } from 'vitest';

/** A fifth of a processor, in time slices like those of a control group with a CPU quota. */
const RUNS_MS = 20;
const STOPPED_MS = 80;
const CONNECTIONS = 16;
const SECONDS = 15;

/** Lets a process run only a fifth of the time, until the returned function is called. */
function starve(send: (signal: NodeJS.Signals) => unknown): () => Promise<void> {
  let isOver = false;
  const slices = (async () => {
    while (!isOver) {
      send('SIGSTOP');
      await sleep(STOPPED_MS);
      send('SIGCONT');
      await sleep(RUNS_MS);
    }
  })();
  return async () => {
    isOver = true;
    await slices;
  };
}

test('with a fifth of a processor the portal is slower, but responds to every call on every connection [FAST-005]', async () => {
  const { url: databaseUrl, db } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const make = contentMaker(db, { now: new Date() });
  for (let count = 0; count < 30; count += 1) await make.news();
  const server = await startChildServer({
    databaseUrl,
    issuer,
    env: { LOG_LEVEL: 'error', MAX_EVENT_LOOP_DELAY_MS: settings.MAX_EVENT_LOOP_DELAY_MS.default! },
  });
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const load = (seconds: number) =>
    new Promise<Result>((done, failed) => {
      const target = { url: `${server.url}/api/v1/news`, headers, connections: CONNECTIONS };
      autocannon({ ...target, duration: seconds, timeout: 10 }, (error, result) =>
        error ? failed(error) : done(result),
      );
    });

  await load(5);
  const { isOpen, close } = await holdStream(server.url + streamPath, headers);
  const usedBefore = await processorSeconds(server.url);
  const stopStarving = starve((signal) => server.process.kill(signal));
  const result = await load(SECONDS);
  // Checks the CPU time it used, because responses per second depend on other load on the machine.
  expect((await processorSeconds(server.url)) - usedBefore).toBeLessThan(0.4 * SECONDS);
  expect(result).toMatchObject({ errors: 0, non2xx: 0, resets: 0 });
  expect(result.statusCodeStats['200']?.count).toBeGreaterThan(SECONDS);
  expect(isOpen(), 'an open stream stays open').toBe(true);
  await stopStarving();
  close();
});

/** CPU time that a server has used so far, in all its threads. */
async function processorSeconds(url: string): Promise<number> {
  const [, seconds] = /^process_cpu_seconds_total (\S+)/m.exec(await (await fetch(`${url}/metrics`)).text())!;
  return Number(seconds);
}

/** Opens the event stream of a person. */
async function holdStream(url: string, headers: Record<string, string>) {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  expect(response.status).toBe(200);
  let isOpen = true;
  void response
    .body!.pipeTo(new WritableStream())
    .catch(() => undefined)
    .finally(() => (isOpen = false));
  return { isOpen: () => isOpen, close: () => stop.abort() };
}
