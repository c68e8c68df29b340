import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Audience } from '@portico/kinds/audience';
import { JsonInstant, readRows, storedJson } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { audienceOf, ruleColumn, storedAudience } from '../visibility/audienceRules.ts';
import type { ItemUpdate, LockedItem } from './itemUpdate.ts';

/** Where the content of a row with revision columns refers to documents. */
export const shownBy = (row: string): RawBuilder<unknown> =>
  sql`jsonb_build_array(${sql.ref(`${row}.components`)}, ${sql.ref(`${row}.details`)})`;

/** Whether the row with revision columns shows the document. Both are aliases. */
const shows = (row: string, document: string) =>
  sql`jsonb_path_exists(${shownBy(row)}, '$.**.documentId ? (@ == $id)', jsonb_build_object('id', ${sql.ref(`${document}.id`)}))`;

/** Whether an item other than `item` shows the document, now or in a version that waits. Both are aliases. */
export const isShownElsewhere = (document: string, item: string): RawBuilder<boolean> => sql`exists (
  select from content_items other
  left join content_waiting next on next.item_id = other.id
  join content_revisions rev on rev.id in (other.published_revision_id, next.revision_id)
  where other.id not in (${sql.ref(`${item}.id`)}, ${sql.ref(`${document}.id`)})
    and ${shows('rev', document)})`;

/** Files follow their items, so each gets its own change before that of its item. */
export const filesFirst = <Item extends { kind: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => Number(b.kind === 'document') - Number(a.kind === 'document'));

const AttachedFile = z.object({ id: z.uuid(), title: z.string() });

/** The files that readers may see and that get the readers of the item with its next publication. */
export function findAttachedFiles(db: Kysely<DB>, itemId: string): Promise<Array<z.infer<typeof AttachedFile>>> {
  return readRows(
    db,
    AttachedFile,
    sql`
      select file.id, file.title from content_items item join content_items file on file.attached_to = item.id
      where item.id = ${itemId} and file.published_revision_id is not null and not ${isShownElsewhere('file', 'item')}
      order by file.title, file.id`,
  );
}

/** From now on, these documents follow the item. */
export async function attachFiles(trx: Transaction<DB>, itemId: string, documentIds: string[]): Promise<void> {
  await sql`update content_items set attached_to = ${itemId} where id = any (${documentIds}::uuid[])`.execute(trx);
}

/** The file no longer follows its item. */
export async function detachFile(trx: Transaction<DB>, documentId: string): Promise<void> {
  await trx.updateTable('content_items').set({ attached_to: null }).where('id', '=', documentId).execute();
}

/** The file no longer follows its item once an editor gives it its own audience or expiration date. */
export async function detachIfOwn(
  trx: Transaction<DB>,
  documentId: string,
  { expiresAt, ...audience }: Audience & { expiresAt: string | null },
): Promise<void> {
  await sql`
    update content_items file set attached_to = null from content_items item
    where file.id = ${documentId} and item.id = file.attached_to and (item.published_revision_id is null
      or item.audience <> ${storedAudience(audience)}::text[] or item.expires_at is distinct from ${expiresAt}::timestamptz)`.execute(
    trx,
  );
}

/** Who sees an item, and until when. */
const Readers = z.object({
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
  expiresAt: z.nullable(JsonInstant),
});
const readersColumns = (item: string) =>
  sql`jsonb_build_object('audience', ${sql.ref(`${item}.audience`)}, 'rule', ${ruleColumn(item)}, 'expiresAt', ${sql.ref(`${item}.expires_at`)})`;

/** A file that must change because its item did. */
const FollowingFile = z.object({
  itemId: z.uuid(),
  kind: z.string(),
  version: z.int(),
  draftRevisionId: z.nullable(z.uuid()),
  publishedRevisionId: z.nullable(z.uuid()),
  publishedNumber: z.nullable(z.int()),
  path: z.null(),
  /** What readers see or saw last. */
  lastRevisionId: z.uuid(),
  lastReaders: Readers,
  isItemShown: z.boolean(),
  itemReaders: Readers,
});
type FollowingFile = z.infer<typeof FollowingFile> & LockedItem;

