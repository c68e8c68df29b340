import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** By the clock; the process itself stops much earlier, by the work it has done. */
const MAX_WAIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 250;
const MAX_HEAP_MB = 512;
/** Exit code of a program that refuses the file and has written why. Source: sysexits, EX_DATAERR. */
export const REFUSED = 65;
/** How a process ends that took too much, or that a file brought down. */
const BROUGHT_DOWN = new Set(['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);

const root = new URL('../../../../../', import.meta.url);
const readable = ['apps/server/', 'packages/contracts/', 'node_modules/'].map(
  (folder) => `--allow-fs-read=${fileURLToPath(new URL(folder, root))}`,
);

interface Work {
  /** Has to call `startGuard`. */
  program: URL;
  args?: string[];
  /** What the program gets on its standard input. */
  input: Readable;
  /** Whether somebody still waits. */
  isWanted?: () => boolean;
  /** The program needs packages that are not JavaScript. */
  hasAddons?: boolean;
}

/**
 * Runs a program that looks at a file in a process of its own, which may read nothing but our code and write nothing, and which
 * ends by itself when the file asks for too much. `use` gets what it writes. Answers what `use` made of it and the exit code, or
 * `BroughtDown`. Throws when the process could not do its work, for which the file is not to blame, or when nobody waits any more.
 */
export async function runGuarded<Result>(
  { program, args = [], input, isWanted = () => true, hasAddons = false }: Work,
  use: (output: Readable, stop: () => void) => Promise<Result>,
): Promise<{ result: Result; code: number | 'BroughtDown' }> {
  const addons = hasAddons ? ['--allow-addons'] : [];
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-worker',
      ...addons,
      ...readable,
      `--max-old-space-size=${MAX_HEAP_MB}`,
      fileURLToPath(program),
      ...args,
    ],
    {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const stop = () => void child.kill('SIGKILL');
  const deadline = Date.now() + MAX_WAIT_MS;
  let isGivenUp = false;
  const watch = setInterval(() => {
    isGivenUp ||= !isWanted();
    if (isGivenUp || Date.now() > deadline) stop();
  }, LOOK_EVERY_MS);
  // A process that has seen enough stops listening; that is no failure.
  const fed = pipeline(input, child.stdin).catch(() => {});
  try {
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const [result, [code, signal]] = await Promise.all([use(child.stdout, stop), ended]);
    if (isGivenUp) throw new Error('looking at a file was given up');
    if (signal !== null && BROUGHT_DOWN.has(signal)) return { result, code: 'BroughtDown' };
    if (code === null) throw new Error(`looking at a file ended with ${signal}`);
    return { result, code };
  } finally {
    clearInterval(watch);
    stop();
    input.destroy();
    await fed;
  }
}
