import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { nameKey, sameName } from '@portico/authoring/sameName';
import { mergeChanges } from '@portico/authoring/mergeChanges';
import type { Change } from '@portico/contracts/studio/draft';
import { FilingScope } from '@portico/contracts/studio/filing';
import { areSameNames, renameRevision, withNames, type FiledUnder } from '../../../content/filingNames.ts';
import type { ItemUpdate } from '../../../content/itemUpdate.ts';
import { renamePublished } from '../../../content/publication.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { readDraft, writeDraft, type StoredDraft } from '../draftStore.queries.ts';
import { findEditorName } from '../editorName.ts';
import { announceToEditors, openSince } from '../presence.queries.ts';
import { usedNames } from './usedNames.ts';

const ChangeRow = z.object({
  scope: FilingScope,
  from: z.string(),
  to: z.string(),
  madeBy: z.nullable(z.uuid()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.uuid()),
});
type FilingChange = z.infer<typeof ChangeRow>;

/**
 * Gives every item the name that a change gave, or the former one after it was undone: what readers see, what waits,
 * and what is being written. Starting over is harmless. Source: decisions/0342.
 */
export async function renameFiledItems(
  { changeId }: { changeId: number },
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
): Promise<void> {
  const change = await readRow(
    db,
    ChangeRow,
    sql`
      select scope, from_name as "from", to_name as "to", made_by as "madeBy", undone_at as "undoneAt", undone_by as "undoneBy"
      from filing_changes where id = ${changeId} and finished_at is null`,
  );
  if (!change) return;
  const actorId = (change.undoneAt === null ? change.madeBy : change.undoneBy) ?? undefined;
  const note =
    change.undoneAt === null
      ? `The ${change.scope} “${change.from}” is now “${change.to}”.`
      : `The ${change.scope} “${change.to}” is “${change.from}” again.`;
  for (const itemId of await affectedItems(db, changeId, change))
    await db
      .transaction()
      .execute((trx) => renameItem(trx, itemId, { ...change, id: changeId }, { actorId, note, now: now() }));
  await db.updateTable('filing_changes').set({ finished_at: now().toISOString() }).where('id', '=', changeId).execute();
}

async function affectedItems(db: Db, changeId: number, { scope, from, to, undoneAt }: FilingChange): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ itemId: z.uuid() }),
    undoneAt === null
      ? sql`select distinct used.item_id as "itemId" from (${usedNames(scope)}) used
          where filing_key(used.name) = ${nameKey(from)} and used.name <> ${to} order by 1`
      : sql`select item_id as "itemId" from filing_changed_items where change_id = ${changeId} order by 1`,
  );
  return rows.map(({ itemId }) => itemId);
}