/** Locks the files that follow an item, and returns whether there are any. */
export async function lockAttachedFiles(trx: Transaction<DB>, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from content_items where attached_to = ${itemId} order by id for update`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * The attached files, which are locked, whose readers, dates or state differ from those of the item. One that another
 * item shows too stays as it is; a withdrawn one comes back only with a version that shows it.
 */
export function findFollowingFiles(trx: Transaction<DB>, itemId: string): Promise<FollowingFile[]> {
  return readRows(
    trx,
    FollowingFile,
    sql`
      select file.id as "itemId", file.kind, file.version, file.draft_revision_id as "draftRevisionId",
        file.published_revision_id as "publishedRevisionId", null as path, shown.number as "publishedNumber",
        last.id as "lastRevisionId", ${readersColumns('last')} as "lastReaders",
        item.published_revision_id is not null as "isItemShown", ${readersColumns('item')} as "itemReaders"
      from content_items item join content_items file on file.attached_to = item.id
      left join content_revisions now on now.id = item.published_revision_id
      left join content_revisions shown on shown.id = file.published_revision_id
      cross join lateral (
        select id, audience, expires_at from content_revisions rev where rev.item_id = file.id and rev.first_published_at is not null
        order by rev.id = file.published_revision_id desc nulls last, rev.number desc limit 1) last
      where item.id = ${itemId} and not ${isShownElsewhere('file', 'item')} and case when item.published_revision_id is null then file.published_revision_id is not null
        when file.published_revision_id is null then ${shows('now', 'file')}
        else (file.audience, file.published_at, file.expires_at) is distinct from (item.audience, item.published_at, item.expires_at) end
      order by file.id`,
  );
}

/** Adds a revision of the file with the readers and dates of the item, also to its draft. Returns its id. */
export async function addFollowingRevision(
  trx: Transaction<DB>,
  file: FollowingFile,
  itemId: string,
  { actorId, now }: ItemUpdate,
): Promise<string> {
  const [added] = await readRows(
    trx,
    z.object({ id: z.uuid() }),
    sql`
      insert into content_revisions (item_id, number, header, description, categories, starts_at, ends_at, author_department, creator_kind,
        creator_name, image, components, details, file_id, audience, published_at, expires_at, created_by, created_at, first_published_at)
      select rev.item_id, (select max(number) + 1 from content_revisions where item_id = rev.item_id), rev.header, rev.description, rev.categories,
        rev.starts_at, rev.ends_at, rev.author_department, rev.creator_kind, rev.creator_name, rev.image, rev.components, rev.details, rev.file_id,
        item.audience, item.published_at, item.expires_at, ${actorId ?? null}, ${now}, ${now}
      from content_revisions rev, content_items item where rev.id = ${file.lastRevisionId} and item.id = ${itemId}
      returning id`,
  );
  await updateDraft(trx, file, added!.id);
  return added!.id;
}

/** Gives a draft of the file the readers of the item, unless an editor chose others in it. */
async function updateDraft(trx: Transaction<DB>, file: FollowingFile, revisionId: string): Promise<void> {
  const fieldsOf = ({ audience, rule, expiresAt }: z.infer<typeof Readers>) =>
    JSON.stringify({ ...audienceOf(audience, rule), expiresAt: expiresAt && new Date(expiresAt).toISOString() });
  await sql`
    update studio_drafts set draft = jsonb_set(draft, '{fields}', draft->'fields' || ${fieldsOf(file.itemReaders)}::jsonb),
      base_revision_id = case when base_revision_id = ${file.lastRevisionId} then ${revisionId}::uuid else base_revision_id end
    where item_id = ${file.itemId} and draft->'fields' || ${fieldsOf(file.lastReaders)}::jsonb = draft->'fields'`.execute(
    trx,
  );
}

/** Gives revisions of attached files that wait, whose readers nobody chose, the readers of the item. */
export async function updateWaitingFiles(trx: Transaction<DB>, itemId: string): Promise<void> {
  await sql`
    update content_revisions rev set audience = item.audience, expires_at = item.expires_at
    from content_items item join content_items file on file.attached_to = item.id join content_waiting waiting on waiting.item_id = file.id
    where item.id = ${itemId} and item.published_revision_id is not null and file.published_revision_id is not null
      and rev.id = waiting.revision_id and rev.first_published_at is null and not ${isShownElsewhere('file', 'item')}
      and (rev.audience, rev.expires_at) is distinct from (item.audience, item.expires_at)`.execute(trx);
}
