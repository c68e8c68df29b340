import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

export const FileKind = z.enum(['documents', 'formFiles', 'pictures']);
export type FileKind = z.infer<typeof FileKind>;

export const Storage = z.object({
  databaseBytes: z.number(),
  files: z.array(
    z.object({
      kind: FileKind,
      count: z.int(),
      /** Null for pictures: their sizes are not recorded and do not count toward the quota. */
      bytes: z.nullable(z.number()),
      /** Files that have been unused for a day, as of last night's check; null where that is not known. */
      unused: z.nullable(z.object({ count: z.int(), bytes: z.nullable(z.number()) })),
    }),
  ),
  quota: z.object({ usedBytes: z.number(), limitBytes: z.number() }),
  /** Where files are stored; a bucket has no disk. */
  store: z.enum(['folder', 'bucket']),
  /** The disk of the file store; null for a bucket, and while the store is not responding. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
});
export type Storage = z.infer<typeof Storage>;

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/v1/admin/storage',
  summary: 'Space used by the database and the files, the quota, and the free space',
  access: 'admin',
  response: Storage,
});
