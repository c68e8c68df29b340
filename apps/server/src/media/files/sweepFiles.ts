import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRows } from '../../db/rows.ts';
import { fileKey, lockFiles, queueOutdated } from './files.ts';
import type { ObjectStore } from '../store/objectStore.ts';

const HOUR_MS = 3_600_000;
/** Longer than any upload takes. */
const MAX_STAGED_MS = 24 * HOUR_MS;
/** How long an uploaded file may wait for the item that uses it. */
const MAX_UNUSED_MS = 30 * 24 * HOUR_MS;
const AT_ONCE = 1000;

const RemovedFile = z.object({ sha256: Bytes });

/**
 * The nightly job that removes unreachable files: interrupted uploads, files that no revision refers to 30 days after
 * their upload, and objects without a row, which a crash may leave. Has files read again that an earlier reader has
 * read. Source: TRUST U6, U7.
 */
export async function sweepFiles(
  _payload: unknown,
  { db, store, now }: { db: Db; store: ObjectStore; now: () => Date },
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await store.clearStage(before(MAX_STAGED_MS));
  const removed = await readRows(
    db,
    RemovedFile,
    sql`
      delete from files where id in (
        select id from files where added_at < ${before(MAX_UNUSED_MS)}
          and not exists (select from content_revisions rev where rev.file_id = files.id)
          and not exists (select from studio_drafts draft where draft.draft #>> '{fields,file,fileId}' = files.id::text) limit ${AT_ONCE})
      returning sha256`,
  );
  for (const { sha256 } of removed) await removeUnknown({ db, store }, fileKey(sha256));
  for await (const { key, lastModified } of store.list('files'))
    if (lastModified < before(MAX_STAGED_MS)) await removeUnknown({ db, store }, key);
  await queueOutdated(db, AT_ONCE);
}

/** Holds the lock of addFile, so that no row is created while its file is removed. */
async function removeUnknown({ db, store }: { db: Db; store: ObjectStore }, key: string): Promise<void> {
  const sha256 = Buffer.from(key.split('/').at(-1)!, 'hex');
  if (await isKnown(db, sha256)) return;
  await db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    if (!(await isKnown(trx, sha256))) await store.delete(key);
  });
}

async function isKnown(db: Db, sha256: Buffer): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('sha256', '=', sha256).executeTakeFirst()) !== undefined;
}
