import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { builtServer } from './builtServer.ts';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from './nodeArguments.ts';
import { TEST_AUDIENCE, TEST_CLIENT_ID, type TestIssuer } from '../testIssuer.ts';
import { STATEMENT_TIMEOUT_MS } from '../globalSetup.ts';

/**
 * The parts of our environment that a child inherits: the compile cache, if set, saves it compiling what another child
 * has compiled before.
 */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'];

/** Where the server's source code is in a checkout. */
const SOURCES = fileURLToPath(new URL('../..', import.meta.url));

export interface Child {
  process: ChildProcess;
  /** Exit code and signal, once it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Whole lines that it has written to its output so far. */
  lines: string[];
}

/**
 * Runs a TypeScript file below `apps/server/src` in a separate process, which is killed at the end of the test; the
 * server itself as it was built, if this run has built it. Its output can go to an open file instead. `checkout` is the
 * root of another version, which runs with its own Node. `socket` is a bound socket, which the process gets as systemd
 * passes one.
 */
export function runChild(
  file: string,
  env: Record<string, string>,
  output: 'pipe' | number = 'pipe',
  {
    checkout,
    socket,
    fromSources = false,
  }: { checkout?: string | undefined; socket?: number | undefined; fromSources?: boolean | undefined } = {},
): Child {
  const [node, sources] = checkout
    ? [join(checkout, 'node_modules/.bin/node'), join(checkout, 'apps/server/src')]
    : [process.execPath, SOURCES];
  const built = file === 'main.ts' && !checkout && !fromSources ? builtServer : undefined;
  const command = [node, ...NODE_ARGUMENTS, built ? join(built, 'main.js') : join(sources, file)];
  const [program = '', ...args] =
    socket === undefined ? command : ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh', ...command];
  const child = spawn(program, args, {
    env: { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...NODE_ENVIRONMENT, ...env },
    stdio: ['ignore', output, 'inherit', ...(socket === undefined ? [] : [socket])],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, ended, lines };
}

export interface ChildServer extends Child {
  url: string;
}

/** The server as it runs in production, ready to serve, on its own port. */
export async function startChildServer(parts: {
  databaseUrl: string;
  issuer: Pick<TestIssuer, 'issuer' | 'discoveryUrl'>;
  port?: number;
  env?: Record<string, string>;
  output?: number;
  checkout?: string | undefined;
  /** A bound socket, which the server gets as systemd passes one. */
  socket?: number | undefined;
  /** For a test that changes a source file while it is loaded. */
  fromSources?: boolean;
}): Promise<ChildServer> {
  const { databaseUrl, issuer, port = await freePort(), env, output, checkout, socket, fromSources } = parts;
  const folder = await mkdtemp(join(tmpdir(), 'portico-child-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = runChild(
    'main.ts',
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      PORTICO_DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      OIDC_ISSUER: issuer.issuer,
      OIDC_DISCOVERY_URL: issuer.discoveryUrl,
      OIDC_CLIENT_ID: TEST_CLIENT_ID,
      OIDC_AUDIENCE: TEST_AUDIENCE,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      MAX_EVENT_LOOP_DELAY_MS: '60000',
      DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
      ...env,
    },
    output,
    { checkout, socket, fromSources },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    const { exitCode, signalCode } = child.process;
    if (exitCode !== null || signalCode !== null)
      throw new Error(
        `the server ended with ${signalCode ?? `code ${exitCode}`}:\n${child.lines.slice(-20).join('\n')}`,
      );
    await sleep(50);
  }
  return { ...child, url };
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.status === 200,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
