import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CreditFile } from '@portico/contracts/creditClaims';
import { MAX_CREDIT_FILE_BYTES } from '@portico/contracts/creditClaimLimits';
import { DAY_MS } from '@portico/contracts/durations';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRow, readRowOrThrow } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { receiveFile, tooLarge } from '../../media/files/files.ts';
import type { ScanUpload } from '../../media/scanning/scanUpload.ts';
import type { ObjectStore } from '../../media/store/objectStore.ts';
import type { Reader } from '../../visibility/visibility.ts';

/** Certificates that one person has uploaded and entered for nothing yet. */
export const MAX_UNUSED_FILES = 20;
const UNUSED_MS = DAY_MS;

const isUsed = sql`exists (select from credit_claim_steps step where step.file_id = file.id)`;
const CountRow = z.object({ count: z.int() });
const AddedRow = z.object({ id: z.uuid() });

/**
 * Receives a certificate, a PDF file or a picture. It is removed after a day unless a claim names it. Throws as
 * `receiveFile` does, `conflict` if too many wait, `unavailable` if it can't be scanned for viruses now.
 */
export async function addCreditFile(
  { db, store, scan }: { db: Db; store: ObjectStore; scan: ScanUpload },
  reader: Reader,
  { fileName, length, stream }: { fileName: string; length: number | undefined; stream: () => Readable },
): Promise<CreditFile> {
  if (length !== undefined && length > MAX_CREDIT_FILE_BYTES) throw tooLarge(MAX_CREDIT_FILE_BYTES);
  await assertRoom(db, reader);
  const incoming = {
    stream,
    fileName,
    maxBytes: MAX_CREDIT_FILE_BYTES,
    formats: ['PDF', 'PNG', 'JPEG'] as const,
    scan,
  };
  return receiveFile(store, { ...incoming, formats: [...incoming.formats] }, async (file) => {
    if (file.scan === 'Waiting')
      throw new PortalError('unavailable', 'Files can’t be checked for viruses right now. Please try again.', {
        retryAfter: 60,
      });
    const content = await buffer(file.staged.stream());
    await assertRoom(db, reader);
    const { id } = await readRowOrThrow(
      db,
      AddedRow,
      sql`insert into credit_files (user_id, file_name, media_type, sha256, content, added_at)
        values (${reader.id}, ${file.fileName}, ${file.mediaType}, ${file.sha256}, ${content}, ${reader.now}) returning id`,
    );
    return { id, fileName: file.fileName, bytes: content.length };
  });
}

async function assertRoom(db: Db, reader: Reader): Promise<void> {
  const { count } = await readRowOrThrow(
    db,
    CountRow,
    sql`select count(*)::int as count from credit_files file where file.user_id = ${reader.id} and not ${isUsed}`,
  );
  if (count >= MAX_UNUSED_FILES)
    throw new PortalError('conflict', 'You have added many files without sending them. Please try again tomorrow.');
}

const FileRow = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  content: Bytes,
  userId: z.uuid(),
});

/** A certificate of the reader; for those who oversee credits, also those of claims. */
export const findCreditFile = (
  db: Db,
  { reader, mayOversee }: { reader: Reader; mayOversee: boolean },
  fileId: string,
): Promise<z.infer<typeof FileRow> | undefined> =>
  readRow(
    db,
    FileRow,
    sql`select file_name as "fileName", media_type as "mediaType", content, user_id as "userId" from credit_files file
      where file.id = ${fileId} and (file.user_id = ${reader.id} or ${mayOversee}::boolean and ${isUsed})`,
  );

/** Removes certificates that no claim has named for a day. */
export async function removeUnusedCreditFiles(db: Db, now: Date): Promise<void> {
  await sql`delete from credit_files file where file.added_at < ${new Date(now.getTime() - UNUSED_MS)} and not ${isUsed}`.execute(
    db,
  );
}
