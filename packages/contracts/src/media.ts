import { z } from 'zod/mini';

/** A picture as components and cards refer to it. Width and height are those of the original, in pixels. */
export const ImageRef = z.object({
  id: z.uuid(),
  /** Text for those who can't see the picture; empty for a decoration. */
  alt: z.string().check(z.maxLength(500)),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  /** Widths in pixels in which the server keeps the picture, ascending. */
  widths: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(8)),
  /** The photographer, where the license or courtesy requires the name. */
  credit: z.optional(z.string().check(z.maxLength(200))),
});
export type ImageRef = z.infer<typeof ImageRef>;

/** Widths in pixels that are made of every picture that is at least as wide. */
export const IMAGE_WIDTHS = [320, 640, 960, 1200] as const;

/** Kinds of files that the portal keeps, by content, not by name. Media files come without a preview of their own. */
export const documentFormats = [
  'PDF',
  'DOCX',
  'XLSX',
  'PPTX',
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
