import type { Transaction } from 'kysely';
import { MAX_RELEASE_ITEMS } from '@portico/contracts/studio/releases';
import { queuePublishing, stopWaiting } from '../../../content/waiting.ts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft } from '../draftStore.queries.ts';
import { announceToEditors } from '../presence.queries.ts';
import {
  assertSeen,
  checkOptions,
  findReached,
  prepareWaiting,
  type PublicationInput,
  type Publisher,
} from '../publishItem.ts';
import { assertAllowed } from '../standing.queries.ts';
import { assertMaySchedule } from '../standing.queries.ts';
import { waitingItems } from './releases.queries.ts';

/**
 * Locks and returns the release. Callers lock it before its items, so that two calls never deadlock. Throws
 * `not_found`.
 */
export async function lockRelease(trx: Transaction<DB>, releaseId: string) {
  const release = await trx
    .selectFrom('studio_releases')
    .selectAll()
    .where('id', '=', releaseId)
    .forUpdate()
    .executeTakeFirst();
  return found(release, 'release');
}

/** The same for a release that can still be changed. Throws `conflict` if it is already live. */
export async function lockPlanned(trx: Transaction<DB>, releaseId: string, version?: number) {
  const release = await lockRelease(trx, releaseId);
  if (release.released_at !== null) throw new PortalError('conflict', 'This release is already live.');
  if (version !== undefined && version !== release.version)
    throw new PortalError('conflict', 'Someone else has changed this release. Review the changes and try again.');
  return release;
}

export function recordRelease(
  trx: Transaction<DB>,
  editor: { id?: string | undefined },
  action: string,
  releaseId: string,
  details: Record<string, string | number | null> = {},
): Promise<void> {
  return audit(trx, {
    actorId: editor.id,
    action: `release.${action}`,
    objectKind: 'release',
    objectId: releaseId,
    details,
  });
}

/** Creates a release. Idempotent. */
export function createNewRelease(
  db: Db,
  { id, name, goesLiveAt }: { id: string; name: string; goesLiveAt: string | null },
  editor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    assertInFuture(goesLiveAt, editor.now);
    const instant = editor.now.toISOString();
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('studio_releases')
      .values({ id, name, goes_live_at: goesLiveAt, created_by: editor.id, created_at: instant, updated_at: instant })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) return;
    if (goesLiveAt !== null) await queuePublishing(trx, new Date(goesLiveAt));
    await recordRelease(trx, editor, 'created', id, { name, goesLiveAt });
  });
}

function assertInFuture(goesLiveAt: string | null, now: Date): void {
  if (goesLiveAt !== null && new Date(goesLiveAt) <= now)
    throw new PortalError('invalid_input', 'The date must be in the future.', {
      issues: [{ path: 'goesLiveAt', message: 'Must be in the future' }],
    });
}

/** Renames a release or sets its date, and clears the problems that stopped it before. */
export function changeRelease(
  db: Db,
  releaseId: string,
  { version, name, goesLiveAt }: { version: number; name: string; goesLiveAt: string | null },
  editor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const release = await lockPlanned(trx, releaseId, version);
    await assertMaySchedule(trx, await waitingItems(trx, releaseId), editor);
    assertInFuture(goesLiveAt, editor.now);
    await trx
      .updateTable('studio_releases')
      .set({
        name,
        goes_live_at: goesLiveAt,
        problems: '[]',
        version: version + 1,
        updated_at: editor.now.toISOString(),
      })
      .where('id', '=', releaseId)
      .execute();
    if (goesLiveAt !== null) await queuePublishing(trx, new Date(goesLiveAt));
    const before = { nameBefore: release.name, goesLiveAtBefore: release.goes_live_at };
    await recordRelease(trx, editor, 'changed', releaseId, { name, goesLiveAt, ...before });
    await notifyEditors(trx, releaseId, editor.now);
  });
}

async function notifyEditors(trx: Transaction<DB>, releaseId: string, now: Date): Promise<void> {
  for (const itemId of await waitingItems(trx, releaseId)) await announceToEditors(trx, itemId, now);
}

