import sharp, { type Metadata, type Sharp } from 'sharp';
import { PortalError } from '../../errors.ts';

/** Source: TRUST U4. */
const MAX_PIXELS = 50_000_000;
/**
 * Decoded size. Above 50 million pixels with transparency in 8 bits, but below what some 16-bit pictures claim, which
 * would be decoded for many seconds until the process runs out of memory.
 */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;

// The picture library also reads SVG, PDF, TIFF and scripts. Only these four formats are accepted, judging by the
// content rather than the file name.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

/**
 * Returns the result of `work` on the decoded picture. Throws `unsupported_media_type` unless the content is JPEG, PNG,
 * WebP or AVIF, `payload_too_large` above 50 million pixels, `invalid_input` if it is damaged.
 */
export async function decoded<Result>(bytes: Uint8Array, work: (picture: Sharp) => Promise<Result>): Promise<Result> {
  try {
    return await work(sharp(withStillBrand(bytes), { limitInputPixels: MAX_PIXELS, failOn: 'error' }));
  } catch (error) {
    throw toPortalError(error as Error);
  }
}

/**
 * Reads the metadata from the picture's first bytes. Throws as `decoded` does, and `payload_too_large` above
 * MAX_DECODED_BYTES.
 */
export async function measured(bytes: Uint8Array): Promise<Metadata> {
  const metadata = await decoded(bytes, (picture) => picture.metadata());
  const { width, height, channels, depth } = metadata;
  if (width * height * channels * (depth === 'ushort' ? 2 : 1) > MAX_DECODED_BYTES)
    throw new PortalError('payload_too_large', 'This picture is too large to process. Please upload a smaller one.');
  return metadata;
}

/**
 * An animated AVIF contains its first frame as a still picture too, but libvips looks only at the major brand. Source:
 * AVIF 1.2, 6.2 and 6.3.
 */
function withStillBrand(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.subarray(4, 12)).toString('latin1') !== 'ftypavis') return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', 8, 'latin1');
  return still;
}

function toPortalError(cause: Error): PortalError {
  if (cause.message.includes('unsupported image format'))
    return new PortalError('unsupported_media_type', 'A picture must be a JPEG, PNG, WebP or AVIF file.', { cause });
  if (cause.message.includes('pixel limit'))
    return new PortalError('payload_too_large', 'A picture can have at most 50 million pixels.', { cause });
  return new PortalError('invalid_input', 'This picture can’t be opened. It may be damaged.', { cause });
}
