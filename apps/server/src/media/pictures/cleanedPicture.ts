import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod/mini';
import { PortalError } from '../../errors.ts';
import { programFile } from '../../locations.ts';
import { REJECTED, runGuarded } from '../process/guardedProcess.ts';
import type { StagedObject } from '../store/objectStore.ts';
import { MAX_PICTURE_BYTES } from './pictures.ts';

const program = programFile('cleaningProcess');

const Rejection = z.object({
  code: z.enum(['unsupported_media_type', 'payload_too_large', 'invalid_input']),
  message: z.string(),
});

let lastCleaning: Promise<unknown> = Promise.resolve();

/**
 * The same picture in the same format, upright, without metadata or appended data, staged by `stage`. Pictures are
 * cleaned one at a time in a separate process, because each takes up to several hundred megabytes of memory. Throws
 * `payload_too_large` for a picture that takes more or exceeds MAX_PICTURE_BYTES, otherwise as `decoded` does.
 */
export function cleanedPicture<Taken extends { staged: StagedObject }>(
  picture: StagedObject,
  stage: (cleaned: Readable) => Promise<Taken>,
): Promise<Taken> {
  const cleaning = lastCleaning.then(() => cleaned(picture, stage));
  lastCleaning = cleaning.catch(() => {});
  return cleaning;
}

async function cleaned<Taken extends { staged: StagedObject }>(
  picture: StagedObject,
  stage: (cleaned: Readable) => Promise<Taken>,
): Promise<Taken> {
  if (picture.size > MAX_PICTURE_BYTES) throw new PortalError('payload_too_large', 'A picture can be at most 25 MB.');
  const { result, code } = await runGuarded({ program, input: picture.stream(), hasAddons: true }, stage);
  if (code === 0) return result;
  try {
    if (code === 'Crashed')
      throw new PortalError('payload_too_large', 'This picture is too large to process. Please upload a smaller one.');
    if (code !== REJECTED) throw new Error(`cleaning a picture ended with code ${code}`);
    const rejection = z.parse(Rejection, JSON.parse((await buffer(result.staged.stream())).toString('utf8')));
    throw new PortalError(rejection.code, rejection.message);
  } finally {
    await result.staged.discard();
  }
}
