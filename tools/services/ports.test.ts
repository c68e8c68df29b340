import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { expect, onTestFinished, test } from 'vitest';
import { findFreeBlock, findFreePort, startProblem, waitForFreePort } from './ports.ts';

async function take(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  onTestFinished(() => void server.close());
}

test('a port that stays in use is reported with the setting that changes it', async () => {
  const port = await findFreePort();
  await waitForFreePort(port, { setting: 'DEV_IDP_PORT', waitMs: 0 });
  await take(port);
  await expect(waitForFreePort(port, { setting: 'DEV_IDP_PORT', waitMs: 0 })).rejects.toThrow(
    `Port ${port} is in use by another program. Stop that program, or choose another port: DEV_IDP_PORT=`,
  );
});

test('a port that another process takes during startup gets a plain-language message; other failures keep theirs', async () => {
  const port = await findFreePort();
  await take(port);
  const folder = mkdtempSync(join(tmpdir(), 'portico-ports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const failure = await startMailbox({ folder, port }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(startProblem(failure)).toBe(
    `Port ${port} is now in use by another program. Stop that program, or choose other ports with PORT, DEV_IDP_PORT and DEV_MAILBOX_PORT.`,
  );
  expect(startProblem(new Error('The front end is not built.'))).toBe('The front end is not built.');
});

test('findFreeBlock returns ports below those of outgoing connections, each of which can be listened on', async () => {
  const first = await findFreeBlock(5);
  expect(first).toBeGreaterThanOrEqual(20_000);
  expect(first + 4).toBeLessThan(32_768);
  for (let port = first; port < first + 5; port += 1) await take(port);
});
