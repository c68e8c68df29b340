import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCluster, type RunningCluster } from './cluster.ts';
import { withConnection } from './databases.ts';
import { findOperatingAccount } from './operatingAccount.ts';

const SETTINGS = {
  fsync: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  wal_keep_size: '512MB',
  // Makes a replica that was disconnected reconnect quickly.
  wal_retrieve_retry_interval: '200ms',
};

export interface ReplicatedServer {
  /** Address of the `postgres` database as the superuser. */
  url: string;
  /** The postmaster's process id. */
  pid(): number;
  /** Pauses all its processes with SIGSTOP, or continues them. */
  freeze(): void;
  thaw(): void;
  /** Kills all its processes at once, as if the machine was lost. */
  kill(): void;
  /** Starts it again on its port. */
  start(): Promise<void>;
}

export interface ReplicatedCluster {
  primary: ReplicatedServer;
  replicas: ReplicatedServer[];
  /** Stops all servers and removes their files. */
  stop(): Promise<void>;
}

/** A throwaway primary with streaming replicas, for tests and benchmarks. */
export async function startReplicatedCluster(
  replicaCount: number,
  settings: Record<string, string> = {},
): Promise<ReplicatedCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-replicas-'));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(folder, 0o755);
  const all = { ...SETTINGS, ...settings };
  const primary = await openServer(join(folder, 'primary'), all);
  const servers = [primary];
  try {
    for (let index = 1; index <= replicaCount; index += 1) {
      const dataDir = join(folder, `replica${index}`);
      await copyAsReplica(primary.cluster(), dataDir);
      servers.push(await openServer(dataDir, all));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  async function stop(): Promise<void> {
    for (const server of servers) {
      server.thaw();
      await server.cluster().stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return { primary, replicas: servers.slice(1), stop };
}

async function openServer(dataDir: string, settings: Record<string, string>) {
  let cluster = await startCluster({ dataDir, settings });
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processesOf(cluster.home)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended.
      }
    }
  };
  return {
    url: cluster.superuserUrl,
    cluster: () => cluster,
    pid: () => processesOf(cluster.home)[0]!,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill: () => signalAll('SIGKILL'),
    start: async () => void (cluster = await startCluster({ dataDir, settings })),
  };
}

/** The postmaster, first, and its children. */
function processesOf(home: string): number[] {
  let postmaster: number;
  try {
    postmaster = Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid]) => pid!);
  return [postmaster, ...children];
}

/** Makes a base backup with PostgreSQL's low-level API, because the bundled programs lack pg_basebackup. */
async function copyAsReplica(primary: RunningCluster, dataDir: string): Promise<void> {
  const data = join(dataDir, 'cluster');
  mkdirSync(dataDir);
  await withConnection(primary.superuserUrl, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    // Files that disappear during the copy don't matter, because the write-ahead log has their changes.
    await promisify(execFile)('cp', ['-a', join(primary.home, 'cluster'), data]).catch(() => {});
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0]!.labelfile);
  });
  for (const name of ['postmaster.pid', 'postmaster.opts', 'server.log']) rmSync(join(data, name), { force: true });
  const { hostname, port, username, password } = new URL(primary.superuserUrl);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  writeFileSync(join(data, 'standby.signal'), '');
  const account = findOperatingAccount();
  if (account)
    for (const name of ['backup_label', 'postgresql.auto.conf', 'standby.signal'])
      chownSync(join(data, name), account.uid, account.gid);
  writeFileSync(
    join(dataDir, 'connection.json'),
    JSON.stringify({ port: 0, password: primary.password, home: dataDir }),
    { mode: 0o600 },
  );
}
