import type { DocumentFormat } from '@portico/kinds/media';

/**
 * Formats that a browser may display, because they have no active content; others are only offered for download.
 * Source: TRUST U2.
 */
export const inertFormats: ReadonlySet<DocumentFormat> = new Set([
  'PDF',
  'TXT',
  'PNG',
  'JPEG',
  'WEBP',
  'MP4',
  'WEBM',
  'VTT',
]);
