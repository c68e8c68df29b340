import { PortalError } from '../../errors.ts';
import { decoded, measured } from './decodePicture.ts';
import { REJECTED } from '../process/guardedProcess.ts';
import { startGuard } from '../process/startGuard.ts';
import { wholeStream } from '../process/wholeStream.ts';

/** Without a visible difference from the original. */
const QUALITY = 92;
/**
 * Effort for WebP, from 0 to 6. A higher value takes twice the time to save 5 %; a lower one fails on some large
 * pictures.
 */
const EFFORT = 2;

/**
 * Reencodes the picture on standard input in the same format, upright, without metadata or appended data. Exits with
 * REJECTED and the reason as JSON if the picture cannot be decoded.
 */
await startGuard();
try {
  const bytes = await wholeStream(process.stdin);
  await measured(bytes);
  process.stdout.write(
    await decoded(bytes, (picture) =>
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
  process.exitCode = REJECTED;
}
