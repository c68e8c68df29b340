import type { Readable } from 'node:stream';
import { z } from 'zod/mini';
import { DocumentPreview } from '@portico/contracts/documents';
import type { DocumentFormat } from '@portico/kinds/media';
import { programFile } from '../../locations.ts';
import { runGuarded } from '../process/guardedProcess.ts';
import { readingFailures } from './reading.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const program = programFile('readingProcess');

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
 * Reads a file in a separate process and validates its output. A file that exceeds the limits of the process fails as
 * `TooLarge`. Throws if the process failed for a reason other than the file, or if the result is no longer needed.
 */
export async function readInProcess(
  file: Readable,
  format: DocumentFormat,
  charset: string,
  isWanted: () => boolean,
): Promise<Outcome> {
  const { result, code } = await runGuarded({ program, args: [format, charset], input: file, isWanted }, outputOf);
  if (code === 'Crashed') return { failure: 'TooLarge' };
  if (code !== 0) throw new Error(`reading a file ended with code ${code}`);
  return z.parse(Outcome, JSON.parse(result));
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
