import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { blankDraft, blankFields } from '@portico/authoring/blankDraft';
import { completeDraft } from '@portico/authoring/completeComponent';
import { ALL, type Stamps } from '@portico/authoring/mergeChanges';
import type { ItemContent, StudioKind } from '@portico/contracts/studio/draft';
import type { LockedItem } from '../../content/itemUpdate.ts';
import {
  contentOf,
  revisionColumns,
  revisionColumnsUnless,
  revisionColumnsWithoutTrees,
  RevisionRow,
} from '../../content/storedContent.ts';
import { readRow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { draftOf } from './draftContent.ts';

const nullable = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, z.nullable(type)])) as {
    [Name in keyof Shape]: z.ZodMiniNullable<Shape[Name]>;
  };

export const StoredRow = z.object({
  itemId: z.uuid(),
  kind: z.custom<StudioKind>(),
  version: z.int(),
  draftRevisionId: z.nullable(z.uuid()),
  publishedRevisionId: z.nullable(z.uuid()),
  publishedNumber: z.nullable(z.int()),
  path: z.nullable(z.string()),
  sequence: z.nullable(z.int()),
  draft: z.nullable(storedJson<ItemContent>()),
  stamps: z.nullable(storedJson<Stamps>()),
  baseRevisionId: z.nullable(z.uuid()),
  isChanged: z.nullable(z.boolean()),
  ...nullable(RevisionRow.shape),
});

/** An item as stored for the studio. */
export interface StoredDraft extends LockedItem {
  kind: StudioKind;
  sequence: number;
  draft: ItemContent;
  stamps: Stamps;
  isChanged: boolean;
  /** The latest revision: the draft, else the waiting one, else the published one; null if there is none yet. */
  revision: RevisionRow | null;
}

const whole = { draft: sql`draft.draft`, stamps: sql`draft.stamps`, revision: revisionColumns };
export const withoutTrees: typeof whole = {
  draft: sql`case when draft.item_id is not null then
    jsonb_build_object('fields', draft.draft->'fields', 'trees', ${JSON.stringify(blankDraft.trees)}::jsonb) end`,
  stamps: sql`case when draft.item_id is not null then '{}'::jsonb end`,
  revision: revisionColumnsWithoutTrees,
};

/** Nobody has written something that is not published yet. */
export const isAsPublished = ({ isChanged, draftRevisionId, publishedRevisionId, revision }: StoredDraft): boolean =>
  !isChanged && draftRevisionId === null && revision?.revisionId === publishedRevisionId;

/** Items with their latest revision, what is written in the studio, and what waits. */
export const withLatestRevision = sql`content_items item
  left join studio_drafts draft on draft.item_id = item.id
  left join content_waiting waiting on waiting.item_id = item.id
  left join content_revisions rev on rev.id = coalesce(item.draft_revision_id, waiting.revision_id, item.published_revision_id)`;

/** Whether what is stored in the studio counts, rather than a revision that was created outside it. */
export const isStoredDraftCurrent = sql<boolean>`(draft.is_changed or draft.base_revision_id is not distinct from rev.id)`;

/** What is stored in the studio, and of the revision only what counts beside it. */
export const currentOnly: typeof whole = { ...whole, revision: revisionColumnsUnless(isStoredDraftCurrent) };

