import type { ImageRef } from './media.ts';

/** URL of one variant, cacheable forever; the browser's token cookies authorize it. */
export function imageUrl(image: Pick<ImageRef, 'id'>, width: number): string {
  return `/media/${image.id}/${width}.webp`;
}

/**
 * URL of a document's file, for links and viewers; the browser's token cookies authorize it. `download` saves the file
 * instead of showing it.
 */
export function documentUrl(documentId: string, use: 'show' | 'download' = 'show'): string {
  return `/media/documents/${documentId}${use === 'download' ? '?download=1' : ''}`;
}
