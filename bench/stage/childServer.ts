import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';

/** Enough for a million items on a busy machine. A server that exits fails immediately. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 15_000;
const READY_CHECK_MS = 10;

export interface ChildServer {
  url: string;
  pid: number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/**
 * Starts a server as its own process on a free port, the way the README runs the portal, with no environment but `env`
 * and no log, and waits until /readyz responds with 200. `script` is a module address. Throws if the server exits or
 * does not become ready.
 */
export async function startChildServer(
  script: string,
  env: Record<string, string>,
  nodeArguments: string[] = [],
): Promise<ChildServer> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, ...nodeArguments, fileURLToPath(script)], {
    env: { ...NODE_ENVIRONMENT, PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', openSync(devNull, 'w'), 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(forced);
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${fileURLToPath(script)} did not become ready`);
    }
    await new Promise((resolve) => setTimeout(resolve, READY_CHECK_MS));
  }
  return { url, pid: child.pid!, signal: (name) => void child.kill(name), stop };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.status === 200,
    () => false,
  );

export function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}
