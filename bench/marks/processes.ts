import { readdirSync, readFileSync } from 'node:fs';

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
