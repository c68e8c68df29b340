import { StudioFile } from '@portico/kinds/items/document/schemas';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

export const MAX_LISTED_VERSIONS = 200;

/** A file of a document that readers saw, with the revision that brought it. */
export const DocumentVersion = z.object({
  number: z.int(),
  file: StudioFile,
  publishedAt: z.iso.datetime(),
  /** Null if it was imported. */
  publishedBy: z.nullable(z.string()),
  /** Whether readers see it now. */
  isCurrent: z.boolean(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

/** Revisions that kept the file are left out. */
export const listDocumentVersions = endpoint({
  method: 'GET',
  path: '/api/v1/studio/documents/:itemId/versions',
  summary: 'The published files of a document, newest first',
  access: 'studio',
  isHidden: true,
  params: z.object({ itemId: z.uuid() }),
  response: z.object({ items: z.array(DocumentVersion) }),
});

/** Downloads the file of a published revision; the browser's token cookies authorize it. */
export const documentVersionUrl = (itemId: string, number: number | string): string =>
  `/media/documents/${itemId}/versions/${number}`;
