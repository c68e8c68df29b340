import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ids of a process and all its descendants. Source: proc(5). */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readFile(`/proc/${name}/stat`);
    // The name of a process, in parentheses, can contain spaces.
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
}

/** Memory of a process and all its descendants in MiB: in use now, and the sum of each one's peak. */
export function memoryOf(pid: number): { nowMib: number; peakMib: number } {
  const sum = (field: string) =>
    processTree(pid).reduce((total, one) => {
      const [, kilobytes = '0'] =
        new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFile(`/proc/${one}/status`)) ?? [];
      return total + Number(kilobytes);
    }, 0) / 1024;
  return { nowMib: sum('VmRSS'), peakMib: sum('VmHWM') };
}

/**
 * Memory of a process and all its descendants in MiB, in which pages that several processes share count once. Source:
 * proc_pid_smaps(5).
 */
export const proportionalMib = (pid: number): number =>
  processTree(pid).reduce(
    (total, one) => total + Number(/^Pss:\s+(\d+) kB/m.exec(readFile(`/proc/${one}/smaps_rollup`))?.[1] ?? 0),
    0,
  ) / 1024;

/** A tick of the kernel's clock, in which /proc/<pid>/stat counts on Linux. */
const TICK_MS = 10;

/**
 * CPU milliseconds used by all threads of a process and of all its descendants, also of those that ended, as far as
 * their parents have noticed.
 */
export const treeCpuMs = (pid: number): number =>
  processTree(pid).reduce((total, one) => {
    const stat = readFile(`/proc/${one}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime and cstime, the 14th to the 17th field of the file.
    return total + fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  }, 0);

/** The process id of the embedded PostgreSQL whose database is in this folder of a bench. */
export function postgresPidIn(folder: string): number {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (entry.endsWith('postmaster.pid')) return Number(readFileSync(join(folder, entry), 'utf8').split('\n')[0]);
  throw new Error(`No PostgreSQL runs in ${folder}`);
}

/** CPU milliseconds used by the main thread of a process, which handles requests in Node.js. */
export const mainThreadMs = (pid: number): number =>
  Number(readFile(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0]) / 1e6;

/** CPU milliseconds used by a process and all its descendants if each has one thread, as in PostgreSQL. */
export const treeMs = (pid: number): number => processTree(pid).reduce((total, one) => total + mainThreadMs(one), 0);

/** Empty for a process that has just ended. */
function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
