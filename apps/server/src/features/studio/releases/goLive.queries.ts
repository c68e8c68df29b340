import { sql, type Transaction } from 'kysely';
import { filesFirst } from '../../../content/attachedFiles.ts';
import { CannotGoLive, goLive, type LiveProblem, type WaitingItem } from '../../../content/goLive.ts';
import { auditAtEnd, type ItemUpdate } from '../../../content/itemUpdate.ts';
import { publish, unpublish } from '../../../content/publication.ts';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { announceToEditors } from '../presence.queries.ts';
import { assertApproved } from './assertApproved.ts';
import { assertMaySchedule } from '../standing.queries.ts';
import { assertMayUndo } from './access.ts';
import { lockPlanned, lockRelease, recordRelease } from './changeReleases.ts';
import { waitingItems } from './releases.queries.ts';

/** Updates the drafts to what went live: a date that was left open is now known. */
async function settleDrafts(trx: Transaction<DB>, items: WaitingItem[], now: Date): Promise<void> {
  for (const { itemId, revisionId, isOpenDated } of items) {
    if (isOpenDated)
      await sql`update studio_drafts set draft = jsonb_set(draft, '{fields,publishedAt}', to_jsonb(${now.toISOString()}::text))
        where item_id = ${itemId} and (base_revision_id = ${revisionId} or draft #>> '{fields,publishedAt}' is null)`.execute(
        trx,
      );
    await announceToEditors(trx, itemId, now);
  }
}

/** Publishes the waiting revision of an item, unless it is no longer due. */
export function publishWaitingItem(db: Db, itemId: string, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('content_items').select('id').where('id', '=', itemId).forUpdate().execute();
    const waiting = await trx
      .selectFrom('content_waiting')
      .select('scheduled_by')
      .where('item_id', '=', itemId)
      .where('goes_live_at', '<=', now.toISOString())
      .where('problem', 'is', null)
      .executeTakeFirst();
    if (!waiting) return;
    await assertApproved(trx, [itemId]);
    const items = await goLive(trx, [itemId], { actorId: waiting.scheduled_by ?? undefined, now });
    await settleDrafts(trx, items, now);
  });
}

/**
 * Publishes all items of a release in one transaction, because its date has come or because someone who has seen
 * version `seen` wants it now. Throws CannotGoLive, `conflict`, `not_found`, `forbidden`.
 */
export function publishWaitingRelease(
  db: Db,
  releaseId: string,
  now: Date,
  by?: { editor: StudioActor; seen: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const release = await lockPlanned(trx, releaseId, by?.seen);
    if (!by && (release.goes_live_at === null || new Date(release.goes_live_at) > now)) return;
    const itemIds = await waitingItems(trx, releaseId);
    if (by) await assertMaySchedule(trx, itemIds, by.editor);
    if (itemIds.length === 0) throw new CannotGoLive([]);
    await assertApproved(trx, itemIds);
    const items = await goLive(trx, itemIds, { actorId: by?.editor.id ?? release.created_by ?? undefined, now });
    // A file may have gone on to a further revision, with the readers of an item of the same release.
    const shown = await trx
      .selectFrom('content_items')
      .select(['id', 'published_revision_id'])
      .where('id', 'in', itemIds)
      .execute();
    const shownRevisions = new Map(shown.map((item) => [item.id, item.published_revision_id]));
    await trx
      .insertInto('studio_released_items')
      .values(
        items.map(({ itemId, revisionId, previousRevisionId }) => ({
          release_id: releaseId,
          item_id: itemId,
          revision_id: shownRevisions.get(itemId) ?? revisionId,
          previous_revision_id: previousRevisionId,
        })),
      )
      .execute();
    const instant = now.toISOString();
    await trx
      .updateTable('studio_releases')
      .set({ released_at: instant, updated_at: instant, version: release.version + 1, problems: '[]' })
      .where('id', '=', releaseId)
      .execute();
    await settleDrafts(trx, items, now);
    await recordRelease(trx, by?.editor ?? {}, 'published', releaseId, { items: itemIds.join(' ') });
  });
}

/** Records why a release stopped, which everyone who opens it can see, and notifies those involved. */
export async function stopRelease(
  { db, notify }: Pick<Dependencies, 'db' | 'notify'>,
  releaseId: string,
  problems: LiveProblem[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name, version, created_by } = await lockPlanned(trx, releaseId);
    await trx
      .updateTable('studio_releases')
      .set({
        goes_live_at: null,
        problems: JSON.stringify(problems),
        version: version + 1,
        updated_at: now.toISOString(),
      })
      .where('id', '=', releaseId)
      .execute();
    const involved = await trx
      .selectFrom('content_waiting')
      .select('scheduled_by')
      .distinct()
      .where('release_id', '=', releaseId)
      .execute();
    const people = new Set([created_by, ...involved.map(({ scheduled_by }) => scheduled_by)]);
    const description = problems.map(({ message }) => message).join(' ') || 'It has no items.';
    await notify(
      trx,
      [...people].filter((id) => id !== null),
      { title: `The release “${name}” did not go live`, description, link: `/studio/releases/${releaseId}` },
      now,
    );
    for (const itemId of await waitingItems(trx, releaseId)) await announceToEditors(trx, itemId, now);
    await recordRelease(trx, {}, 'stopped', releaseId, { problems: description });
  });
}

