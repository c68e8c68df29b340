import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import type { Storage } from '@portico/contracts/admin/storage';
import { BigInteger, readRowOrThrow } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';

const Sizes = z.object({
  databaseBytes: BigInteger,
  documents: z.int(),
  documentBytes: BigInteger,
  unusedDocuments: z.int(),
  unusedDocumentBytes: BigInteger,
  formFiles: z.int(),
  formFileBytes: BigInteger,
  pictures: z.int(),
  unusedPictures: z.int(),
});

/** New uploads start out unused, and imported files are first checked the following night. */
const NEW_UPLOAD_MS = DAY_MS;

export async function readStorage({ db, store, config, now }: Dependencies): Promise<Storage> {
  const isUnused = sql`unused_since < ${new Date(now().getTime() - NEW_UPLOAD_MS)}`;
  const [sizes, disk] = await Promise.all([
    readRowOrThrow(
      db,
      Sizes,
      sql`
        select pg_database_size(current_database()) as "databaseBytes", documents.*, forms.*, images.* from
          (select count(*)::int as documents, coalesce(sum(bytes), 0)::bigint as "documentBytes", count(*) filter (where ${isUnused})::int as "unusedDocuments",
            coalesce(sum(bytes) filter (where ${isUnused}), 0)::bigint as "unusedDocumentBytes" from files) documents,
          (select count(*)::int as "formFiles", coalesce(sum(bytes), 0)::bigint as "formFileBytes" from form_files) forms,
          (select count(*)::int as pictures, count(*) filter (where ${isUnused})::int as "unusedPictures" from pictures) images`,
    ),
    store.space().catch(() => null),
  ]);
  const [documentBytes, formFileBytes] = [Number(sizes.documentBytes), Number(sizes.formFileBytes)];
  return {
    databaseBytes: Number(sizes.databaseBytes),
    files: [
      {
        kind: 'documents',
        count: sizes.documents,
        bytes: documentBytes,
        unused: { count: sizes.unusedDocuments, bytes: Number(sizes.unusedDocumentBytes) },
      },
      { kind: 'formFiles', count: sizes.formFiles, bytes: formFileBytes, unused: null },
      {
        kind: 'pictures',
        count: sizes.pictures,
        bytes: null,
        unused: { count: sizes.unusedPictures, bytes: null },
      },
    ],
    quota: { usedBytes: documentBytes + formFileBytes, limitBytes: config.FILES_QUOTA_BYTES },
    store: disk === undefined ? 'bucket' : 'folder',
    disk: disk ?? null,
  };
}
