import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from './databases.ts';
import { locateNativeBinaries, SHARED_HOME, type NativeBinaries } from './nativeBinaries.ts';
import { findOperatingAccount, isReachable, type OperatingAccount } from './operatingAccount.ts';

/** Stored between starts in `connection.json`, readable only by its owner. */
interface Connection {
  port: number;
  password: string;
  /** The folder that holds `cluster/`: the data folder itself, or one below SHARED_HOME. */
  home: string;
}

export interface RunningCluster {
  /** Address of the `postgres` database as the superuser `postgres`. */
  superuserUrl: string;
  password: string;
  port: number;
  /** True if the server was still running after its process was killed. */
  adopted: boolean;
  /** Folder that contains the whole cluster. */
  home: string;
  /** Restarts the server on the same port whenever it disappears without being stopped. */
  keepAlive(onRestart: () => void): void;
  /** Fast shutdown: rolls back open transactions; everything committed is on disk. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  /** PostgreSQL settings by name, in addition to our defaults. Values without spaces or quotes. */
  settings?: Record<string, string>;
  onProgress?: ((step: string) => void) | undefined;
}

/** Crash recovery of a large write-ahead log takes a while; longer than this is an error. */
const START_TIMEOUT_MS = 120_000;
const RETRY_MS = 100;
const WATCH_MS = 500;
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const MIN_BUFFER_MB = 128;
const MAX_BUFFER_MB = 1024;

/**
 * Starts the cluster of `dataDir`, creating it on first use, and waits until a query succeeds after a real login.
 * Adopts a postmaster that is already running there. Safe to call again after any kind of crash.
 */
export async function startCluster({ dataDir, settings = {}, onProgress }: ClusterOptions): Promise<RunningCluster> {
  const account = findOperatingAccount();
  const binaries = locateNativeBinaries(account);
  const run = (program: string, args: string[]) => runProgram(program, args, account);
  const connection = readConnection(dataDir) ?? createConnection(dataDir, account, onProgress);
  const data = join(connection.home, 'cluster');

  if (!existsSync(join(data, 'PG_VERSION'))) {
    onProgress?.('Creating the database files');
    await initialize(connection, binaries, account, run);
  }

  const adopted = await startOrAdopt();
  let isStopping = false;
  let watching: NodeJS.Timeout | undefined;
  let restarting: ReturnType<Run> | undefined;
  return {
    superuserUrl: superuserUrl(connection),
    password: connection.password,
    port: connection.port,
    adopted,
    home: connection.home,
    keepAlive(onRestart) {
      watching ??= setTimeout(() => void supervise(onRestart), WATCH_MS).unref();
    },
    async stop() {
      isStopping = true;
      clearTimeout(watching);
      await restarting;
      await stop(data, binaries, run);
    },
  };

  /** Restarts the server if it is gone, and retries until that works, for example after the disk was full. */
  async function supervise(onRestart: () => void): Promise<void> {
    if (!findPostmaster(data)) {
      restarting = run(binaries.pgCtl, startArguments(data, connection.port, settings));
      if ((await restarting).code === 0) onRestart();
      restarting = undefined;
    }
    if (!isStopping) watching = setTimeout(() => void supervise(onRestart), WATCH_MS).unref();
  }

  async function startOrAdopt(): Promise<boolean> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    let failure = 'It is running but does not respond to queries.';
    while (Date.now() < deadline) {
      const postmaster = findPostmaster(data);
      if (postmaster) {
        connection.port = postmaster.port ?? connection.port;
        if (await answers(connection, data)) {
          saveConnection(dataDir, connection);
          return true;
        }
        await sleep(RETRY_MS);
        continue;
      }
      connection.port = await chooseFreePort(connection.port);
      saveConnection(dataDir, connection);
      onProgress?.('Starting the database');
      const outcome = await run(binaries.pgCtl, startArguments(data, connection.port, settings));
      if (outcome.code === 0 && (await answers(connection, data))) return false;
      // Right after a kill -9, old workers still hold the shared memory, or another process may be starting it too.
      failure = `${outcome.output}\n${tail(join(data, 'server.log'))}`.trim();
      await sleep(RETRY_MS);
      if (
        /could not|FATAL/.test(failure) &&
        !/shared memory block|lock file|Address already in use|starting up/.test(failure)
      )
        break;
    }
    throw new Error(`The database in ${data} did not start.\n${failure}`);
  }
}