/** Stops an item that waited for its own date, and notifies those involved of the reason. */
export async function stopItem(
  { db, notify }: Pick<Dependencies, 'db' | 'notify'>,
  itemId: string,
  [problem]: LiveProblem[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const message = problem?.message ?? 'It couldn’t be published.';
    const stopped = await trx
      .updateTable('content_waiting')
      .set({ problem: message })
      .where('item_id', '=', itemId)
      .where('problem', 'is', null)
      .returning('scheduled_by')
      .executeTakeFirst();
    if (!stopped) return;
    const people = stopped.scheduled_by === null ? [] : [stopped.scheduled_by];
    const title = 'A scheduled version did not go live';
    await notify(trx, people, { title, description: message, link: `/studio/${itemId}` }, now);
    await announceToEditors(trx, itemId, now);
  });
}

/**
 * Reverts a live release, so that readers see the previous versions again. Throws `conflict` when an item was published
 * or archived since, `not_found`.
 */
export function undoLiveRelease(db: Db, releaseId: string, version: number, editor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const release = await lockRelease(trx, releaseId);
    if (release.released_at === null || release.undone_at !== null || release.version !== version)
      throw new PortalError('conflict', 'Only a release that is live can be undone. Review it and try again.');
    const released = await trx
      .selectFrom('studio_released_items as part')
      .innerJoin('content_items as item', 'item.id', 'part.item_id')
      .select([
        'item.id',
        'item.kind',
        'item.version',
        'item.published_revision_id',
        'part.revision_id',
        'part.previous_revision_id',
      ])
      .where('part.release_id', '=', releaseId)
      .orderBy('item.id')
      .forUpdate('item')
      .execute();
    const newer = released.filter((item) => item.published_revision_id !== item.revision_id);
    if (newer.length > 0)
      throw new PortalError(
        'conflict',
        'Some items have since been published again or archived. Undo them one by one.',
        {
          issues: newer.map(({ id }) => ({ path: id, message: 'Has since been published again or archived' })),
        },
      );
    const ids = released.map(({ id }) => id);
    await assertMayUndo(trx, ids, editor);
    const update = { actorId: editor.id, now: editor.now };
    await auditAtEnd(trx, (entries) => revertItems(trx, released, { ...update, entries }));
    const instant = editor.now.toISOString();
    await trx
      .updateTable('studio_releases')
      .set({ undone_at: instant, updated_at: instant, version: version + 1 })
      .where('id', '=', releaseId)
      .execute();
    await recordRelease(trx, editor, 'undone', releaseId, { items: ids.join(' ') });
  });
}

interface Released {
  id: string;
  kind: string;
  version: number;
  revision_id: string;
  previous_revision_id: string | null;
}

async function revertItems(trx: Transaction<DB>, released: Released[], update: ItemUpdate): Promise<void> {
  const ids = released.map(({ id }) => id);
  const paths = new Map(
    (await trx.selectFrom('content_items').select(['id', 'path']).where('id', 'in', ids).execute()).map(
      ({ id, path }) => [id, path],
    ),
  );
  // Pages may swap addresses, so all of them are cleared first.
  await trx.updateTable('content_items').set({ path: null }).where('id', 'in', ids).execute();
  for (const { id, version, revision_id, previous_revision_id } of filesFirst(released)) {
    // A newer scheduled version is unscheduled and becomes the draft.
    const waiting = await trx
      .selectFrom('content_waiting')
      .select('revision_id')
      .where('item_id', '=', id)
      .executeTakeFirst();
    if (previous_revision_id === null) await unpublish(trx, { itemId: id, version }, update);
    else {
      const formerPath = paths.get(id) ?? null;
      await publish(trx, { itemId: id, version, revisionId: previous_revision_id, formerPath }, update);
    }
    // The released version becomes an unpublished change.
    await trx
      .updateTable('studio_drafts')
      .set({ is_changed: true })
      .where('item_id', '=', id)
      .where('base_revision_id', 'in', [revision_id, waiting?.revision_id ?? revision_id])
      .execute();
    await announceToEditors(trx, id, update.now);
  }
}
