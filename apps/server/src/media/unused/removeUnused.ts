import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { tryBlockBackups } from '../../backup/backupLock.ts';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { fileKey } from '../files/files.ts';
import { pictureKey } from '../pictures/pictures.ts';

/** Rows per transaction, which blocks editors who want to use one of them. */
const BATCH_SIZE = 500;

const RemovedFile = z.object({ sha256: Bytes });
const RemovedPicture = z.object({ id: z.uuid(), widths: z.array(z.int()) });

/**
 * Removes the files and pictures that have been unused, and neither uploaded again nor deleted, since before that
 * instant, then their objects with `removeObjects`. A backup copies rows before objects, so nothing is removed while
 * one runs.
 */
export async function removeUnused(
  db: Db,
  before: Date,
  removeObjects: (keys: string[]) => Promise<void>,
): Promise<'Done' | 'BackupRuns'> {
  for (;;) {
    const removed = await db
      .transaction()
      .execute(async (trx) => ((await tryBlockBackups(trx)) ? removeRows(trx, before) : undefined));
    if (!removed) return 'BackupRuns';
    await removeObjects(removed.keys);
    if (removed.count === 0) return 'Done';
  }
}

/** Rows that an editor is currently using are locked, and are skipped. */
async function removeRows(trx: Transaction<DB>, before: Date): Promise<{ count: number; keys: string[] }> {
  const due = (table: 'files' | 'pictures') => sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where unused_since is not null
        and greatest(unused_since, added_at, (select deleted_at from search_media media where media.id = ${sql.table(table)}.id)) < ${before}
      order by id limit ${BATCH_SIZE} for update skip locked)`;
  const files = await readRows(trx, RemovedFile, sql`${due('files')} returning sha256`);
  const pictures = await readRows(trx, RemovedPicture, sql`${due('pictures')} returning id, widths`);
  return {
    count: files.length + pictures.length,
    keys: [
      ...files.map(({ sha256 }) => fileKey(sha256)),
      ...pictures.flatMap(({ id, widths }) => widths.map((width) => pictureKey(id, width))),
    ],
  };
}