function superuserUrl({ port, password }: Connection): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

function readConnection(dataDir: string): Connection | undefined {
  const file = join(dataDir, 'connection.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Connection) : undefined;
}

function saveConnection(dataDir: string, connection: Connection): void {
  const file = join(dataDir, 'connection.json');
  // Several processes may adopt a database at the same time.
  const unfinished = `${file}.${randomBytes(8).toString('hex')}.new`;
  writeFileSync(unfinished, JSON.stringify(connection), { mode: 0o600 });
  renameSync(unfinished, file);
}

/** Decides where a new cluster is stored: next to its connection file, unless the database account can't access it. */
function createConnection(
  dataDir: string,
  account: OperatingAccount | undefined,
  onProgress?: (step: string) => void,
): Connection {
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new Error(
      `${join(dataDir, 'connection.json')} is missing, and with it the password of the database next to it. Restore the file, or remove ${dataDir} to start over.`,
    );
  }
  let home = resolve(dataDir);
  if (!isReachable(home, account)) {
    home = join(SHARED_HOME, randomBytes(8).toString('hex'));
    mkdirSync(home, { recursive: true, mode: 0o755 });
    onProgress?.(`Keeping the database files in ${home}, because its account cannot access ${dataDir}`);
  }
  const connection = { port: 0, password: randomBytes(24).toString('base64url'), home };
  saveConnection(dataDir, connection);
  return connection;
}

type Run = (program: string, args: string[]) => Promise<{ code: number | null; output: string }>;

/** Uses a temporary name and renames at the end, so that an interrupted attempt can simply be repeated. */
async function initialize(
  connection: Connection,
  binaries: NativeBinaries,
  account: OperatingAccount | undefined,
  run: Run,
): Promise<void> {
  const unfinished = join(connection.home, 'cluster.new');
  const passwordFile = join(connection.home, 'password.new');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, connection.password, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    const { code, output } = await run(binaries.initdb, [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--data-checksums',
    ]);
    if (code !== 0) throw new Error(`The database files could not be created in ${unfinished}.\n${output}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, join(connection.home, 'cluster'));
}

/** An eighth of the machine's memory, within limits. PostgreSQL allocates it as it fills. */
function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, MIN_BUFFER_MB), MAX_BUFFER_MB));
}

function startArguments(data: string, port: number, settings: Record<string, string>): string[] {
  const log = join(data, 'server.log');
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) renameSync(log, `${log}.old`);
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${bufferMegabytes()}MB`,
    timezone: 'UTC',
    ...settings,
  };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  return ['start', '-D', data, '-l', log, '-w', '-t', String(START_TIMEOUT_MS / 1000), '-s', '-o', options];
}

async function stop(data: string, binaries: NativeBinaries, run: Run): Promise<void> {
  if (!findPostmaster(data)) return;
  const { code, output } = await run(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60', '-s']);
  if (code !== 0 && findPostmaster(data)) throw new Error(`The database in ${data} did not stop.\n${output}`);
}

/** The live postmaster named in the cluster's pid file; removes a file left by a crash. */
function findPostmaster(data: string): { pid: number; port: number | undefined } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (pid > 0 && isPostmaster(pid, data)) return { pid, port: Number(lines[3]) || undefined };
  rmSync(file, { force: true });
  return undefined;
}

/** After a reboot the pid may belong to another program, so check its command line. */
function isPostmaster(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform === 'win32') return true;
  const commandLine = readCommandLine(pid);
  return commandLine.includes('postgres') && commandLine.includes(data);
}

function readCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** A listening port or a live pid proves nothing after a kill -9; only a query after a real login does. */
async function answers(connection: Connection, data: string): Promise<boolean> {
  try {
    return await withConnection(superuserUrl(connection), async (client) => {
      const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
      return resolve(rows[0]?.folder ?? '') === resolve(data);
    });
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new Error(`The database in ${data} is running but rejects the password stored with it.`, { cause: error });
    }
    return false;
  }
}

async function chooseFreePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(undefined));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

function runProgram(program: string, args: string[], account: OperatingAccount | undefined): ReturnType<Run> {
  // The host's locale breaks initdb on many machines, and PG* variables would change how the programs behave.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)));
  const child = spawn(program, args, {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...account,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done({ code, output: output.trim() }));
  });
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : '';
}
