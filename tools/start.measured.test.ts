import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from './services/ports.ts';
import { root } from './root.ts';
import { testEnvironment } from './tests/testProcess.ts';

const START_LIMIT_MS = 180_000;

let dataDir: string;
let port: number;
let identityPort: number;
let mailboxPort: number;
const started: Start[] = [];

interface Start {
  process: ChildProcess;
  output(): string;
  exitCode: Promise<number | null>;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-start-'));
  // When tests run as root, the database runs under its own account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755);
  [port, identityPort, mailboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
});

afterAll(async () => {
  for (const { process: child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ exitCode }) => exitCode));
  // A failed test may have left its database running; the next regular start would adopt and stop it.
  if (existsSync(pidFile())) {
    const last = start();
    await ready(last);
    await stop(last);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** What `npm start` runs, with its own folder and ports. */
function start(extra: NodeJS.ProcessEnv = {}): Start {
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...testEnvironment(),
      PORT: String(port),
      DEV_IDP_PORT: String(identityPort),
      DEV_MAILBOX_PORT: String(mailboxPort),
      PORTICO_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // As on a machine where the portal never ran.
      NODE_COMPILE_CACHE: undefined,
      ...extra,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exitCode = new Promise<number | null>((done) => child.once('exit', done));
  const one = { process: child, output: () => text, exitCode };
  started.push(one);
  return one;
}

async function ready(one: Start): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!one.output().includes('Ctrl-C stops everything')) {
    if (Date.now() > deadline || one.process.exitCode !== null) throw new Error(`It did not start:\n${one.output()}`);
    await sleep(50);
  }
}

async function stop(one: Start): Promise<number | null> {
  one.process.kill('SIGINT');
  return one.exitCode;
}

function connectionOf(user: string): string {
  const connection = JSON.parse(readFileSync(join(dataDir, 'postgres/connection.json'), 'utf8')) as {
    port: number;
    password: string;
  };
  return `postgres://${user}:${connection.password}@127.0.0.1:${connection.port}/portico`;
}

const query = (text: string) =>
  withConnection(connectionOf('portico'), async (client) => (await client.query(text)).rows);
const answers = (path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    ({ status }) => status,
    () => 'nothing',
  );

/** The process that does the work: the child of the one that npm starts. */
function workerOf(one: Start): number {
  return Number(readFileSync(join(dataDir, 'running'), 'utf8')) || one.process.pid!;
}

/** Exists while the database runs. */
const pidFile = () => join(dataDir, 'postgres/cluster/postmaster.pid');
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

test(
  'npm start sets up a portal with content and accounts in an empty folder, and Ctrl-C stops all of it [BASE-007]',
  { timeout: START_LIMIT_MS },
  async () => {
    const first = start();
    await ready(first);
    expect(first.output()).toContain(`Portico is ready at http://localhost:${port}`);
    for (const account of ['corporate', 'nlareg65', 'admin']) expect(first.output()).toContain(account);
    expect(await answers('/readyz')).toBe(200);
    expect(await answers('/news')).toBe(200);
    expect((await fetch(`http://localhost:${identityPort}/.well-known/openid-configuration`)).status).toBe(200);
    expect((await query(`SELECT count(*)::int AS items FROM content_items`))[0].items).toBeGreaterThan(50);
    expect(await stop(first)).toBe(0);
    expect(await answers('/healthz')).toBe('nothing');
    expect(existsSync(pidFile())).toBe(false);
  },
);

test(
  'a second npm start is quick, keeps the data, reports a folder or port in use, and stops with its parent process [BASE-008]',
  { timeout: 120_000 },
  async () => {
    const begun = Date.now();
    const second = start();
    await ready(second);
    // Five seconds on an idle machine, but other tests run at the same time.
    expect(Date.now() - begun).toBeLessThan(20_000);
    expect((await query(`SELECT count(*)::int AS items FROM content_items`))[0].items).toBeGreaterThan(50);
    expect(second.output()).toContain('already loaded');

    const sameFolder = start({ PORT: String(await findFreePort()) });
    const otherFolder = mkdtempSync(join(tmpdir(), 'portico-start-'));
    const samePort = start({ PORTICO_DATA_DIR: otherFolder });
    expect(await sameFolder.exitCode).toBe(1);
    expect(sameFolder.output()).toContain('already running');
    expect(await samePort.exitCode).toBe(1);
    expect(samePort.output()).toContain(`Port ${port} is in use`);
    expect(await answers('/readyz')).toBe(200);
    rmSync(otherFolder, { recursive: true, force: true });

    second.process.kill('SIGKILL');
    await expect.poll(() => answers('/healthz'), { timeout: 15_000 }).toBe('nothing');
    await expect.poll(() => existsSync(pidFile()), { timeout: 15_000 }).toBe(false);
  },
);

test('npm start names invalid settings before anything starts [R15]', { timeout: 60_000 }, async () => {
  for (const [extra, message] of [
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ PORT: 'abc' }, 'PORT must be a whole number'],
    [{ DEMO_CONTENT: 'maybe' }, 'DEMO_CONTENT must be "true" or "false"'],
    [{ NODE_ENV: 'production' }, 'Set OIDC_ISSUER'],
    [{ PUBLIC_URL: 'https://portal.example' }, 'Set OIDC_ISSUER'],
  ] as const) {
    const rejected = start(extra);
    expect(await rejected.exitCode).toBe(1);
    expect(rejected.output()).toContain(message);
    expect(rejected.output()).not.toContain('✓');
  }
});

test(
  'after kill -9 of everything while writing, the next start has every acknowledged row [R1]',
  { timeout: 120_000 },
  async () => {
    const first = start();
    await ready(first);
    await query('CREATE TABLE written (id integer PRIMARY KEY)');
    for (const victims of [['worker'], ['database'], ['worker', 'database']]) {
      let isOver = false;
      const [before] = await query('SELECT coalesce(max(id), 0)::int AS last FROM written');
      let acknowledged: number = before.last;
      const writing = withConnection(connectionOf('portico'), async (client) => {
        while (!isOver) {
          await client.query('INSERT INTO written VALUES ($1)', [acknowledged + 1]);
          acknowledged += 1;
        }
      }).catch(() => undefined);
      while (acknowledged < before.last + 200) await sleep(5);
      const current = started.at(-1)!;
      const worker = workerOf(current);
      if (victims.includes('database')) process.kill(postmasterPid(), 'SIGKILL');
      if (victims.includes('worker')) process.kill(worker, 'SIGKILL');
      else current.process.kill('SIGTERM');
      await current.exitCode;
      const next = start();
      await ready(next);
      isOver = true;
      await writing;
      const [after] = await query('SELECT count(*)::int AS rows, max(id)::int AS last FROM written');
      expect(after.rows).toBeGreaterThanOrEqual(acknowledged);
      expect(after.rows).toBe(after.last);
      // On a machine busy with other tests, the server can report itself as overloaded for a moment.
      await expect.poll(() => answers('/readyz'), { timeout: 10_000 }).toBe(200);
    }
    expect(await stop(started.at(-1)!)).toBe(0);
  },
);
