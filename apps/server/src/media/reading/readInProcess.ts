import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod/mini';
import { DocumentPreview } from '@portico/contracts/documents';
import type { DocumentFormat } from '@portico/contracts/media';
import { readingFailures } from './reading.ts';

/** By the clock; the process itself stops much earlier, by the work it has done. */
const MAX_WAIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 250;
const MAX_HEAP_MB = 512;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** How a process ends that took too much, or that a file brought down. */
const BROUGHT_DOWN = new Set(['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);

const program = fileURLToPath(new URL('./readingProcess.ts', import.meta.url));
const root = new URL('../../../../../', import.meta.url);
const readable = ['apps/server/', 'packages/contracts/', 'node_modules/'].map((folder) => `--allow-fs-read=${fileURLToPath(new URL(folder, root))}`);

const Outcome = z.union([
  z.object({ failure: z.enum(readingFailures) }),
  z.object({
    reading: z.object({
      pages: z.nullable(z.int()),
      texts: z.array(z.object({ page: z.int(), text: z.string() })),
      preview: z.optional(DocumentPreview),
    }),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;

/**
 * Reads a file in a process of its own, which may read nothing but our code and write nothing, and which ends by itself when
 * the file asks for too much: that is a failure of the file, `TooLarge`. What the process says is checked as well. Throws when
 * it could not do its work, for which the file is not to blame, or when `isWanted` says that nobody waits any more.
 */
export async function readInProcess(file: Readable, format: DocumentFormat, charset: string, isWanted: () => boolean): Promise<Outcome> {
  const child = spawn(process.execPath, ['--permission', '--allow-worker', ...readable, `--max-old-space-size=${MAX_HEAP_MB}`, program, format, charset], {
    env: {}, stdio: ['pipe', 'pipe', 'ignore'],
  });
  const deadline = Date.now() + MAX_WAIT_MS;
  let isGivenUp = false;
  const watch = setInterval(() => {
    isGivenUp ||= !isWanted();
    if (isGivenUp || Date.now() > deadline) child.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  // A process that has seen enough stops listening; that is no failure.
  const fed = pipeline(file, child.stdin).catch(() => {});
  try {
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const output = await outputOf(child.stdout, () => child.kill('SIGKILL'));
    const [code, signal] = await ended;
    if (isGivenUp) throw new Error('reading a file was given up');
    if (signal !== null && BROUGHT_DOWN.has(signal)) return { failure: 'TooLarge' };
    if (code !== 0) throw new Error(`reading a file ended with ${signal ?? `code ${code}`}`);
    return z.parse(Outcome, JSON.parse(output));
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
    file.destroy();
    await fed;
  }
}

async function outputOf(stream: Readable, stop: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_OUTPUT_BYTES) stop();
    else chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
