import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';
import { createDatabase, dropDatabase } from './databases.ts';

export interface TestCluster {
  /** Address of the `postgres` database; hand it to createDatabase and dropDatabase in other processes. */
  url: string;
  createDatabase(name: string, template?: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const PREFIX = 'portico-test-';

/**
 * A throwaway PostgreSQL for one test run, shared by all its files, with every safeguard against power loss off.
 * Clusters whose run was killed are stopped and removed first.
 */
export async function startTestCluster(): Promise<TestCluster> {
  await removeAbandonedClusters();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  // Run by root the database has an account of its own, which must be able to enter.
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'owner'), String(process.pid));
  const cluster = await openThrowaway(dataDir);
  return {
    url: cluster.superuserUrl,
    createDatabase: (name, template) => createDatabase(cluster.superuserUrl, name, template),
    dropDatabase: (name) => dropDatabase(cluster.superuserUrl, name),
    stop: cluster.remove,
  };
}

async function openThrowaway(dataDir: string): Promise<{ superuserUrl: string; remove(): Promise<void> }> {
  const cluster = await startCluster({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const remove = async () => {
    await cluster.stop();
    for (const folder of [cluster.home, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  return { superuserUrl: cluster.superuserUrl, remove };
}

async function removeAbandonedClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name);
    try {
      if (!isAlive(Number(readFileSync(join(dataDir, 'owner'), 'utf8')))) await (await openThrowaway(dataDir)).remove();
    } catch {
      // Another user's folder, or one that another run is clearing away right now: not ours to touch.
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
