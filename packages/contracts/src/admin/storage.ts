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
      /** Null for pictures, whose sizes are not recorded and do not count for the quota. */
      bytes: z.nullable(z.number()),
      /** Those that nothing has used for a day, as the last night found them; null where that is not known. */
      unused: z.nullable(z.object({ count: z.int(), bytes: z.nullable(z.number()) })),
    }),
  ),
  quota: z.object({ usedBytes: z.number(), limitBytes: z.number() }),
  /** Where files are; a bucket has no disk. */
  place: z.enum(['folder', 'bucket']),
  /** Of the disk that the file store is on; null for a bucket, and while the store does not answer. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
});
export type Storage = z.infer<typeof Storage>;

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/v1/admin/storage',
  summary: 'How much space the database and the files use, the quota, and the free space',
  access: 'admin',
  response: Storage,
});
