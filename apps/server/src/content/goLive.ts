import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { Instant, readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { PortalError } from '../errors.ts';
import { filesFirst } from './attachedFiles.ts';
import { inTransaction, auditAtEnd, type ItemUpdate } from './itemUpdate.ts';
import { publish } from './publication.ts';
import { assertNotExpired } from './waiting.ts';

/** What prevents an item from going live. */
export interface LiveProblem {
  itemId: string;
  message: string;
}

/** Nothing went live, because these items cannot. */
export class CannotGoLive extends Error {
  override name = 'CannotGoLive';
  readonly problems: LiveProblem[];

  constructor(problems: LiveProblem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
  }
}

const WaitingItem = z.object({
  itemId: z.uuid(),
  kind: z.string(),
  version: z.int(),
  revisionId: z.uuid(),
  previousRevisionId: z.nullable(z.uuid()),
  path: z.nullable(z.string()),
  formerPath: z.nullable(z.string()),
  isOpenDated: z.boolean(),
  expiresAt: z.nullable(Instant),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

/**
 * Publishes the waiting revisions of these items in one transaction, so that readers see all of them or none. Returns
 * what went live; items without a waiting revision are skipped. Throws CannotGoLive.
 */
export function goLive(db: Kysely<DB>, itemIds: string[], update: ItemUpdate): Promise<WaitingItem[]> {
  return inTransaction(db, async (trx) => {
    const items = await lockWaiting(trx, itemIds);
    await assertPossible(trx, items, update.now);
    // A page may take over an address that another one leaves in the same release.
    await trx
      .updateTable('content_items')
      .set({ path: null })
      .where('id', 'in', [...items.filter(({ path }) => path !== null).map(({ itemId }) => itemId), NO_ITEM])
      .execute();
    await auditAtEnd(trx, async (entries) => {
      for (const { itemId, version, revisionId, formerPath, isOpenDated } of filesFirst(items)) {
        const date = isOpenDated ? { publishedAt: update.now } : {};
        await publish(trx, { itemId, version, revisionId, formerPath, ...date }, { ...update, entries });
      }
    });
    return items;
  });
}

const NO_ITEM = '00000000-0000-0000-0000-000000000000';

/** Locks items in the order of their ids, so that two releases never deadlock. */
async function lockWaiting(trx: Transaction<DB>, itemIds: string[]): Promise<WaitingItem[]> {
  await sql`select from content_items where id = any (${itemIds}::uuid[]) order by id for update`.execute(trx);
  return readRows(
    trx,
    WaitingItem,
    sql`
      select item.id as "itemId", item.kind, item.version, waiting.revision_id as "revisionId",
        item.published_revision_id as "previousRevisionId", rev.details->>'path' as path, item.path as "formerPath",
        waiting.is_open_dated as "isOpenDated", rev.expires_at as "expiresAt"
      from content_waiting waiting join content_items item on item.id = waiting.item_id
      join content_revisions rev on rev.id = waiting.revision_id
      where item.id = any (${itemIds}::uuid[]) order by item.id`,
  );
}

const Taken = z.object({ itemId: z.uuid() });

async function assertPossible(trx: Transaction<DB>, items: WaitingItem[], now: Date): Promise<void> {
  const taken = await readRows(
    trx,
    Taken,
    sql`
      select wanted.item_id as "itemId" from unnest(${items.map(({ itemId }) => itemId)}::uuid[], ${items.map(({ path }) => path)}::text[])
        wanted (item_id, path)
      join content_items other on other.path = wanted.path
      where other.id <> all (${items.map(({ itemId }) => itemId)}::uuid[])`,
  );
  const problems = taken.map(({ itemId }) => ({ itemId, message: 'Another page has its address.' }));
  for (const { itemId, expiresAt } of items) {
    try {
      assertNotExpired(expiresAt, now);
    } catch (error) {
      problems.push({ itemId, message: (error as PortalError).message });
    }
  }
  const paths = items.flatMap(({ path }) => path ?? []);
  for (const { itemId, path } of items)
    if (path !== null && paths.filter((one) => one === path).length > 1)
      problems.push({ itemId, message: 'Two pages would have the same address.' });
  if (problems.length > 0) throw new CannotGoLive(problems);
}
