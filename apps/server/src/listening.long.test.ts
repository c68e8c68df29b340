import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startChildServer } from './testing/processes/childServer.ts';
import { testDatabase } from './testing/testDatabase.ts';
import { startTestIssuer } from './testing/testIssuer.ts';

/** A process that is starting, and the status of the first response to a path once it accepts connections. */
async function startingProcess() {
  const { applicationUrl: databaseUrl } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const port = await freePort();
  const start = () => startChildServer({ databaseUrl, issuer, port });
  const statusOf = async (path: string): Promise<number> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      if (answer) return answer.status;
      await sleep(5);
    }
  };
  return { issuer, start, statusOf };
}

test('a process listens only once it has the keys of a slow provider, so its first response is no 503 [OPS-496]', async () => {
  const { issuer, start, statusOf } = await startingProcess();
  issuer.answerKeysWith((response) =>
    setTimeout(() => response.end(JSON.stringify({ keys: [issuer.key().publicJwk] })), 2000),
  );
  const starting = start();
  expect(await statusOf('/readyz')).toBe(200);
  await starting;
});

test('a process whose provider is down listens after a while, alive but not ready [OPS-496]', async () => {
  const { issuer, start, statusOf } = await startingProcess();
  issuer.answerKeysWith((response) => response.writeHead(500).end());
  const starting = start();
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/readyz')).toBe(503);
  issuer.answerKeysWith(undefined);
  await starting;
});
