import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { fileKey, lockFiles } from '../files/files.ts';
import type { ObjectStore } from './objectStore.ts';

const HOUR_MS = 3_600_000;
/** Longer than any upload takes. */
const STAGED_FOR_MS = 24 * HOUR_MS;
/** So long a file may wait for the item that it was brought for. */
const UNUSED_FOR_MS = 30 * 24 * HOUR_MS;
const AT_ONCE = 1000;

/**
 * The nightly job that removes what nobody can reach any more: uploads that were cut off, files that no revision names for 30
 * days after they were brought, and objects without a row, which a crash between the two leaves. Source: TRUST U6, U7.
 */
export async function sweepFiles(
  _payload: unknown,
  { db, store, now }: { db: Db; store: ObjectStore; now: () => Date },
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await store.clearStage(before(STAGED_FOR_MS));
  const { rows: removed } = await sql<{ sha256: Buffer }>`
    delete from files where id in (
      select id from files where added_at < ${before(UNUSED_FOR_MS)}
        and not exists (select from content_revisions rev where rev.file_id = files.id) limit ${AT_ONCE})
    returning sha256`.execute(db);
  for (const { sha256 } of removed) await removeUnknown({ db, store }, fileKey(sha256));
  for await (const { key, lastModified } of store.list('files'))
    if (lastModified < before(STAGED_FOR_MS)) await removeUnknown({ db, store }, key);
}

/** Under the lock that addFile takes: nobody makes the row while the file goes. */
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