/** Selects rows of a `StoredRow`, and `more` from the same items. */
export const selectDrafts = (
  condition: RawBuilder<unknown>,
  {
    columns = whole,
    more = sql``,
    joins = sql``,
  }: { columns?: typeof whole; more?: RawBuilder<unknown>; joins?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> => sql`
  select item.id as "itemId", item.kind, item.version, item.draft_revision_id as "draftRevisionId",
    item.published_revision_id as "publishedRevisionId",
    (select number from content_revisions where id = item.published_revision_id) as "publishedNumber", item.path, draft.sequence, ${columns.draft} as draft, ${columns.stamps} as stamps,
    draft.base_revision_id as "baseRevisionId", draft.is_changed as "isChanged", ${columns.revision}${more}
  from ${withLatestRevision}${joins}
  where item.kind <> 'asset' and ${condition}`;

/**
 * The draft of an item: unpublished edits, else the content of the latest revision. `isLocked` locks out other writers
 * until the transaction ends. Undefined for an unknown item and for kinds that the studio does not edit.
 */
export async function readDraft(db: Kysely<DB>, itemId: string, isLocked: boolean): Promise<StoredDraft | undefined> {
  // Locked first, because a statement that waits for a lock reads other tables as they were before it waited.
  if (isLocked) await lockDraft(db, itemId);
  const row = await readRow(db, StoredRow, selectDrafts(sql`item.id = ${itemId}`));
  return row && storedOf(row);
}

/** Locks out other writers of an item until the transaction ends. */
export async function lockDraft(db: Kysely<DB>, itemId: string): Promise<void> {
  await sql`select from content_items where id = ${itemId} for update`.execute(db);
}

/** The drafts of several items. */
export async function readDrafts(db: Kysely<DB>, itemIds: string[]): Promise<StoredDraft[]> {
  const rows = await readRows(db, StoredRow, selectDrafts(sql`item.id = any(${itemIds}::uuid[])`));
  return rows.map(storedOf);
}

/** The same without components, which can be large: enough for what depends on fields only. */
export async function readDraftFields(db: Kysely<DB>, itemIds: string[]): Promise<StoredDraft[]> {
  const rows = await readRows(
    db,
    StoredRow,
    selectDrafts(sql`item.id = any(${itemIds}::uuid[])`, { columns: withoutTrees }),
  );
  return rows.map(storedOf);
}

export function storedOf(row: z.infer<typeof StoredRow>): StoredDraft {
  const { itemId, kind, version, draftRevisionId, publishedRevisionId, publishedNumber, path, ...stored } = row;
  const { sequence, draft, stamps, baseRevisionId, isChanged, ...revision } = stored;
  const latest = revision.revisionId === null ? null : (revision as RevisionRow);
  const isCurrent = draft !== null && (isChanged || baseRevisionId === revision.revisionId);
  const current = { draftRevisionId, publishedRevisionId, publishedNumber, path };
  const item = { itemId, kind, version, ...current, revision: latest };
  // Fields and properties added after a draft was stored are blank in it.
  if (isCurrent)
    return {
      ...item,
      sequence: sequence!,
      draft: completeDraft({ ...draft, fields: { ...blankFields, ...draft.fields } }),
      stamps: stamps!,
      isChanged: isChanged!,
    };
  const latestDraft = latest ? draftOf(contentOf(kind, latest)) : blankDraft;
  if (sequence === null) return { ...item, sequence: 0, draft: latestDraft, stamps: {}, isChanged: false };
  // A revision created outside the studio, such as by an import, counts as a save of everything.
  const next = sequence + 1;
  const everything = { [ALL]: { sequence: next, by: latest?.creatorName ?? '', clientId: '' } };
  return { ...item, sequence: next, draft: latestDraft, stamps: everything, isChanged: false };
}

/** Stores a draft. The caller has locked the item. */
export async function writeDraft(
  db: Kysely<DB>,
  {
    itemId,
    sequence,
    draft,
    stamps,
    revision,
    isChanged,
  }: Pick<StoredDraft, 'itemId' | 'sequence' | 'draft' | 'stamps' | 'revision' | 'isChanged'>,
  by: { id: string | null; now: Date },
): Promise<void> {
  const values = {
    sequence,
    draft: JSON.stringify(draft),
    stamps: JSON.stringify(stamps),
    base_revision_id: revision?.revisionId ?? null,
    is_changed: isChanged,
    updated_at: by.now.toISOString(),
    updated_by: by.id,
  };
  await db
    .insertInto('studio_drafts')
    .values({ item_id: itemId, ...values })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(values))
    .execute();
}
