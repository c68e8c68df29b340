import { readdirSync, readFileSync } from 'node:fs';

/** A process and all it started, by id. Source: proc(5). */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readFile(`/proc/${name}/stat`);
    // The name of a process, in parentheses, may hold blanks.
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
}

/** Memory of a process and all it started, MiB: in use now, and the most of each so far. */
export function memoryOf(pid: number): { nowMib: number; peakMib: number } {
  const sum = (field: string) =>
    processTree(pid).reduce((total, one) => {
      const [, kilobytes = '0'] =
        new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFile(`/proc/${one}/status`)) ?? [];
      return total + Number(kilobytes);
    }, 0) / 1024;
  return { nowMib: sum('VmRSS'), peakMib: sum('VmHWM') };
}

/** CPU milliseconds that the main thread of a process has used, which in Node.js answers requests. */
export const mainThreadMs = (pid: number): number =>
  Number(readFile(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0]) / 1e6;

/** CPU milliseconds that a process and all it started have used, each with one thread, as in PostgreSQL. */
export const treeMs = (pid: number): number => processTree(pid).reduce((total, one) => total + mainThreadMs(one), 0);

/** Empty for a process that has just ended. */
function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
