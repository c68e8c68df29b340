import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRowOrThrow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { deleteRows } from '../retention/itemRetention.ts';
import { assertAllowed } from '../standing.queries.ts';

/**
 * Discards an item that the person just created. Throws `conflict` once someone has edited, commented on or reviewed
 * it, `forbidden` when someone else created it, `not_found`.
 */
export function discardItem(db: Db, itemId: string, actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const { authors } = await assertAllowed(trx, storedDraft, actor, 'write');
    if (!(await isUntouched(trx, storedDraft)))
      throw new PortalError('conflict', 'Someone has worked on this item, so it can no longer be discarded.');
    // An untouched item has only one author, the person who created it.
    if (!authors.includes(actor.id))
      throw new PortalError('forbidden', 'Someone else created this item, so only they can discard it.');
    const { kind, draft } = storedDraft;
    await audit(trx, {
      actorId: actor.id,
      action: `${kind}.discarded`,
      objectKind: kind,
      objectId: itemId,
      details: { title: draft.fields.header },
    });
    await deleteRows(trx, itemId);
  });
}

/** True if the item was never saved again, published, commented on, reviewed, shared or put on hold. */
async function isUntouched(trx: Transaction<DB>, { itemId, sequence, revision }: StoredDraft): Promise<boolean> {
  if (sequence > 0 || revision !== null) return false;
  const { isUsed } = await readRowOrThrow(
    trx,
    z.object({ isUsed: z.boolean() }),
    sql`select item.legal_hold is not null
        or exists (select from studio_threads where item_id = item.id)
        or exists (select from studio_reviews where item_id = item.id)
        or exists (select from studio_previews where item_id = item.id) as "isUsed"
      from content_items item where item.id = ${itemId}`,
  );
  return !isUsed;
}
