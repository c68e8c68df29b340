import { PortalError } from '../../errors.ts';
import { REJECTED } from '../process/guardedProcess.ts';
import { startGuard } from '../process/startGuard.ts';
import { wholeStream } from '../process/wholeStream.ts';
import { drawPicture } from './drawPicture.ts';

/**
 * Draws the picture on standard input. Writes its measures as a line of JSON, then the variants. Exits with REJECTED
 * and the reason as JSON if the picture cannot be decoded.
 */
await startGuard();
try {
  const { width, height, variants } = await drawPicture(await wholeStream(process.stdin));
  const sizes = variants.map((variant) => ({ width: variant.width, bytes: variant.webp.length }));
  process.stdout.write(`${JSON.stringify({ width, height, variants: sizes })}\n`);
  for (const { webp } of variants) process.stdout.write(webp);
} catch (error) {
  if (!(error instanceof PortalError)) throw error;
  process.stdout.write(JSON.stringify({ code: error.code, message: error.message }));
  process.exitCode = REJECTED;
}
