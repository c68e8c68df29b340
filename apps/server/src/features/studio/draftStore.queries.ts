import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { blankDraft, blankFields } from '@portico/authoring/blankDraft';
import { completeDraft } from '@portico/authoring/completeComponent';
import { ALL, type Stamps } from '@portico/authoring/mergeChanges';
import type { Audience } from '@portico/kinds/audience';
import type { CreatorInfo } from '@portico/kinds/itemParts';
import type { Draft, StudioKind } from '@portico/contracts/studio/draft';
import type { LockedItem } from '../../content/itemChange.ts';
import type { ContentDraft } from '../../content/publication.ts';
import { Instant, readRow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { audienceOf, ruleColumn } from '../../visibility/audienceRules.ts';
import { draftOf } from './draftContent.ts';

const columnsOfRevision = (
  components: RawBuilder<unknown>,
  details: RawBuilder<unknown>,
) => sql`rev.id as "revisionId", rev.number, rev.header, rev.description, rev.categories, rev.audience, ${ruleColumn('rev')} as rule,
  rev.published_at as "publishedAt", rev.expires_at as "expiresAt", rev.starts_at as "startsAt", rev.ends_at as "endsAt",
  rev.author_department as "authorDepartment", rev.creator_kind as "creatorKind", rev.creator_name as "creatorName",
  rev.image, ${components} as components, ${details} as details`;

/** The columns from which a draft is built, on a row of `content_revisions` called `rev`. */
export const revisionColumns = columnsOfRevision(sql`rev.components`, sql`rev.details`);

const revisionShape = {
  revisionId: z.uuid(),
  number: z.int(),
  header: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
  publishedAt: Instant,
  expiresAt: z.nullable(Instant),
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  authorDepartment: z.nullable(z.string()),
  creatorKind: z.string(),
  creatorName: z.nullable(z.string()),
  image: z.nullable(storedJson<NonNullable<ContentDraft['image']>>()),
  components: storedJson<ContentDraft['components']>(),
  details: storedJson<ContentDraft['details']>(),
};
export const RevisionRow = z.object(revisionShape);
export type RevisionRow = z.infer<typeof RevisionRow>;

/** The content of a stored revision. Instants have milliseconds, as the contract requires. */
export function contentOfRow(row: RevisionRow): ContentDraft {
  const instant = (value: string | null) => value && new Date(value).toISOString();
  const { audience, audienceRule } = audienceOf(row.audience, row.rule);
  return {
    header: row.header,
    description: row.description,
    categories: row.categories,
    audience,
    ...(row.rule ? { audienceRule } : {}),
    publishedAt: instant(row.publishedAt)!,
    expiresAt: instant(row.expiresAt),
    startsAt: instant(row.startsAt),
    endsAt: instant(row.endsAt),
    authorDepartment: row.authorDepartment,
    creatorInfo: {
      kind: row.creatorKind,
      ...(row.creatorName === null ? {} : { name: row.creatorName }),
    } as CreatorInfo,
    image: row.image,
    components: row.components,
    details: row.details,
  };
}

const nullable = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, z.nullable(type)])) as {
    [Name in keyof Shape]: z.ZodMiniNullable<Shape[Name]>;
  };

const StoredRow = z.object({
  itemId: z.uuid(),
  kind: z.custom<StudioKind>(),
  version: z.int(),
  draftRevisionId: z.nullable(z.uuid()),
  publishedRevisionId: z.nullable(z.uuid()),
  publishedNumber: z.nullable(z.int()),
  path: z.nullable(z.string()),
  sequence: z.nullable(z.int()),
  draft: z.nullable(storedJson<Draft>()),
  stamps: z.nullable(storedJson<Stamps>()),
  baseRevisionId: z.nullable(z.uuid()),
  isChanged: z.nullable(z.boolean()),
  ...nullable(revisionShape),
});

