import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Received } from '@portico/contracts/endpoint';
import type { ReviewPurpose, approveStudioItem, requestStudioReview } from '@portico/contracts/studio/reviews';
import type { ItemStanding } from '@portico/authoring/mayDo';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Notify } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { announceToEach } from '../../push/announce.ts';
import { shortened } from '../../shortened.ts';
import type { StudioActor } from './access/actor.ts';
import { listPeopleWhoMay } from './access/colleagues.queries.ts';
import { readDraft, type StoredDraft } from './draftStore.queries.ts';
import { findEditorName } from './editorName.ts';
import { announceToEditors } from './presence.queries.ts';
import { noteWriter } from './revisionWriters.queries.ts';
import { assertAllowed } from './standing.queries.ts';

/** Notifications quote only the beginning of a note; the item shows all of it. */
export const MAX_QUOTE_LENGTH = 300;

export interface Reviewing {
  db: Db;
  notify: Notify;
}

const titleOf = ({ draft }: StoredDraft): string => draft.fields.header.trim() || 'Untitled';
const linkOf = (itemId: string): string => `/studio/${itemId}`;
const quoted = (text: string): string => (text === '' ? '' : ` “${shortened(text, MAX_QUOTE_LENGTH)}”`);

/** Requests an approval of the current draft from everyone who may give it. */
export function requestReview(
  { db, notify }: Reviewing,
  itemId: string,
  { purpose, note, dueOn }: Received<typeof requestStudioReview>['body'],
  actor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await assertAllowed(trx, storedDraft, actor, purpose === 'Archive' ? 'requestArchive' : 'requestReview');
    // Closes an approval of content that has changed since.
    await closeReview(trx, itemId, 'Voided', actor);
    await trx
      .insertInto('studio_reviews')
      .values({ item_id: itemId, purpose, note, due_on: dueOn, requested_by: actor.id, requested_at: actor.now })
      .execute();
    await record(trx, storedDraft, 'review-requested', actor, { purpose });
    const standing: ItemStanding = await assertAllowed(trx, storedDraft, actor, 'open');
    const approvers = (await listPeopleWhoMay(trx, 'approve', standing)).map(({ id }) => id);
    const name = (await findEditorName(trx, actor.id)) ?? 'Someone';
    const wish = purpose === 'Archive' ? 'to archive it' : 'to publish it';
    await notify(
      trx,
      approvers,
      {
        title: `Approval requested: ${titleOf(storedDraft)}`,
        description: `${name} needs your approval ${wish}.${quoted(note)}`,
        link: linkOf(itemId),
      },
      actor.now,
    );
    await notifyStudio(trx, itemId, approvers, actor);
  });
}

/** Withdraws the request, or the approval that followed it. */
export function withdrawReview({ db }: Reviewing, itemId: string, actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const standing = await assertAllowed(trx, storedDraft, actor, 'withdraw');
    await closeReview(trx, itemId, 'Withdrawn', actor);
    await record(trx, storedDraft, 'review-withdrawn', actor);
    const approvers = await listPeopleWhoMay(trx, 'approve', standing);
    await notifyStudio(
      trx,
      itemId,
      approvers.map(({ id }) => id),
      actor,
    );
  });
}

/** Approves what the approver saw. Throws `conflict` if it has changed since. */
export function approveItem(
  { db, notify }: Reviewing,
  itemId: string,
  { version, sequence, comment }: Received<typeof approveStudioItem>['body'],
  actor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const standing = await assertAllowed(trx, storedDraft, actor, 'approve');
    if (storedDraft.version !== version || storedDraft.sequence !== sequence)
      throw new PortalError('conflict', 'The item has changed since you opened it. Review the changes and try again.');
    await trx
      .updateTable('studio_reviews')
      .set({ state: 'Approved', decided_by: actor.id, decided_at: actor.now.toISOString(), comment, version, sequence })
      .where('item_id', '=', itemId)
      .where('state', '=', 'Requested')
      .execute();
    await trx.deleteFrom('studio_authors').where('item_id', '=', itemId).execute();
    await record(trx, storedDraft, 'approved', actor, { purpose: standing.review!.purpose, sequence });
    const next = await notifyPublishers(trx, notify, storedDraft, standing, actor);
    await answerRequester(trx, notify, { storedDraft, standing, actor, said: 'Approved', comment, next });
  });
}

/** Sends the item back with the requested changes. */
export function returnItem(
  { db, notify }: Reviewing,
  itemId: string,
  comment: string,
  actor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const standing = await assertAllowed(trx, storedDraft, actor, 'return');
    await closeReview(trx, itemId, 'Returned', actor, comment);
    await record(trx, storedDraft, 'returned', actor);
    await answerRequester(trx, notify, { storedDraft, standing, actor, said: 'Sent back', comment });
  });
}

interface Answer {
  storedDraft: StoredDraft;
  standing: ItemStanding;
  actor: StudioActor;
  said: 'Approved' | 'Sent back';
  comment: string;
  /** Whose turn it is now, as a sentence. */
  next?: string;
}

/**
 * Notifies those who may now publish or archive an item, unless the person who requested it may. Returns whose turn it
 * is, as a sentence for that person.
 */
