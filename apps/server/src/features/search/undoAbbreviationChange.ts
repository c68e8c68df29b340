import { sql } from 'kysely';
import { z } from 'zod/mini';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import { found, PortalError } from '../../errors.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { rejectDuplicates, toRow } from './abbreviations.queries.ts';
import { listChanges, readChanges } from './abbreviationHistory.ts';

const LockedRow = z.object({ id: z.int() });

/**
 * Makes an abbreviation what it was before a change. Throws `not_found`, and `conflict` if it was changed again since,
 * or another one has what it was.
 */
export function undoChange(db: Db, changeId: number, { id: actorId, now }: Pick<Reader, 'id' | 'now'>) {
  return rejectDuplicates(
    db.transaction().execute(async (trx) => {
      const known = sql`select id from search_abbreviation_changes where id = ${changeId} for update`;
      found(await readRow(trx, LockedRow, known), 'change');
      await sql`lock table search_abbreviations in share row exclusive mode`.execute(trx);
      const [change] = await readChanges(trx, sql`change.id = ${changeId}`);
      const { before, after, mayUndo: isSame } = found(change, 'change');
      if (!isSame)
        throw new PortalError('conflict', 'This can no longer be undone, because the abbreviation was changed again.');
      if (before === null) await trx.deleteFrom('search_abbreviations').where('id', '=', after!.id).execute();
      else if (after === null)
        await trx
          .insertInto('search_abbreviations')
          .values({ id: before.id, ...toRow(before) })
          .execute();
      else
        await trx
          .updateTable('search_abbreviations')
          .set((each) => ({ ...toRow(before), version: each('version', '+', 1) }))
          .where('id', '=', before.id)
          .execute();
      await trx
        .updateTable('search_abbreviation_changes')
        .set({ undone_by: actorId, undone_at: now.toISOString() })
        .where('id', '=', changeId)
        .execute();
      await audit(trx, {
        actorId,
        action: 'abbreviation.change-undone',
        objectKind: 'abbreviation',
        objectId: (after ?? before)!.id,
        details: { before: JSON.stringify(before), after: JSON.stringify(after) },
      });
      return listChanges(trx);
    }),
  );
}
