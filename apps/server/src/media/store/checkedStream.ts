import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { unavailable } from './bucketClient.ts';

/** How long a bucket may stay silent in the middle of an object. */
const MAX_SILENCE_MS = 20_000;

/**
 * Passes on the bytes of a response as they arrive. Ends with an error if there are fewer than promised, if they differ
 * from those that were stored, or if the bucket falls silent while someone waits for more.
 */
export function checkedStream(
  body: Readable,
  { bytes, sha256 }: { bytes: number; sha256: string | undefined },
): Readable {
  const stream = Readable.from(checkedChunks(body, bytes, sha256), { objectMode: false });
  // A generator that was never read from does not run its own cleanup.
  stream.once('close', () => body.destroy());
  return stream;
}

async function* checkedChunks(body: Readable, bytes: number, sha256: string | undefined): AsyncGenerator<Buffer> {
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let arrived = 0;
  for (;;) {
    const chunk = await nextInTime(body, chunks);
    if (chunk.done) break;
    arrived += chunk.value.length;
    hash?.update(chunk.value);
    yield chunk.value;
  }
  if (arrived !== bytes) throw unavailable(new Error(`the object ended after ${arrived} of ${bytes} bytes`));
  if (hash && hash.digest('hex') !== sha256) throw unavailable(new Error('the object is not what was stored'));
}

async function nextInTime(body: Readable, chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  const silent = setTimeout(() => body.destroy(new Error('the bucket fell silent')), MAX_SILENCE_MS);
  try {
    return await chunks.next();
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(silent);
  }
}
