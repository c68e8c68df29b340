import { sql, type Transaction } from 'kysely';
import { detachIfOwn } from '../../../content/attachedFiles.ts';
import { publish, publishContent } from '../../../content/publication.ts';
import { contentOf, revisionColumns, RevisionRow } from '../../../content/storedContent.ts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { audienceOf } from '../../../visibility/audienceRules.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft, writeDraft } from '../draftStore.queries.ts';
import { announceToEditors } from '../presence.queries.ts';
import { finishReview } from '../reviews.queries.ts';
import { assertAllowed } from '../standing.queries.ts';
import { findRetention } from './retention.queries.ts';

/**
 * Puts an item on hold, which protects it from deletion, or lifts the hold when `reason` is null. Throws `not_found`.
 */
export function setHold(db: Db, itemId: string, reason: string | null, actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('content_items')
      .set({ legal_hold: reason })
      .where('id', '=', itemId)
      .where('kind', '<>', 'asset')
      .returning('kind')
      .executeTakeFirst();
    const { kind } = found(held, 'item');
    const action = `${kind}.${reason === null ? 'hold-lifted' : 'held'}`;
    await audit(trx, { actorId: actor.id, action, objectKind: kind, objectId: itemId, details: { reason } });
  });
}

interface Deletion {
  version: number;
  title: string;
  retentionDays: number;
}

/**
 * Deletes an item with all its revisions. Throws `invalid_input` unless the title is repeated; `conflict` while the
 * item is on hold, within its retention period or published, or if it has changed; `not_found`.
 */
export function deleteItem(
  db: Db,
  itemId: string,
  { version, title, retentionDays }: Deletion,
  actor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    if (storedDraft.version !== version)
      throw new PortalError('conflict', 'Someone else has changed this item. Review the changes and try again.');
    if (title.trim() !== storedDraft.draft.fields.header.trim())
      throw new PortalError('invalid_input', 'This doesn’t match the title of the item.', {
        issues: [{ path: 'title', message: 'Must match the title of the item' }],
      });
    const { obstacle } = await findRetention(trx, itemId, { retentionDays, now: actor.now });
    if (obstacle !== null) throw new PortalError('conflict', obstacle);
    await audit(trx, {
      actorId: actor.id,
      action: `${storedDraft.kind}.deleted`,
      objectKind: storedDraft.kind,
      objectId: itemId,
      details: { title: storedDraft.draft.fields.header, revision: storedDraft.revision?.number ?? null },
    });
    await deleteRows(trx, itemId);
  });
}

/** Deletes an item and everything about it except the audit log and what people confirmed. The caller has locked it. */
export async function deleteRows(trx: Transaction<DB>, itemId: string): Promise<void> {
  await sql`select set_config('portico.deleting_item', ${itemId}, true)`.execute(trx);
  await trx.deleteFrom('notifications').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('undeliverable_emails').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_invitations').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_registrations').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_cancellations').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_check_in_codes').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_watching').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_watches').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_attendance').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_roster_changes').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('event_messages').where('event_id', '=', itemId).execute();
  await trx.deleteFrom('duties').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('published_pictures').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('studio_drafts').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('content_waiting').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('studio_released_items').where('item_id', '=', itemId).execute();
  await trx.updateTable('content_items').set({ draft_revision_id: null }).where('id', '=', itemId).execute();
  await trx.deleteFrom('content_revisions').where('item_id', '=', itemId).execute();
  await trx.deleteFrom('content_items').where('id', '=', itemId).execute();
}

/** Republishes an archived item as readers last saw it. Throws `conflict`, `not_found`, `forbidden`. */
export function restoreItem(db: Db, itemId: string, version: number, actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await assertAllowed(trx, storedDraft, actor, 'publish');
    const last = await findLastPublished(trx, itemId);
    if (!last) throw new PortalError('conflict', 'Only an archived item can be restored.');
    const update = { actorId: actor.id, now: actor.now };
    await publish(trx, { itemId, version, revisionId: last.revisionId }, update);
    await keepUnpublishedChanges(trx, itemId, last.revisionId);
    await finishReview(trx, itemId, actor);
    await announceToEditors(trx, itemId, actor.now);
  });
}

/** The last revision that readers saw of an item they no longer see. */
function findLastPublished(trx: Transaction<DB>, itemId: string): Promise<RevisionRow | undefined> {
  return readRow(
    trx,
    RevisionRow,
    sql`select ${revisionColumns} from content_revisions rev join content_items item on item.id = rev.item_id
      where item.id = ${itemId} and item.published_revision_id is null and rev.first_published_at is not null
      order by rev.number = (select (details->>'revision')::int from audit_log entry
        where entry.object_id = ${itemId} and entry.action = item.kind || '.unpublished' order by entry.id desc limit 1) desc nulls last,
        rev.number desc limit 1`,
  );
}

/** Keeps edits made after that revision as unpublished changes. */
async function keepUnpublishedChanges(trx: Transaction<DB>, itemId: string, revisionId: string): Promise<void> {
  await trx
    .updateTable('studio_drafts')
    .set({ is_changed: true })
    .where('item_id', '=', itemId)
    .where('base_revision_id', '<>', revisionId)
    .execute();
}

/**
 * Postpones or removes the expiration date of the published version. Throws `conflict`, `invalid_input`, `not_found`,
 * `forbidden`.
 */
export function extendItem(
  db: Db,
  itemId: string,
  { version, expiresAt }: { version: number; expiresAt: string | null },
  actor: StudioActor,
): Promise<void> {
  if (expiresAt !== null && new Date(expiresAt) <= actor.now)
    throw new PortalError('invalid_input', 'The date must be in the future.', {
      issues: [{ path: 'expiresAt', message: 'Must be in the future' }],
    });
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await assertAllowed(trx, storedDraft, actor, 'publish');
    const shown = await readRow(
      trx,
      RevisionRow,
      sql`select ${revisionColumns} from content_items item join content_revisions rev on rev.id = item.published_revision_id
        where item.id = ${itemId}`,
    );
    if (!shown) throw new PortalError('conflict', 'The item is not published.');
    if (storedDraft.version !== version) throw new PortalError('conflict', 'Someone else has changed this item.');
    const update = { actorId: actor.id, now: actor.now };
    const content = contentOf(storedDraft.kind, shown);
    const later = { ...content, fields: { ...content.fields, expiresAt } };
    const { revisionId } = await publishContent(trx, storedDraft, later, update);
    await detachIfOwn(trx, itemId, { ...audienceOf(shown.audience, shown.rule), expiresAt });
    const { draft } = storedDraft;
    const fields = { ...draft.fields, expiresAt };
    const revision = { ...shown, revisionId };
    const isChanged = storedDraft.isChanged || storedDraft.revision?.revisionId !== shown.revisionId;
    await writeDraft(trx, { ...storedDraft, draft: { ...draft, fields }, revision, isChanged }, actor);
    await finishReview(trx, itemId, actor);
    await announceToEditors(trx, itemId, actor.now);
  });
}
