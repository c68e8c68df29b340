import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { record, type Change } from './itemChange.ts';

/**
 * Call after publishing a page: its previous address now redirects to it, and addresses that are in use by pages again
 * no longer redirect. A redirect names the item, so it follows further moves and can form neither a chain nor a loop.
 */
export async function saveRedirect(
  trx: Transaction<DB>,
  page: { itemId: string; version: number; path: string | null; formerPath: string | null },
  change: Change,
): Promise<void> {
  const { itemId, version, path, formerPath } = page;
  if (formerPath !== null && path !== null && formerPath !== path) {
    const values = { item_id: itemId, created_by: change.actorId ?? null, created_at: change.now.toISOString() };
    await trx
      .insertInto('content_redirects')
      .values({ from_path: formerPath, ...values })
      .onConflict((conflict) => conflict.column('from_path').doUpdateSet(values))
      .execute();
    await record(trx, 'page.moved', { itemId, version }, { from: formerPath, to: path }, change);
  }
  if (path !== null)
    await sql`delete from content_redirects redirect using content_items item where item.path = redirect.from_path`.execute(
      trx,
    );
}
