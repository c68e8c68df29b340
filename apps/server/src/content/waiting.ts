import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { found, PortalError } from '../errors.ts';
import { addJob } from '../jobs/queue.ts';
import {
  inTransaction,
  nextVersion,
  record,
  type ItemUpdate,
  type ItemVersion,
  type LockedItem,
} from './itemUpdate.ts';

/** What a revision waits for: an instant or a release. */
export type WaitsFor = { goesLiveAt: Date } | { releaseId: string };

/** The publishing job starts this long before the instant and waits for it, because the queue is polled. */
export const LEAD_TIME_MS = 5000;

/** Queues the job that publishes what is due at an instant. */
export function queuePublishing(db: Kysely<DB>, at: Date): Promise<void> {
  const runAt = new Date(at.getTime() - LEAD_TIME_MS);
  return addJob(db, 'publish-due', {}, { key: `publish-due:${at.toISOString()}`, runAt });
}

const columnsOf = (waitsFor: WaitsFor) =>
  'releaseId' in waitsFor
    ? { goes_live_at: null, release_id: waitsFor.releaseId }
    : { goes_live_at: waitsFor.goesLiveAt.toISOString(), release_id: null };

/** How a revision waits. */
export interface Waits {
  for: WaitsFor;
  /** True if it gets its date only when it goes live. */
  isOpenDated: boolean;
  isApproved: RawBuilder<boolean>;
}

/** Makes a revision of a locked item wait, instead of one that was already waiting. */
export async function startWaiting(
  trx: Transaction<DB>,
  item: LockedItem,
  revision: { id: string; number: number },
  waits: Waits,
  update: ItemUpdate,
): Promise<ItemVersion> {
  const { itemId, kind } = item;
  const values = {
    revision_id: revision.id,
    ...columnsOf(waits.for),
    is_open_dated: waits.isOpenDated,
    is_approved: waits.isApproved,
    problem: null,
    scheduled_by: update.actorId ?? null,
    scheduled_at: update.now.toISOString(),
  };
  await trx
    .insertInto('content_waiting')
    .values({ item_id: itemId, ...values })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(values))
    .execute();
  const version = await nextVersion(trx, item, update, { draft_revision_id: null });
  const details = { revision: revision.number, ...auditOf(waits.for) };
  await record(trx, `${kind}.scheduled`, { itemId, version }, details, update);
  if ('goesLiveAt' in waits.for) await queuePublishing(trx, waits.for.goesLiveAt);
  return { itemId, version, revisionId: revision.id };
}

const auditOf = (waitsFor: WaitsFor) =>
  'releaseId' in waitsFor ? { release: waitsFor.releaseId } : { goesLiveAt: waitsFor.goesLiveAt.toISOString() };

/** The waiting revision of a locked item. Throws `conflict` if there is none, for example because it has gone live. */
async function findWaiting(trx: Transaction<DB>, itemId: string) {
  const waiting = await trx
    .selectFrom('content_waiting')
    .innerJoin('content_revisions', 'content_revisions.id', 'content_waiting.revision_id')
    .select(['revision_id', 'goes_live_at', 'release_id', 'number', 'expires_at'])
    .where('content_waiting.item_id', '=', itemId)
    .executeTakeFirst();
  if (!waiting)
    throw new PortalError('conflict', 'No version of this item is scheduled anymore. It may already be live.');
  return waiting;
}

async function lockAnyVersion(trx: Transaction<DB>, itemId: string) {
  return found(
    await trx
      .selectFrom('content_items')
      .select(['kind', 'version', 'draft_revision_id'])
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst(),
    'item',
  );
}

/** Turns the waiting revision back into the draft, unless there is another one. Throws `conflict`, `not_found`. */
export function stopWaiting(db: Kysely<DB>, itemId: string, update: ItemUpdate): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => {
    const item = await lockAnyVersion(trx, itemId);
    const waiting = await findWaiting(trx, itemId);
    await trx.deleteFrom('content_waiting').where('item_id', '=', itemId).execute();
    const revisionId = item.draft_revision_id ?? waiting.revision_id;
    const version = await nextVersion(trx, { itemId, version: item.version }, update, {
      draft_revision_id: revisionId,
    });
    await record(trx, `${item.kind}.unscheduled`, { itemId, version }, { revision: waiting.number }, update);
    return { itemId, version, revisionId };
  });
}

/** Gives the waiting revision another date and removes it from its release. Throws like `stopWaiting`. */
export function waitUntil(db: Kysely<DB>, itemId: string, goesLiveAt: Date, update: ItemUpdate): Promise<void> {
  return inTransaction(db, async (trx) => {
    const item = await lockAnyVersion(trx, itemId);
    const waiting = await findWaiting(trx, itemId);
    assertNotExpired(waiting.expires_at, goesLiveAt);
    await trx
      .updateTable('content_waiting')
      .set({ ...columnsOf({ goesLiveAt }), problem: null })
      .where('item_id', '=', itemId)
      .execute();
    const details = { revision: waiting.number, before: waiting.goes_live_at, ...auditOf({ goesLiveAt }) };
    await record(trx, `${item.kind}.scheduled`, { itemId, version: item.version }, details, update);
    await queuePublishing(trx, goesLiveAt);
  });
}

export function assertNotExpired(expiresAt: string | Date | null, goesLiveAt: Date): void {
  if (expiresAt !== null && new Date(expiresAt) <= goesLiveAt)
    throw new PortalError('invalid_input', 'It would expire before it goes live.', {
      issues: [{ path: 'expiresAt', message: 'Must be after the date it goes live' }],
    });
}

/**
 * Call after publishing a revision or hiding the item, which must be locked: discards another revision that was
 * waiting.
 */
export async function endWaiting(
  trx: Transaction<DB>,
  item: { itemId: string; version: number; kind: string; publishedRevisionId: string | null },
  update: ItemUpdate,
): Promise<void> {
  const ended = await trx
    .deleteFrom('content_waiting')
    .using('content_revisions')
    .whereRef('content_revisions.id', '=', 'content_waiting.revision_id')
    .where('content_waiting.item_id', '=', item.itemId)
    .returning(['content_waiting.revision_id', 'content_revisions.number'])
    .executeTakeFirst();
  if (ended && ended.revision_id !== item.publishedRevisionId)
    await record(trx, `${item.kind}.unscheduled`, item, { revision: ended.number }, update);
}
