import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 200;

/**
 * Acquires the lock in `file` for this process and returns a function that releases it. Waits up to `waitMs` if the
 * owner is alive; replaces the lock of a process that has ended. Throws a LockedError with the owner's process id.
 */
export async function acquireLock(file: string, options: { waitMs: number; onWait?: () => void }): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  const deadline = Date.now() + options.waitMs;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && !isRunning(owner)) {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > deadline) throw new LockedError(file, owner);
    options.onWait?.();
    await sleep(RETRY_MS);
  }
}

export class LockedError extends Error {
  override name = 'LockedError';
  readonly owner: number | undefined;

  constructor(file: string, owner: number | undefined) {
    super(`${file} is held by process ${owner}`);
    this.owner = owner;
  }
}

/** Undefined while the owner is still writing its process id, or has just released the lock. */
function readOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** A process id that now belongs to anything but a Node process is left over from before the machine restarted. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return false;
  }
}