async function renameItem(
  trx: Transaction<DB>,
  itemId: string,
  change: FilingChange & { id: number },
  update: ItemUpdate,
): Promise<void> {
  const storedDraft = await readDraft(trx, itemId, true);
  if (!storedDraft) return;
  const changed = await trx
    .selectFrom('filing_changed_items')
    .select('had_both')
    .where('change_id', '=', change.id)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  const renamed = renaming(change, changed?.had_both ?? false);
  const { version, publishedRevisionId, draft } = storedDraft;
  const current =
    publishedRevisionId === null
      ? undefined
      : await renamePublished(trx, { ...storedDraft, publishedRevisionId }, renamed, update);
  const { categories } = draft.fields;
  const hadBoth = categories.includes(change.to) && categories.some((name) => isFormer(change, name));
  await renameUnpublished(trx, storedDraft, renamed, update);
  const isDraftChanged = await renameDraft(trx, storedDraft, {
    renamed,
    baseId: current?.revisionId ?? null,
    version: current?.version ?? version,
    update,
  });
  if (change.undoneAt === null && (isDraftChanged || (current && current.revisionId !== publishedRevisionId)))
    await trx
      .insertInto('filing_changed_items')
      .values({ change_id: change.id, item_id: itemId, had_both: hadBoth })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const isFormer = ({ from, to }: Pick<FilingChange, 'from' | 'to'>, name: string): boolean =>
  sameName(name, from) && name !== to;

/** What a change does to the names of an item. `hadBoth`: to undo it, an item that had both names gets both again. */
function renaming({ scope, from, to, undoneAt }: FilingChange, hadBoth: boolean): (filed: FiledUnder) => FiledUnder {
  if (undoneAt === null) {
    return (filed) => withNames(filed, (of, name) => (of === scope && isFormer({ from, to }, name) ? to : name));
  }
  if (hadBoth)
    return ({ categories, ...filed }) => ({
      ...filed,
      categories: categories.flatMap((name) => (name === to && !categories.includes(from) ? [from, to] : [name])),
    });
  return (filed) => withNames(filed, (of, name) => (of === scope && name === to ? from : name));
}

/** Renames what waits and what was written outside the studio, unless readers have seen it. */
async function renameUnpublished(
  trx: Transaction<DB>,
  { itemId, draftRevisionId }: StoredDraft,
  renamed: (filed: FiledUnder) => FiledUnder,
  update: ItemUpdate,
): Promise<void> {
  const revisions = await readRows(
    trx,
    z.object({ id: z.uuid() }),
    sql`
      select id from content_revisions where first_published_at is null
        and (id = ${draftRevisionId} or id = (select revision_id from content_waiting where item_id = ${itemId}))`,
  );
  for (const { id } of revisions) await renameRevision(trx, id, renamed, update);
}

const isOther = (before: FiledUnder, change: Change): boolean =>
  change.do === 'field' && JSON.stringify(before[change.name as keyof FiledUnder]) !== JSON.stringify(change.value);

/**
 * Renames a draft as a change that open tabs receive. An approval stays, because nobody wrote anything. Returns whether
 * a name changed.
 */
async function renameDraft(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  {
    renamed,
    baseId,
    version,
    update: { actorId, now },
  }: { renamed: (filed: FiledUnder) => FiledUnder; baseId: string | null; version: number; update: ItemUpdate },
): Promise<boolean> {
  const { itemId, draft, revision, publishedRevisionId } = storedDraft;
  const { categories, department, authorDepartment } = draft.fields;
  const before = { categories, department, authorDepartment };
  const after = renamed(before);
  const isChanged = !areSameNames(before, after);
  const isBasedOnPublished = revision?.revisionId === publishedRevisionId;
  const isOpen = await trx
    .selectFrom('studio_presence')
    .select('user_id')
    .where('item_id', '=', itemId)
    .where('seen_at', '>', openSince(now).toISOString())
    .executeTakeFirst();
  if (!isChanged && baseId === publishedRevisionId) return false;
  // Without a stored draft, the studio reads the revision, which has the new name.
  if (storedDraft.sequence === 0 && !isOpen && baseId !== publishedRevisionId) return isChanged;
  const changes: Change[] = [
    { do: 'field', name: 'categories', value: after.categories },
    { do: 'field', name: 'department', value: after.department },
    { do: 'field', name: 'authorDepartment', value: after.authorDepartment },
  ];
  const sequence = storedDraft.sequence + (isChanged ? 1 : 0);
  const by = (actorId && (await findEditorName(trx, actorId))) || '';
  const clientId = randomUUID();
  const save = { base: storedDraft.sequence, sequence, by, at: now.toISOString(), clientId };
  const merged = mergeChanges(
    storedDraft,
    changes.filter((change) => isOther(before, change)),
    save,
  );
  const base = isBasedOnPublished && baseId !== null ? { ...revision!, revisionId: baseId } : revision;
  await writeDraft(trx, { ...storedDraft, ...merged, sequence, revision: base }, { id: actorId ?? null, now });
  if (isChanged)
    await trx
      .insertInto('studio_changes')
      .values({
        item_id: itemId,
        sequence,
        batch_id: randomUUID(),
        client_id: clientId,
        user_id: actorId ?? null,
        saved_at: now,
        changes: JSON.stringify(merged.made),
        conflicts: '[]',
        replaced: JSON.stringify(merged.replaced),
      })
      .execute();
  await sql`
    update studio_reviews set sequence = ${sequence}, version = ${version}
    where item_id = ${itemId} and state = 'Approved' and sequence = ${storedDraft.sequence} and version = ${storedDraft.version}`.execute(
    trx,
  );
  await announceToEditors(trx, itemId, now);
  return isChanged;
}
