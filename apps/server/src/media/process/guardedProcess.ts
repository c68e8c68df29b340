import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../locations.ts';

/** Wall-clock time. The process ends itself much earlier, when its CPU time is used up. */
const MAX_WAIT_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 250;
const MAX_HEAP_MB = 512;
/** For new objects. V8's default saves hardly any CPU time and takes up to 150 MB more at the peak. */
const MAX_SEMI_SPACE_MB = 8;
/** Exit code of a program that rejects the file and has written the reason. Source: sysexits, EX_DATAERR. */
export const REJECTED = 65;
/** The outcome of a process that exceeded its limits or crashed on a file. */
const CRASH_SIGNALS = new Set(['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);

const readable = ['apps/server/', 'packages/authoring/', 'packages/contracts/', 'packages/kinds/', 'node_modules/'].map(
  (folder) => `--allow-fs-read=${fileURLToPath(new URL(folder, ROOT))}`,
);

interface Work {
  /** Must call `startGuard`. */
  program: URL;
  args?: string[];
  /** The program's standard input. */
  input: Readable;
  /** Whether the result is still needed. */
  isWanted?: () => boolean;
  /** Whether the program needs native packages. */
  hasAddons?: boolean;
  /** Whether requests and everything else go before it. */
  isInBackground?: boolean;
}

/**
 * Runs a program that processes a file in a separate process, which can read only our code, cannot write, and ends if
 * the file exceeds its limits. `use` reads the output. Returns the result of `use` and the exit code, or `Crashed`.
 * Throws if the process failed for a reason other than the file, or if the result is no longer needed.
 */
export async function runGuarded<Result>(
  { program, args = [], input, isWanted = () => true, hasAddons = false, isInBackground = false }: Work,
  use: (output: Readable, stop: () => void) => Promise<Result>,
): Promise<{ result: Result; code: number | 'Crashed' }> {
  const addons = hasAddons ? ['--allow-addons'] : [];
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-worker',
      ...addons,
      ...readable,
      `--max-old-space-size=${MAX_HEAP_MB}`,
      `--max-semi-space-size=${MAX_SEMI_SPACE_MB}`,
      fileURLToPath(program),
      ...args,
    ],
    {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  if (isInBackground) lowerPriority(child.pid);
  const stop = () => void child.kill('SIGKILL');
  const deadline = Date.now() + MAX_WAIT_MS;
  let isCanceled = false;
  const watch = setInterval(() => {
    isCanceled ||= !isWanted();
    if (isCanceled || Date.now() > deadline) stop();
  }, CHECK_INTERVAL_MS);
  // A process closes its input once it needs no more; that is not an error.
  const inputWritten = pipeline(input, child.stdin).catch(() => {});
  try {
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const [result, [code, signal]] = await Promise.all([use(child.stdout, stop), ended]);
    if (isCanceled) throw new Error('processing a file was canceled');
    if (signal !== null && CRASH_SIGNALS.has(signal)) return { result, code: 'Crashed' };
    if (code === null) throw new Error(`processing a file ended with ${signal}`);
    return { result, code };
  } finally {
    clearInterval(watch);
    stop();
    input.destroy();
    await inputWritten;
  }
}

/** On Linux, the priority belongs to the first thread, and threads that it starts later inherit it. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already; awaiting it says why.
  }
}
