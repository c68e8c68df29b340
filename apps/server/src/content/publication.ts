import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { PortalError, found } from '../errors.ts';
import { addFollowingRevision, findFollowingFiles, lockAttachedFiles, updateWaitingFiles } from './attachedFiles.ts';
import type { ContentKind } from './details.ts';
import {
  announceItem,
  inTransaction,
  lockItem,
  nextVersion,
  record,
  recordEntry,
  type ItemUpdate,
  type ItemVersion,
  type LockedItem,
} from './itemUpdate.ts';
import { saveDuties } from './duties.ts';
import { saveEventCredits } from './eventCredits.ts';
import { renameRevision, withCurrentNames } from './filingNames.ts';
import { saveFormVersions } from './formVersions.ts';
import { savePublishedChecklists } from './publishedChecklists.ts';
import { saveRedirect } from './redirects.ts';
import { endWaiting, startWaiting, type Waits } from './waiting.ts';
import { recordItemEvent } from './itemEvents.ts';
import type { RevisionContent } from './storedContent.ts';
import { revisionOf, writeRevision, writtenColumns, type WrittenRevision } from './writeRevision.ts';
import { indexItems } from '../search/index/indexItems.ts';

export type { ItemVersion } from './itemUpdate.ts';

/** What an item is called by those who write it. `version` is the one they saw, 0 for a new item. */
interface WrittenItem {
  itemId: string;
  kind: ContentKind;
  externalId?: string | undefined;
  version: number;
}

/**
 * Stores what an editor wrote without showing it to readers. A draft is overwritten until it is published; a published
 * revision is permanent, and the next draft gets the next number. Throws `invalid_input` for content that breaks the
 * contract, `conflict` if someone else changed it first, `not_found`.
 */
export async function saveDraft(
  db: Kysely<DB>,
  item: WrittenItem,
  content: RevisionContent,
  update: ItemUpdate,
): Promise<ItemVersion> {
  const values = revisionOf(item.kind, content, update);
  return inTransaction(db, async (trx) => {
    if (item.version === 0) await createItem(trx, item, update);
    const current = await lockItem(trx, item.itemId, Math.max(item.version, 1));
    const { id, number } = await writeRevision(trx, current, content, values);
    const version = await nextVersion(trx, item, update, { draft_revision_id: id });
    await record(
      trx,
      `${item.kind}.draft-saved`,
      { ...item, version },
      { before: current.publishedNumber, revision: number },
      update,
    );
    return { itemId: item.itemId, version, revisionId: id };
  });
}

/**
 * Publishes what an editor wrote, as one change of the item, which the caller has locked. Readers see it from its date
 * on. Throws `invalid_input` for content that breaks the contract.
 */
export async function publishContent(
  trx: Transaction<DB>,
  item: LockedItem & { kind: ContentKind },
  content: RevisionContent,
  update: ItemUpdate,
): Promise<ItemVersion> {
  const values = { ...revisionOf(item.kind, content, update), first_published_at: update.now.toISOString() };
  return showRevision(trx, item, await writeRevision(trx, item, content, values), { isDraftDone: true }, update);
}

/**
 * Makes what an editor wrote wait, as one change of the item, which the caller has locked: readers continue to see the
 * published revision. It replaces a revision that was already waiting. Throws `invalid_input` for content that breaks
 * the contract.
 */
export async function scheduleContent(
  trx: Transaction<DB>,
  item: LockedItem & { kind: ContentKind },
  content: RevisionContent,
  waits: Waits,
  update: ItemUpdate,
): Promise<ItemVersion> {
  const revision = await writeRevision(trx, item, content, revisionOf(item.kind, content, update));
  return startWaiting(trx, item, revision, waits, update);
}

/**
 * Publishes a revision, which readers see from its date on: the draft, or the earlier revision `revisionId`. Throws
 * `conflict` if someone else changed the item first or there is no draft, `not_found` for an unknown item or revision.
 */
export function publish(
  db: Kysely<DB>,
  item: {
    itemId: string;
    version: number;
    revisionId?: string | undefined;
    /** The address of a page that has just moved away from it, for another page to take over. */
    formerPath?: string | null;
    /** The date of a revision that was left undated until now. */
    publishedAt?: Date;
  },
  update: ItemUpdate,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => {
    const current = await lockItem(trx, item.itemId, item.version);
    const writtenId = item.revisionId ?? current.draftRevisionId;
    if (writtenId === null) throw new PortalError('conflict', 'There is no draft to publish.');
    const revisionId = found(
      await renameRevision(trx, writtenId, (filed) => withCurrentNames(trx, filed), update),
      'revision',
    );
    const { isPublic, ...revision } = found(
      await trx
        .with('dated', (query) =>
          query
            .updateTable('content_revisions')
            .set({
              first_published_at: update.now.toISOString(),
              ...(item.publishedAt ? { published_at: item.publishedAt.toISOString() } : {}),
            })
            .where('id', '=', revisionId)
            .where('item_id', '=', item.itemId)
            .where('first_published_at', 'is', null)
            .returning('id'),
        )
        .selectFrom('content_revisions')
        .select(writtenColumns)
        .select(sql<boolean>`first_published_at is not null`.as('isPublic'))
        .where('id', '=', revisionId)
        .where('item_id', '=', item.itemId)
        .executeTakeFirst(),
      'revision',
    );
    // The statement reads the revision as it was before.
    if (item.publishedAt && !isPublic) revision.published_at = item.publishedAt.toISOString();
    const isDraftDone = current.draftRevisionId === writtenId;
    const path = item.formerPath ?? current.path;
    return showRevision(trx, { ...current, path }, revision, { isDraftDone }, update);
  });
}

