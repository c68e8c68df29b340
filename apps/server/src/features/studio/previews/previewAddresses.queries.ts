import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { PREVIEW_DAYS, PreviewAddress } from '@portico/contracts/studio/previews';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';

const isOpen = (now: Date) => sql<boolean>`preview.revoked_at is null and preview.ends_at > ${now}`;

/** Preview addresses of an item that have not expired, newest first. */
export function listAddresses(db: Kysely<DB>, itemId: string, now: Date): Promise<PreviewAddress[]> {
  return readRows(
    db,
    PreviewAddress,
    sql`select preview.id, preview.created_at as "createdAt", preview.ends_at as "endsAt",
        (select ${displayName('person')} from users person where person.id = preview.created_by) as "createdBy",
        array(select coalesce(${displayName('person')}, person.email, '') from studio_preview_readers reader
          join users person on person.id = reader.user_id where reader.preview_id = preview.id order by 1) as readers
      from studio_previews preview where preview.item_id = ${itemId} and ${isOpen(now)} order by preview.created_at desc, preview.id`,
  );
}

/** Creates an address that expires in a week. Idempotent. */
export function createAddress(
  db: Db,
  { itemId, id, personIds }: { itemId: string; id: string; personIds: string[] },
  { id: actorId, now }: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('studio_previews')
      .values({
        id,
        item_id: itemId,
        created_by: actorId,
        created_at: now.toISOString(),
        ends_at: new Date(now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) return;
    for (const personId of new Set(personIds))
      await trx.insertInto('studio_preview_readers').values({ preview_id: id, user_id: personId }).execute();
    await audit(trx, {
      actorId,
      action: 'preview.created',
      objectKind: 'item',
      objectId: itemId,
      details: { readers: personIds.join(' ') },
    });
  });
}

/** Revokes an address immediately. Throws `not_found` if the item has no such address. */
export function endAddress(
  db: Db,
  { itemId, previewId }: { itemId: string; previewId: string },
  { id: actorId, now }: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('studio_previews')
      .set({ revoked_at: now.toISOString() })
      .where('id', '=', previewId)
      .where('item_id', '=', itemId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new PortalError('not_found', 'The preview link was not found.');
    await audit(trx, { actorId, action: 'preview.ended', objectKind: 'item', objectId: itemId });
  });
}

const OpenRow = z.object({
  itemId: z.uuid(),
  endsAt: Instant,
  createdBy: z.nullable(z.string()),
  isNamed: z.boolean(),
});

/** The item behind an address, and whether the address names the person; undefined once it has expired. */
export function findAddress(db: Kysely<DB>, previewId: string, reader: { id: string; now: Date }) {
  return readRow(
    db,
    OpenRow,
    sql`select preview.item_id as "itemId", preview.ends_at as "endsAt",
        (select ${displayName('person')} from users person where person.id = preview.created_by) as "createdBy",
        exists (select from studio_preview_readers named where named.preview_id = preview.id and named.user_id = ${reader.id}) as "isNamed"
      from studio_previews preview where preview.id = ${previewId} and ${isOpen(reader.now)}`,
  );
}
