import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { deleteMedia } from '@portico/contracts/studio/media';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import type { Chooser } from '../studioItems.queries.ts';
import { readUses, usableAmong } from './mediaDesk.queries.ts';

const ChangedRow = z.object({ id: z.uuid() });

/**
 * Deletes the pictures and files that nothing uses, or brings them back. Throws `not_found` if the person may not use
 * one of them, and `invalid_input` if one is listed twice. Source: decisions/0359.
 */
export async function setDeleted(
  db: Db,
  { ids: given, isDeleted }: Received<typeof deleteMedia>['body'],
  chooser: Chooser,
): Promise<CallResult<typeof deleteMedia>> {
  const { actor } = chooser;
  const ids = given.map((id) => id.toLowerCase());
  if (new Set(ids).size < ids.length) throw new PortalError('invalid_input', 'A picture or file is listed twice.');
  const usable = await usableAmong(db, ids, chooser);
  if (ids.some((id) => !usable.has(id))) throw new PortalError('not_found', 'A picture or file was not found.');
  const { changed, deleted } = await db.transaction().execute(async (trx) => {
    // Waits for saves that use one of them, and lets later ones bring it back.
    for (const table of ['pictures', 'files'] as const)
      await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
    const rows = await readRows(
      trx,
      ChangedRow,
      isDeleted
        ? sql`
            update search_media media set deleted_at = ${actor.now}, deleted_by = ${actor.id}
            where id = any(${ids}::uuid[]) and deleted_at is null
              and coalesce((select unused_since from pictures where id = media.picture_id),
                (select unused_since from files where id = media.file_id)) is not null
            returning id`
        : sql`
            update search_media set deleted_at = null, deleted_by = null
            where id = any(${ids}::uuid[]) and deleted_at is not null returning id`,
    );
    const action = isDeleted ? 'media.deleted' : 'media.restored';
    for (const { id } of rows) await audit(trx, { actorId: actor.id, action, objectKind: 'media', objectId: id });
    const now = await readRows(
      trx,
      ChangedRow,
      sql`select id from search_media where id = any(${ids}::uuid[]) and deleted_at is not null`,
    );
    return { changed: new Set(rows.map(({ id }) => id)), deleted: new Set(now.map(({ id }) => id)) };
  });
  const refused = isDeleted ? ids.filter((id) => !deleted.has(id)) : [];
  const usesOf = await readUses(db, refused, { chooser, versions: 'Any' });
  return {
    items: ids.map((id) => ({ id, isDeleted: deleted.has(id), isChanged: changed.has(id), ...usesOf(id) })),
  };
}
