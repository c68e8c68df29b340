import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Change } from '@portico/contracts/studio/draft';
import { DAY_MS, MINUTE_MS } from '@portico/contracts/durations';
import { readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { foldSaves, type FoldedSave, type KnownTab } from './foldSaves.ts';
import { GONE_AFTER_MS, REPORT_AGAIN_MS } from './presence.queries.ts';

/** How long every save is stored. A tab that opened the item in the meantime need not have reported it yet. */
const RECENT_MS = 10 * MINUTE_MS;
/** Covers items saved within the last day, in case the job did not run for a while. */
const LOOK_BACK_MS = DAY_MS;
/** An item with fewer saves in that time is left as it is. */
const MIN_SAVES = 20;
const BATCH = 200;
/** How long after its last recorded contact a tab can have seen another save: the stream tells it of them. */
const CONTACT_MS = GONE_AFTER_MS + REPORT_AGAIN_MS;

const ItemRow = z.object({ itemId: z.uuid() });
const TabRow = z.object({ since: z.nullable(z.int()), seenAt: z.string() });
const SaveRow = z.object({
  sequence: z.int(),
  covers: z.int(),
  clientId: z.uuid(),
  writers: z.nullable(z.array(z.uuid())),
  savedAt: z.string(),
  changes: storedJson<Change[]>(),
  replaced: z.nullable(storedJson<Change[]>()),
});

/** Makes few rows of the saves of drafts that were made a while ago. Running it twice is harmless. */
export async function foldStudioSaves(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const recent = new Date(now().getTime() - RECENT_MS);
  const items = await readRows(
    db,
    ItemRow,
    sql`select item_id as "itemId" from studio_changes
      where saved_at >= ${new Date(recent.getTime() - LOOK_BACK_MS)} and saved_at < ${recent} and covers = 1
      group by item_id having count(*) >= ${MIN_SAVES}`,
  );
  for (const { itemId } of items) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const from: number = after;
      after = await db.transaction().execute((trx) => foldBatch(trx, itemId, from, recent));
    }
  }
}

/** Folds some saves after `after`, and returns after which to go on; undefined when there are no more. */
async function foldBatch(
  trx: Transaction<DB>,
  itemId: string,
  after: number,
  recent: Date,
): Promise<number | undefined> {
  // What another process is folding is missing here, and ends a run.
  const rows = await readRows(
    trx,
    SaveRow,
    sql`select sequence, covers, client_id as "clientId", writers, saved_at as "savedAt", changes, replaced
      from studio_changes where item_id = ${itemId} and sequence > ${after} and saved_at < ${recent} and covers > 0
      order by sequence limit ${BATCH} for update skip locked`,
  );
  // Read after the saves: a tab that reports itself now has seen them all.
  const tabs = await readRows(
    trx,
    TabRow,
    sql`select since, seen_at as "seenAt" from studio_presence where item_id = ${itemId}`,
  );
  const saves = rows.map(({ clientId, writers, savedAt, ...row }): FoldedSave => ({
    ...row,
    writers: writers ?? [clientId],
    savedAt: new Date(savedAt),
  }));
  const known = tabs.map(({ since, seenAt }): KnownTab => ({
    since,
    until: new Date(new Date(seenAt).getTime() + CONTACT_MS),
  }));
  const { unneeded, folded } = foldSaves(saves, known);
  for (const { sequence, covers, writers, changes, replaced } of folded)
    await trx
      .updateTable('studio_changes')
      .set({ covers, writers, changes: JSON.stringify(changes), replaced: JSON.stringify(replaced) })
      .where('item_id', '=', itemId)
      .where('sequence', '=', sequence)
      .execute();
  const isInside = ({ sequence }: FoldedSave) =>
    folded.some((one) => sequence < one.sequence && sequence > one.sequence - one.covers);
  await removeSaves(
    trx,
    itemId,
    [...unneeded, ...saves.filter(isInside)].map(({ sequence }) => sequence),
  );
  return rows.length < BATCH ? undefined : rows.at(-1)!.sequence - 1;
}

/** Removes saves, but not that the last one of each tab was made: the tab may send it again. */
async function removeSaves(trx: Transaction<DB>, itemId: string, sequences: number[]): Promise<void> {
  if (sequences.length === 0) return;
  const hasLater = sql`exists (select from studio_changes later where later.item_id = save.item_id
    and later.client_id = save.client_id and later.sequence > save.sequence)`;
  await sql`update studio_changes save set covers = 0, writers = null, changes = '[]', replaced = '[]'
    where item_id = ${itemId} and sequence = any (${sequences}::int[]) and not ${hasLater}`.execute(trx);
  await sql`delete from studio_changes save
    where item_id = ${itemId} and (sequence = any (${sequences}::int[]) or covers = 0) and ${hasLater}`.execute(trx);
}
