import { z } from 'zod/mini';

const Percent = z.int().check(z.minimum(0), z.maximum(100));

/**
 * The point of a picture that stays in view when it is cropped, in percent of its width and height, from the top left.
 */
export const PictureFocus = z.object({ x: Percent, y: Percent });
export type PictureFocus = z.infer<typeof PictureFocus>;

/** In pixels. Narrower pictures look blurry at full width. */
export const MIN_FULL_WIDTH = 600;

export const MAX_ALT = 500;
export const MAX_CREDIT = 200;

/** A picture as components and cards refer to it. Width and height are those of the original, in pixels. */
export const ImageRef = z.object({
  id: z.uuid(),
  /** Text for people who can't see the picture; empty for a decorative one. */
  alt: z.string().check(z.maxLength(MAX_ALT)),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  /** Widths in pixels in which the server stores the picture, ascending. */
  widths: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(8)),
  /** The photographer, if the license or courtesy requires a credit. */
  credit: z.optional(z.string().check(z.maxLength(MAX_CREDIT))),
  /** Defaults to the center. */
  focus: z.optional(PictureFocus),
});
export type ImageRef = z.infer<typeof ImageRef>;

/** Variant widths in pixels. Each is made of every picture that is at least that wide. */
export const IMAGE_WIDTHS = [320, 640, 960, 1200] as const;

/** Source: TRUST U4. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Source: TRUST U4. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;

/**
 * Why a file can't be opened: the virus scanner has not scanned it yet, has found a virus in it, or does not accept
 * files of its size.
 */
export const FileHold = z.enum(['Waiting', 'Refused', 'TooLarge']);
export type FileHold = z.infer<typeof FileHold>;

/** File formats that the portal stores, detected by content, not by name. Media files have no preview. */
export const documentFormats = [
  'PDF',
  'DOCX',
  'XLSX',
  'PPTX',
  'ODT',
  'ODS',
  'ODP',
  'RTF',
  'CSV',
  'TXT',
  'PNG',
  'JPEG',
  'WEBP',
  'MP4',
  'WEBM',
  'VTT',
] as const;
export const DocumentFormat = z.enum(documentFormats);
export type DocumentFormat = z.infer<typeof DocumentFormat>;