/** Removes a release that has not gone live. What was written for it is preserved. */
export function removeRelease(db: Db, releaseId: string, editor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { name } = await lockPlanned(trx, releaseId);
    await assertMaySchedule(trx, await waitingItems(trx, releaseId), editor);
    for (const itemId of await waitingItems(trx, releaseId)) await unscheduleInRelease(trx, itemId, editor);
    await trx.deleteFrom('studio_releases').where('id', '=', releaseId).execute();
    await recordRelease(trx, editor, 'deleted', releaseId, { name });
  });
}

interface Added extends PublicationInput {
  items: Array<{ itemId: string; seen?: { version: number; sequence: number } | undefined }>;
}

/**
 * Adds items with their current drafts, all or none. Throws `invalid_input` with issues by item when something is
 * missing, `conflict`, `not_found`.
 */
export async function addItems(db: Db, releaseId: string, { items, ...input }: Added, by: Publisher): Promise<void> {
  const editor = {
    ...by,
    reached: await findReached(
      db,
      items.map(({ itemId }) => itemId),
    ),
  };
  await db.transaction().execute(async (trx) => {
    await lockPlanned(trx, releaseId);
    const ordered = items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
    for (const { itemId, seen } of ordered) {
      const storedDraft = found(await readDraft(trx, itemId, true), 'item');
      await assertAllowed(trx, storedDraft, editor, 'publish');
      if (seen) assertSeen(storedDraft, seen);
      await assertHasChanges(trx, itemId, storedDraft.isChanged, releaseId);
      await prepareWaiting(
        trx,
        storedDraft,
        { releaseId },
        editor,
        await checkOptions(trx, storedDraft, input, editor),
      );
    }
    if ((await waitingItems(trx, releaseId)).length > MAX_RELEASE_ITEMS)
      throw new PortalError('invalid_input', `A release has at most ${MAX_RELEASE_ITEMS} items.`);
    await touch(trx, releaseId, editor);
    await recordRelease(trx, editor, 'items-added', releaseId, {
      items: ordered.map(({ itemId }) => itemId).join(' '),
    });
  });
}

/** An item needs something that readers do not see yet, or a version that waits for something else. */
async function assertHasChanges(
  trx: Transaction<DB>,
  itemId: string,
  isChanged: boolean,
  releaseId: string,
): Promise<void> {
  if (isChanged) return;
  const { draft_revision_id, published_revision_id, release_id, waiting } = await trx
    .selectFrom('content_items')
    .leftJoin('content_waiting', 'content_waiting.item_id', 'content_items.id')
    .select(['draft_revision_id', 'published_revision_id', 'release_id', 'revision_id as waiting'])
    .where('content_items.id', '=', itemId)
    .executeTakeFirstOrThrow();
  const isNew = published_revision_id === null || draft_revision_id !== null;
  if (waiting === null ? isNew : release_id !== releaseId) return;
  throw new PortalError(
    'conflict',
    waiting === null
      ? 'There is nothing to release: readers already see the current version.'
      : 'This version is already in the release.',
  );
}

async function touch(trx: Transaction<DB>, releaseId: string, editor: StudioActor): Promise<void> {
  await trx
    .updateTable('studio_releases')
    .set((eb) => ({ problems: '[]', version: eb('version', '+', 1), updated_at: editor.now.toISOString() }))
    .where('id', '=', releaseId)
    .execute();
}

/** Removes an item from the release; its version becomes the draft again. Throws `conflict`, `not_found`. */
export function removeItem(db: Db, releaseId: string, itemId: string, editor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockPlanned(trx, releaseId);
    if (!(await waitingItems(trx, releaseId)).includes(itemId))
      throw new PortalError('conflict', 'This item is no longer in the release.');
    await assertMaySchedule(trx, [itemId], editor);
    await unscheduleInRelease(trx, itemId, editor);
    await touch(trx, releaseId, editor);
    await recordRelease(trx, editor, 'item-removed', releaseId, { item: itemId });
  });
}

async function unscheduleInRelease(trx: Transaction<DB>, itemId: string, editor: StudioActor): Promise<void> {
  await stopWaiting(trx, itemId, { actorId: editor.id, now: editor.now });
  await announceToEditors(trx, itemId, editor.now);
}
