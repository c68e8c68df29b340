import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '@portico/tools/root';
import { findFreeBlock } from '@portico/tools/services/ports';

const START_TIMEOUT_MS = 300_000;
/** Consecutive ports: the portal's, the provider's, and the mailbox's, which is three above the first. */
const PORTS = 4;

type OnStop = (stop: () => Promise<void>) => void;

/** Runs `npm start`: the built portal with its demo content, on free ports and in a temporary folder. */
export async function startDemoPortal(onStop: OnStop): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  onStop(async () => rmSync(folder, { recursive: true, force: true }));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(folder, 0o755);
  const port = await findFreeBlock(PORTS);
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DEV_IDP_PORT: String(port + 1),
      PORTICO_DATA_DIR: folder,
      MAX_EVENT_LOOP_DELAY_MS: '60000',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onStop(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const address = `http://localhost:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The portal did not start.');
    await sleep(200);
  }
  return address;
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
