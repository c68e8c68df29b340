import { Readable } from 'node:stream';
import { z } from 'zod/mini';
import { programFile } from '../../locations.ts';
import { runGuarded } from '../process/guardedProcess.ts';
import { wholeStream } from '../process/wholeStream.ts';
import type { Drawing } from './drawPicture.ts';
import { failureOf, inTurn } from './pictureProcess.ts';

const program = programFile('drawingProcess');
const NEWLINE = 0x0a;

const Sizes = z.object({
  width: z.int(),
  height: z.int(),
  variants: z.array(z.object({ width: z.int(), bytes: z.int() })),
});

/**
 * Draws a picture as `drawPicture` does, in a separate process of lower priority, in turn, so that a hundred uploads
 * leave the CPUs to requests. Throws also `payload_too_large` for a picture that takes too much.
 */
export function drawInBackground(bytes: Uint8Array): Promise<Drawing> {
  return inTurn(async () => {
    const { result, code } = await runGuarded(
      { program, input: Readable.from([bytes]), hasAddons: true, isInBackground: true },
      wholeStream,
    );
    if (code !== 0) throw failureOf(code, result);
    const end = result.indexOf(NEWLINE);
    const { width, height, variants } = z.parse(Sizes, JSON.parse(result.toString('utf8', 0, end)));
    let start = end + 1;
    return {
      width,
      height,
      variants: variants.map((variant) => ({
        width: variant.width,
        webp: result.subarray(start, (start += variant.bytes)),
      })),
    };
  });
}
