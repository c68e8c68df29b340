import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { tryBlockBackups } from '../../backup/backupLock.ts';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { formFileKey } from '../../media/files/files.ts';

/** How long unused files are retained, so that a discarded entry can be restored. */
const UNUSED_FOR_MS = DAY_MS;
const BATCH_SIZE = 1000;

const DeletedFile = z.object({ id: z.uuid() });

/**
 * Deletes files unused for a day, and objects without a row, which a crash can leave behind. A backup copies rows
 * before objects, so no row is deleted while one runs. Source: TRUST U6, U7.
 */
export async function sweepFormFiles(
  { db, store }: Pick<Dependencies, 'db' | 'store'>,
  now: Date,
): Promise<'Done' | 'BackupRuns'> {
  const before = new Date(now.getTime() - UNUSED_FOR_MS);
  for (;;) {
    const deleted = await db
      .transaction()
      .execute(async (trx) => ((await tryBlockBackups(trx)) ? deleteRows(trx, before) : undefined));
    if (!deleted) return 'BackupRuns';
    for (const { id } of deleted) await store.delete(formFileKey(id));
    if (deleted.length < BATCH_SIZE) break;
  }
  // Uses the machine's clock, like the times of the objects, and waits longer than any upload takes.
  const settled = new Date(Date.now() - DAY_MS);
  for await (const { key, lastModified } of store.list('forms')) {
    if (lastModified >= settled) continue;
    const id = key.split('/').at(-1)!;
    const isKnown =
      z.safeParse(z.uuid(), id).success &&
      (await db.selectFrom('form_files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    if (!isKnown) await store.delete(key);
  }
  return 'Done';
}

const deleteRows = (trx: Transaction<DB>, before: Date) =>
  readRows(
    trx,
    DeletedFile,
    sql`
      delete from form_files where id in (select id from form_files where unused_since < ${before} limit ${BATCH_SIZE}) and entry_id is null
      returning id`,
  );
