import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import { listOf } from '@portico/kinds/listOf';
import { fieldKey, treeNames, type ItemContent } from '@portico/contracts/studio/draft';
import { isShownElsewhere, shownBy } from '../../content/attachedFiles.ts';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import type { StudioActor } from './access/actor.ts';
import { readDraft, type StoredDraft } from './draftStore.queries.ts';
import { assertAllowed } from './standing.queries.ts';

/**
 * Never-published documents shown by the Files and Video components of an item, which are published with it, to the
 * same readers unless someone chose an audience for them. Locks them. Throws `forbidden` if the editor may not publish
 * one of them.
 */
export async function lockNewFiles(
  trx: Transaction<DB>,
  item: StoredDraft,
  editor: StudioActor,
): Promise<StoredDraft[]> {
  const { audience, audienceRule, publishedAt, expiresAt } = item.draft.fields;
  const files: StoredDraft[] = [];
  for (const { id } of await findNewFiles(trx, item)) {
    const storedDraft = found(await readDraft(trx, id, true), 'document');
    await assertMayWithItem(trx, storedDraft, editor, 'publish');
    const followed = hasChosenReaders(storedDraft) ? {} : { audience, audienceRule, publishedAt, expiresAt };
    const fields = { ...storedDraft.draft.fields, ...followed };
    files.push({ ...storedDraft, draft: { ...storedDraft.draft, fields } });
  }
  return files;
}

/** The same documents without a lock, with the titles that the item shows. */
export async function findNewFiles(
  db: Kysely<DB>,
  { kind, draft }: Pick<StoredDraft, 'kind' | 'draft'>,
): Promise<Array<{ id: string; title: string }>> {
  const titlesById = kind === 'document' ? new Map<string, string>() : listedFiles(draft);
  if (titlesById.size === 0) return [];
  const rows = await readRows(
    db,
    z.object({ id: z.uuid() }),
    sql`select item.id from content_items item
      where item.id = any(${[...titlesById.keys()]}::uuid[]) and item.kind = 'document'
        and not exists (select from content_revisions rev where rev.item_id = item.id and rev.first_published_at is not null)
        and not exists (select from content_waiting waiting where waiting.item_id = item.id)
      order by item.id`,
  );
  return rows.map(({ id }) => ({ id, title: titlesById.get(id) ?? '' }));
}

/** A document first published at the same instant as an item. */
export interface ScheduledFile {
  storedDraft: StoredDraft;
  /** True if a waiting revision is published then; false if the document is already published with that date. */
  isWaiting: boolean;
}

/**
 * Documents that readers have never seen and that will appear with the next version of an item, because nothing else
 * that is published or waiting shows them. Locks them.
 */
export async function lockScheduledFiles(trx: Transaction<DB>, itemId: string, now: Date): Promise<ScheduledFile[]> {
  const rows = await readRows(
    trx,
    z.object({ id: z.uuid(), isWaiting: z.boolean() }),
    sql`with coming as (
        select item.id, rev.components, rev.details, coalesce(waiting.goes_live_at, item.published_at) as at
        from content_items item
        left join content_waiting waiting on waiting.item_id = item.id
        join content_revisions rev on rev.id = coalesce(waiting.revision_id, item.published_revision_id)
        where item.id = ${itemId} and item.kind <> 'document'),
      listed as (
        select distinct file #>> '{}' as id from coming, jsonb_path_query(${shownBy('coming')}, '$.**.documentId') file)
      select doc.id, waiting.item_id is not null as "isWaiting"
      from coming
      join listed on true
      join content_items doc on doc.id::text = listed.id and doc.kind = 'document'
      left join content_waiting waiting on waiting.item_id = doc.id
      where coalesce(waiting.goes_live_at, doc.published_at) = coming.at and coming.at > ${now.toISOString()}
        and (doc.published_at is null or doc.published_at > ${now.toISOString()})
        and not ${isShownElsewhere('doc', 'coming')}
      order by doc.id`,
  );
  const files: ScheduledFile[] = [];
  for (const { id, isWaiting } of rows)
    files.push({ storedDraft: found(await readDraft(trx, id, true), 'document'), isWaiting });
  return files;
}

/** Whether the audience of a document was changed after the save that created it. */
export const hasChosenReaders = ({ stamps }: StoredDraft): boolean =>
  (['audience', 'audienceRule'] as const).some((name) => (stamps[fieldKey(name)]?.sequence ?? 0) > 1);

/** Titles by id. Components of a draft can be incomplete. */
function listedFiles({ trees }: ItemContent): Map<string, string> {
  const fileEntries = treeNames
    .flatMap((tree) => [...walkComponents(trees[tree])])
    .flatMap(({ component }) => filesOf(component))
    .map((file) => ListedFile.safeParse(file).data);
  return new Map(fileEntries.flatMap((file) => (file ? [[file.documentId, file.title ?? '']] : [])));
}

/** The documents of a component: files to download, or a video of the portal with its captions. */
function filesOf(component: ContentComponent): unknown[] {
  if (component.type === 'FileList') return listOf(component.files);
  if (component.type !== 'Video') return [];
  const captions = listOf(component.captions).map((caption) => ({ ...Object(caption), title: Object(caption).label }));
  return [{ ...component.source, title: component.title }, ...captions];
}

const ListedFile = z.object({ documentId: z.uuid(), title: z.optional(z.string()) });

/** Throws `forbidden` with the title of the file. */
export async function assertMayWithItem(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  editor: StudioActor,
  action: 'publish' | 'archive',
): Promise<void> {
  try {
    await assertAllowed(trx, storedDraft, editor, action);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const { header } = storedDraft.draft.fields;
    const what = action === 'publish' ? 'published' : 'archived';
    throw new PortalError('forbidden', `The file “${header}” can’t be ${what} with this item. ${error.message}`, {
      cause: error,
    });
  }
}