async function notifyPublishers(
  trx: Transaction<DB>,
  notify: Notify,
  storedDraft: StoredDraft,
  standing: ItemStanding,
  actor: StudioActor,
): Promise<string> {
  const { purpose, requestedBy } = standing.review!;
  const verb = purpose === 'Archive' ? 'archive' : 'publish';
  const approved: ItemStanding = { ...standing, review: { purpose, requestedBy, state: 'Approved' } };
  const publishers = (await listPeopleWhoMay(trx, verb, approved)).map(({ id }) => id);
  if (requestedBy !== null && publishers.includes(requestedBy)) return ` You can ${verb} it now.`;
  const name = (await findEditorName(trx, actor.id)) ?? 'An approver';
  await notify(
    trx,
    publishers.filter((id) => id !== actor.id),
    {
      title: `Ready to ${verb}: ${titleOf(storedDraft)}`,
      description: `${name} approved it. You can ${verb} it now.`,
      link: linkOf(storedDraft.itemId),
    },
    actor.now,
  );
  return ` An editor or approver can ${verb} it now.`;
}

async function answerRequester(trx: Transaction<DB>, notify: Notify, answer: Answer): Promise<void> {
  const { storedDraft, standing, actor, said, comment, next = '' } = answer;
  const { itemId } = storedDraft;
  const name = (await findEditorName(trx, actor.id)) ?? 'An approver';
  const requester = standing.review!.requestedBy;
  await notify(
    trx,
    requester === null ? [] : [requester],
    {
      title: `${said}: ${titleOf(storedDraft)}`,
      description: `${name} ${said === 'Approved' ? 'approved it' : 'sent it back'}.${quoted(comment)}${next}`,
      link: linkOf(itemId),
    },
    actor.now,
  );
  const others = await listPeopleWhoMay(trx, 'open', standing);
  await notifyStudio(
    trx,
    itemId,
    others.map(({ id }) => id),
    actor,
  );
}

/**
 * Records that someone edited an item. They can no longer approve it, and an existing approval is voided, of which its
 * requester is notified. The caller has locked the item.
 */
export async function recordEdit(
  trx: Transaction<DB>,
  notify: Notify,
  storedDraft: StoredDraft,
  actor: StudioActor,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('studio_authors')
    .values({ item_id: storedDraft.itemId, user_id: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await noteWriter(trx, storedDraft.itemId, actor.id);
  if (added === 1n) await record(trx, storedDraft, 'written', actor);
  const voided = await readRow(
    trx,
    z.object({ requestedBy: z.nullable(z.uuid()), decidedBy: z.nullable(z.uuid()) }),
    sql`update studio_reviews set state = 'Voided' where item_id = ${storedDraft.itemId} and state = 'Approved'
      returning requested_by as "requestedBy", decided_by as "decidedBy"`,
  );
  if (!voided) return;
  await record(trx, storedDraft, 'approval-voided', actor);
  const name = (await findEditorName(trx, actor.id)) ?? 'Someone';
  const requesters = voided.requestedBy === null ? [] : [voided.requestedBy];
  await notify(
    trx,
    requesters,
    {
      title: `No longer approved: ${titleOf(storedDraft)}`,
      description: `${name} changed it after it was approved, so it needs approval again.`,
      link: linkOf(storedDraft.itemId),
    },
    actor.now,
  );
  await announceToEach(trx, 'studio', [...requesters, ...(voided.decidedBy === null ? [] : [voided.decidedBy])]);
}

/** Closes the review once the approved action is done, or a pending request that is no longer needed. */
export async function finishReview(trx: Transaction<DB>, itemId: string, actor: StudioActor): Promise<void> {
  await closeReview(trx, itemId, 'Done', actor);
}

async function closeReview(
  trx: Transaction<DB>,
  itemId: string,
  state: 'Returned' | 'Withdrawn' | 'Voided' | 'Done',
  actor: StudioActor,
  comment?: string,
): Promise<void> {
  const isDecision = state === 'Returned';
  await trx
    .updateTable('studio_reviews')
    .set({
      state,
      ...(isDecision ? { decided_by: actor.id, decided_at: actor.now.toISOString(), comment: comment ?? '' } : {}),
    })
    .where('item_id', '=', itemId)
    .where('state', 'in', ['Requested', 'Approved'])
    .execute();
}

async function notifyStudio(
  trx: Transaction<DB>,
  itemId: string,
  userIds: string[],
  { id, now }: StudioActor,
): Promise<void> {
  await announceToEditors(trx, itemId, now);
  await announceToEach(trx, 'studio', [...new Set([...userIds, id])]);
}

/** The revision is the same before and after, because nothing has changed for readers. */
function record(
  db: Kysely<DB>,
  { kind, itemId, revision, version, sequence }: StoredDraft,
  what: string,
  actor: StudioActor,
  more: { purpose?: ReviewPurpose; sequence?: number } = {},
): Promise<void> {
  const number = revision?.number ?? null;
  return audit(db, {
    actorId: actor.id,
    action: `${kind}.${what}`,
    objectKind: kind,
    objectId: itemId,
    details: { before: number, revision: number, version, sequence, ...more },
  });
}