/** An item as stored for the studio. */
export interface StoredDraft extends LockedItem {
  kind: StudioKind;
  sequence: number;
  draft: Draft;
  stamps: Stamps;
  isChanged: boolean;
  /** The latest revision: the draft, else the waiting one, else the published one; null if there is none yet. */
  revision: RevisionRow | null;
}

const whole = { draft: sql`draft.draft`, stamps: sql`draft.stamps`, revision: revisionColumns };
const withoutTrees: typeof whole = {
  draft: sql`case when draft.item_id is not null then
    jsonb_build_object('fields', draft.draft->'fields', 'trees', ${JSON.stringify(blankDraft.trees)}::jsonb) end`,
  stamps: sql`case when draft.item_id is not null then '{}'::jsonb end`,
  revision: columnsOfRevision(
    sql`case when rev.id is not null then '[]'::jsonb end`,
    sql`rev.details - '{preEventData,postEventData}'::text[]`,
  ),
};

/** Items with their latest revision, what is written in the studio, and what waits. */
export const withLatestRevision = sql`content_items item
  left join studio_drafts draft on draft.item_id = item.id
  left join content_waiting waiting on waiting.item_id = item.id
  left join content_revisions rev on rev.id = coalesce(item.draft_revision_id, waiting.revision_id, item.published_revision_id)`;

/** Whether what is stored in the studio counts, rather than a revision that was created outside it. */
export const isStoredDraftCurrent = sql<boolean>`(draft.is_changed or draft.base_revision_id is not distinct from rev.id)`;

const selectDrafts = (condition: RawBuilder<unknown>, columns = whole) => sql`
  select item.id as "itemId", item.kind, item.version, item.draft_revision_id as "draftRevisionId",
    item.published_revision_id as "publishedRevisionId",
    (select number from content_revisions where id = item.published_revision_id) as "publishedNumber", item.path, draft.sequence, ${columns.draft} as draft, ${columns.stamps} as stamps,
    draft.base_revision_id as "baseRevisionId", draft.is_changed as "isChanged", ${columns.revision}
  from ${withLatestRevision}
  where item.kind <> 'asset' and ${condition}`;

/**
 * The draft of an item: unpublished edits, else the content of the latest revision. `isLocked` locks out other writers
 * until the transaction ends. Undefined for an unknown item and for kinds that the studio does not edit.
 */
export async function readDraft(db: Kysely<DB>, itemId: string, isLocked: boolean): Promise<StoredDraft | undefined> {
  // Locked first, because a statement that waits for a lock reads other tables as they were before it waited.
  if (isLocked) await sql`select from content_items where id = ${itemId} for update`.execute(db);
  const row = await readRow(db, StoredRow, selectDrafts(sql`item.id = ${itemId}`));
  return row && storedOf(row);
}

/** The drafts of several items. */
export async function readDrafts(db: Kysely<DB>, itemIds: string[]): Promise<StoredDraft[]> {
  const rows = await readRows(db, StoredRow, selectDrafts(sql`item.id = any(${itemIds}::uuid[])`));
  return rows.map(storedOf);
}

/** The same without components, which can be large: enough for what depends on fields only. */
export async function readDraftFields(db: Kysely<DB>, itemIds: string[]): Promise<StoredDraft[]> {
  const rows = await readRows(db, StoredRow, selectDrafts(sql`item.id = any(${itemIds}::uuid[])`, withoutTrees));
  return rows.map(storedOf);
}

function storedOf(row: z.infer<typeof StoredRow>): StoredDraft {
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
  const written = latest ? draftOf(kind, contentOfRow(latest)) : blankDraft;
  if (sequence === null) return { ...item, sequence: 0, draft: written, stamps: {}, isChanged: false };
  // A revision created outside the studio, such as by an import, counts as a save of everything.
  const next = sequence + 1;
  const everything = { [ALL]: { sequence: next, by: latest?.creatorName ?? '', clientId: '' } };
  return { ...item, sequence: next, draft: written, stamps: everything, isChanged: false };
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
  by: { id: string; now: Date },
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
