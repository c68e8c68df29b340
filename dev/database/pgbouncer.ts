import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from './databases.ts';
import { findOperatingAccount } from './operatingAccount.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const START_TIMEOUT_MS = 10_000;

export interface PgBouncer {
  /** The address of the same database through the pooler, with the same role and password. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** The installed PgBouncer program, or undefined; Debian's package is `pgbouncer`. */
export function findPgBouncer(): string | undefined {
  return PROGRAMS.find((path) => existsSync(path));
}

/**
 * Runs PgBouncer in transaction mode in front of the server of `serverUrl`, for tests: on a free loopback port, without
 * client passwords, for the given roles. Without further settings, it rejects startup parameters as in production.
 */
export async function startPgBouncer(
  program: string,
  serverUrl: string,
  roles: Array<{ name: string; password: string }>,
  settings: string[] = [],
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { port: serverPort } = new URL(serverUrl);
  writeFileSync(join(folder, 'users.txt'), roles.map(({ name, password }) => `"${name}" "${password}"\n`).join(''));
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 2
${settings.join('\n')}
`,
  );
  const account = findOperatingAccount();
  const child = spawn(program, ['--quiet', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const through = (databaseUrl: string) => Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  const stop = async () => {
    child.kill('SIGINT');
    await Promise.race([ended, sleep(2000, undefined, { ref: false })]);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  await waitUntilItAnswers(through(serverUrl)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { through, stop };
}

async function waitUntilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await withConnection(url, async (client) => void (await client.query('select 1')));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
