import { fileFormats, formatOfExtension } from '@portico/kinds/fileFormats';
import { StudioFile } from '@portico/kinds/items/document/schemas';
import { MAX_FILE_BYTES, MAX_PICTURE_BYTES } from '@portico/kinds/media';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/* Files on their way into the library of the studio, in chunks, so that a lost connection costs one chunk. */

const studio = { access: 'studio', isHidden: true } as const;

/** Uploads of a person that are not finished. */
export const MAX_UPLOADS = 500;
/** Their declared sizes together. */
export const MAX_UPLOADS_BYTES = 5 * 1024 * 1024 * 1024;
/** Each chunk has this size, except the last one. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
/** Days after its last chunk until an unfinished upload is removed. */
export const UPLOAD_KEPT_DAYS = 7;

const PICTURE_EXTENSIONS = [
  ...(['PNG', 'JPEG', 'WEBP'] as const).flatMap((format) => fileFormats[format].extensions),
  'avif',
];

/** What files of this name become, and how large they may be; undefined if they are not accepted. */
export function uploadLimitsOf(fileName: string): { kind: 'Picture' | 'File'; maxBytes: number } | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (PICTURE_EXTENSIONS.includes(extension)) return { kind: 'Picture', maxBytes: MAX_PICTURE_BYTES };
  return formatOfExtension(extension) && { kind: 'File', maxBytes: MAX_FILE_BYTES };
}

/** What a finished upload became. */
export const UploadedMedia = z.object({
  id: z.uuid(),
  /** Whether the library had the same content, as far as the caller may use it. It was not stored again. */
  isKnown: z.boolean(),
  /** For a document; null for a picture. */
  file: z.nullable(StudioFile),
});
export type UploadedMedia = z.infer<typeof UploadedMedia>;

export const StudioUpload = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  /** Milliseconds since 1970, as the browser gave it. */
  lastModified: z.int(),
  /** How many bytes have arrived; the next chunk begins there. */
  received: z.int(),
  media: z.nullable(UploadedMedia),
});
export type StudioUpload = z.infer<typeof StudioUpload>;

/** Finished pictures are left out. A finished file stays until the caller has made a document of it and discards it. */
export const listUploads = endpoint({
  method: 'GET',
  path: '/api/v1/studio/uploads',
  summary: 'The caller’s unfinished uploads, oldest first',
  ...studio,
  response: z.object({ items: z.array(StudioUpload) }),
});

/**
 * Continues the unfinished upload with the same name, size and time of the last change, or begins one. One that is
 * refused doesn’t keep the others from being accepted.
 */
export const startUploads = endpoint({
  method: 'POST',
  path: '/api/v1/studio/uploads',
  summary: 'Begins or continues uploads',
  ...studio,
  body: z.object({
    files: z
      .array(
        z.object({
          fileName: z.string().check(z.minLength(1), z.maxLength(500)),
          bytes: z.int().check(z.nonnegative()),
          lastModified: z.int(),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_UPLOADS)),
  }),
  response: z.object({
    /** In the order of the request: an upload, or why the file is refused. */
    items: z.array(z.object({ upload: z.nullable(StudioUpload), problem: z.nullable(z.string()) })),
  }),
});

export const discardUploads = endpoint({
  method: 'POST',
  path: '/api/v1/studio/uploads/discard',
  summary: 'Removes uploads of the caller with what has arrived of them, but not what they have become',
  ...studio,
  body: z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_UPLOADS)) }),
});

/**
 * Takes the bytes of a chunk as the body of a PUT and answers with the StudioUpload. 409 unless the chunk begins where
 * the upload ended. With the last one, `DIGEST_HEADER` may have the SHA-256 of the whole file; if what arrived before
 * is of another file, the answer is 409 and the upload begins again.
 */
export const uploadChunkPath = '/api/v1/studio/uploads/:uploadId/chunks/:offset';
/** Source: RFC 9530. */
export const DIGEST_HEADER = 'repr-digest';
/** The value of `DIGEST_HEADER`; `digest` is in base64. */
export const sha256Digest = (digest: string): string => `sha-256=:${digest}:`;
