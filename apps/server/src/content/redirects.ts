import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { record, type ItemUpdate } from './itemUpdate.ts';

/**
 * Call after publishing a page: its previous address now redirects to it, and addresses that are in use by pages again
 * no longer redirect. A redirect names the item, so it follows further moves and can form neither a chain nor a loop.
 */
export async function saveRedirect(
  trx: Transaction<DB>,
  page: { itemId: string; version: number; path: string | null; formerPath: string | null },
  update: ItemUpdate,
): Promise<void> {
  const { itemId, version, path, formerPath } = page;
  if (formerPath !== null && path !== null && formerPath !== path) {
    const values = { item_id: itemId, created_by: update.actorId ?? null, created_at: update.now.toISOString() };
    await trx
      .insertInto('content_redirects')
      .values({ from_path: formerPath, ...values })
      .onConflict((conflict) => conflict.column('from_path').doUpdateSet(values))
      .execute();
    await record(trx, 'page.moved', { itemId, version }, { from: formerPath, to: path }, update);
  }
  if (path !== null)
    await sql`delete from content_redirects redirect using content_items item where item.path = redirect.from_path`.execute(
      trx,
    );
}