/** Shows a revision to readers instead of the published one. */
async function showRevision(
  trx: Transaction<DB>,
  item: LockedItem,
  { id, number, ...copies }: WrittenRevision,
  { isDraftDone, keepsWaiting = false }: { isDraftDone: boolean; keepsWaiting?: boolean },
  update: ItemUpdate,
): Promise<ItemVersion> {
  const { itemId, kind } = item;
  const version = await nextVersion(trx, item, update, {
    ...copies,
    published_revision_id: id,
    ...(isDraftDone ? { draft_revision_id: null } : {}),
  });
  const shown = { itemId, version };
  const asked = await saveDuties(trx, itemId, update);
  await record(trx, `${kind}.published`, shown, { before: item.publishedNumber, revision: number }, update);
  if (!keepsWaiting) await endWaiting(trx, { ...shown, kind, publishedRevisionId: id }, update);
  await saveRedirect(trx, { ...shown, path: copies.path, formerPath: item.path }, update);
  await saveFormVersions(trx, itemId, update.now);
  await updateCopies(trx, itemId, 'item.published', update);
  if (asked) await recordEntry(trx, asked, update);
  return { ...shown, revisionId: id };
}

/** Updates everything that is derived from what readers see of an item, and tells others about the change. */
async function updateCopies(
  trx: Transaction<DB>,
  itemId: string,
  event: 'item.published' | 'item.withdrawn',
  update: ItemUpdate,
): Promise<void> {
  await indexItems(trx, [itemId]);
  await savePublishedChecklists(trx, itemId);
  await announceItem(trx, itemId);
  await recordItemEvent(trx, event, itemId, update.now);
  await updateAttachedFiles(trx, itemId, update);
  await saveEventCredits(trx, itemId);
}

/** Gives the attached files the readers, dates and state of their item. Source: decisions/0296. */
async function updateAttachedFiles(trx: Transaction<DB>, itemId: string, update: ItemUpdate): Promise<void> {
  if (!(await lockAttachedFiles(trx, itemId))) return;
  for (const file of await findFollowingFiles(trx, itemId)) {
    if (!file.isItemShown) {
      await withdraw(trx, file, update);
      continue;
    }
    const revisionId = await addFollowingRevision(trx, file, itemId, update);
    const revision = await trx
      .selectFrom('content_revisions')
      .select(writtenColumns)
      .where('id', '=', revisionId)
      .executeTakeFirstOrThrow();
    const isDraftDone = file.draftRevisionId === file.lastRevisionId;
    await showRevision(trx, file, revision, { isDraftDone, keepsWaiting: true }, update);
  }
  await updateWaitingFiles(trx, itemId);
}

/** Gives a locked item other names where readers see it, without touching its draft. Returns the revision's id. */
export async function renamePublished(
  trx: Transaction<DB>,
  item: LockedItem & { publishedRevisionId: string },
  renamed: Parameters<typeof renameRevision>[2],
  update: ItemUpdate,
): Promise<ItemVersion> {
  const { itemId, version, publishedRevisionId } = item;
  const revisionId = found(await renameRevision(trx, publishedRevisionId, renamed, update), 'revision');
  if (revisionId === publishedRevisionId) return { itemId, version, revisionId };
  const revision = await trx
    .selectFrom('content_revisions')
    .select(writtenColumns)
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow();
  const isDraftDone = item.draftRevisionId === publishedRevisionId;
  return showRevision(trx, item, revision, { isDraftDone, keepsWaiting: true }, update);
}

/** Hides an item from readers. Its published revision becomes the draft, unless one exists. Throws like `publish`. */
export function unpublish(
  db: Kysely<DB>,
  item: { itemId: string; version: number },
  update: ItemUpdate,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => withdraw(trx, await lockItem(trx, item.itemId, item.version), update));
}

/** Hides a locked item from readers. Throws `conflict` if it is not published. */
async function withdraw(trx: Transaction<DB>, item: LockedItem, update: ItemUpdate): Promise<ItemVersion> {
  const { kind, itemId, publishedNumber: number } = item;
  if (item.publishedRevisionId === null) throw new PortalError('conflict', 'The item is not published.');
  const revisionId = item.draftRevisionId ?? item.publishedRevisionId;
  const version = await nextVersion(trx, item, update, {
    published_revision_id: null,
    draft_revision_id: revisionId,
    published_at: null,
    expires_at: null,
    audience: [],
    categories: [],
    starts_at: null,
    ends_at: null,
    path: null,
    department: null,
    title: null,
    file_id: null,
    author_department: null,
    format: null,
    bytes: null,
  });
  await saveDuties(trx, itemId, update);
  await record(trx, `${kind}.unpublished`, { itemId, version }, { before: number, revision: number }, update);
  await endWaiting(trx, { itemId, version, kind, publishedRevisionId: null }, update);
  await updateCopies(trx, itemId, 'item.withdrawn', update);
  return { itemId, version, revisionId };
}

async function createItem(
  trx: Transaction<DB>,
  item: { itemId: string; kind: ContentKind; externalId?: string | undefined },
  { now }: ItemUpdate,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('content_items')
    .values({
      id: item.itemId,
      kind: item.kind,
      external_id: item.externalId ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new PortalError('conflict', 'This item already exists.');
}
