import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';
import { createDatabase, dropDatabase, withConnection, type Template } from './databases.ts';

export interface TestCluster {
  /** Address of the `postgres` database; pass it to createDatabase and dropDatabase in other processes. */
  url: string;
  /** The fastest way to copy a database on this server's storage. */
  strategy: Template['strategy'];
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const PREFIX = 'portico-test-';
/** Linux keeps files in this folder in memory. */
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * A throwaway PostgreSQL for one test run, shared by all test files, without durability, and in memory if there is
 * room: nearly every test has its own database, and creating one on disk would take longer than most tests. Clusters of
 * killed runs are stopped and removed first.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const isInMemory = hasRoomInMemory();
  const folder = isInMemory ? MEMORY : tmpdir();
  await removeAbandonedClusters(folder);
  const dataDir = mkdtempSync(join(folder, PREFIX));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'owner'), String(process.pid));
  const cluster = await openThrowaway(dataDir);
  return {
    url: cluster.superuserUrl,
    strategy: isInMemory ? 'file_copy' : 'wal_log',
    createDatabase: (name) => createDatabase(cluster.superuserUrl, name),
    dropDatabase: (name) => dropDatabase(cluster.superuserUrl, name),
    stop: cluster.remove,
  };
}

async function openThrowaway(dataDir: string): Promise<{ superuserUrl: string; remove(): Promise<void> }> {
  const cluster = await startCluster({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      shared_buffers: '32MB',
      max_wal_size: '128MB',
      // Tests are too short for it, and it would visit every one of their databases.
      autovacuum: 'off',
    },
  });
  // Tests connect thousands of times, and a strong password hash, which each connection waits for, is of no use here.
  await withConnection(cluster.superuserUrl, (client) =>
    client.query(`set scram_iterations = 1; alter role postgres password '${cluster.password}'`),
  );
  const remove = async () => {
    await cluster.stop();
    for (const folder of [cluster.home, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  return { superuserUrl: cluster.superuserUrl, remove };
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_MEMORY_BYTES;
  } catch {
    return false;
  }
}

async function removeAbandonedClusters(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(folder, name);
    try {
      if (!isAlive(Number(readFileSync(join(dataDir, 'owner'), 'utf8')))) await (await openThrowaway(dataDir)).remove();
    } catch {
      // Another user's folder, or one that another run is removing right now.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
