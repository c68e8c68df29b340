import { IMAGE_WIDTHS } from '@portico/kinds/media';
import { PortalError } from '../../errors.ts';
import { decoded, measured } from './decodePicture.ts';

/** The limit of the WebP format. */
const MAX_SIDE = 16_383;
/** With a lower quality, skies and skin begin to show banding. */
const WEBP = { quality: 78, effort: 4 } as const;

/** A picture in every width in which it is stored. */
export interface Drawing {
  /** As displayed, after the rotation stored by a camera. */
  width: number;
  height: number;
  variants: Array<{ width: number; webp: Buffer }>;
}

/**
 * Draws a picture as WebP in every width of IMAGE_WIDTHS up to its own, upright and without metadata. Throws as
 * `decoded` does, and `invalid_input` if it is too long for WebP.
 */
export async function drawPicture(bytes: Uint8Array): Promise<Drawing> {
  const {
    autoOrient: { width, height },
  } = await measured(bytes);
  const fitting = IMAGE_WIDTHS.filter((candidate) => candidate <= width);
  const widths = fitting.length > 0 ? [...fitting] : [width];
  if (widths.some((candidate) => (candidate * height) / width > MAX_SIDE))
    throw new PortalError('invalid_input', 'The picture is too tall for its width.');
  const variants: Drawing['variants'] = [];
  for (const size of widths)
    variants.push({
      width: size,
      webp: await decoded(bytes, (picture) => picture.autoOrient().resize({ width: size }).webp(WEBP).toBuffer()),
    });
  return { width, height, variants };
}
