import { buffer } from 'node:stream/consumers';
import { PortalError } from '../../errors.ts';
import { decoded } from './decodePicture.ts';
import { REFUSED } from '../process/guardedProcess.ts';
import { startGuard } from '../process/startGuard.ts';

/** Nobody sees the difference. */
const QUALITY = 92;
/** Of WebP, from 0 to 6. More takes twice the time for a twentieth of the size; less refuses some large pictures. */
const EFFORT = 2;

/**
 * Writes the picture that comes in on standard input anew, in the same format, upright, without metadata and without anything that
 * was hidden behind it. Ends with REFUSED, and what is wrong as JSON, when there is no decoding it.
 */
await startGuard();
try {
  process.stdout.write(
    await decoded(await buffer(process.stdin), (picture) =>
      picture
        .autoOrient()
        .jpeg({ quality: QUALITY, force: false })
        .webp({ quality: QUALITY, effort: EFFORT, force: false })
        .toBuffer(),
    ),
  );
} catch (error) {
  if (!(error instanceof PortalError)) throw error;
  process.stdout.write(JSON.stringify({ code: error.code, message: error.message }));
  process.exitCode = REFUSED;
}
