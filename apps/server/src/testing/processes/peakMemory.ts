import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_INTERVAL_MS = 10;
const KB = 1024;

/**
 * What `work` returns, and the most memory that a child process with `program` in its command line had meanwhile, in
 * bytes; 0 where the operating system has no `/proc`.
 */
export async function peakMemory<Result>(
  program: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const pid of childrenOf(process.pid))
        if (textOf(`/proc/${pid}/cmdline`).includes(program)) peak = Math.max(peak, peakOf(pid));
      await sleep(SAMPLE_INTERVAL_MS);
    }
  })();
  try {
    const result = await work();
    return { result, peak };
  } finally {
    isOver = true;
    await watching;
  }
}

function childrenOf(pid: number): string[] {
  const tasks = `/proc/${pid}/task`;
  return namesIn(tasks).flatMap((task) => textOf(`${tasks}/${task}/children`).split(' ').filter(Boolean));
}

const peakOf = (pid: string): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * KB;

/** Empty for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
