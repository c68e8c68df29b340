import type { ImageRef } from './media.ts';

/** Address of one variant, cacheable for ever; the browser's token cookies open it. */
export function imageUrl(image: Pick<ImageRef, 'id'>, width: number): string {
  return `/media/${image.id}/${width}.webp`;
}

/**
 * Address of a document's file, for links and viewers; the browser's token cookies open it. `download` saves instead of
 * showing.
 */
export function documentUrl(documentId: string, use: 'show' | 'download' = 'show'): string {
  return `/media/documents/${documentId}${use === 'download' ? '?download=1' : ''}`;
}
