import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_PICTURE_BYTES } from '@portico/kinds/media';
import { PortalError } from '../../errors.ts';
import { programFile } from '../../locations.ts';
import { runGuarded } from '../process/guardedProcess.ts';
import type { StagedObject } from '../store/objectStore.ts';
import { failureOf, inTurn } from './pictureProcess.ts';

const program = programFile('cleaningProcess');

/**
 * The same picture in the same format, upright, without metadata or appended data, staged by `stage`. It is cleaned in
 * a separate process, in turn. Throws `payload_too_large` for a picture that takes too much or exceeds
 * MAX_PICTURE_BYTES, otherwise as `decoded` does.
 */
export function cleanedPicture<Taken extends { staged: StagedObject }>(
  picture: StagedObject,
  stage: (cleaned: Readable) => Promise<Taken>,
): Promise<Taken> {
  return inTurn(() => cleaned(picture, stage));
}

async function cleaned<Taken extends { staged: StagedObject }>(
  picture: StagedObject,
  stage: (cleaned: Readable) => Promise<Taken>,
): Promise<Taken> {
  if (picture.size > MAX_PICTURE_BYTES) throw new PortalError('payload_too_large', 'A picture can be at most 25 MB.');
  const { result, code } = await runGuarded({ program, input: picture.stream(), hasAddons: true }, stage);
  if (code === 0) return result;
  try {
    throw failureOf(code, await buffer(result.staged.stream()));
  } finally {
    await result.staged.discard();
  }
}
