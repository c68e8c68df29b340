import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { mayDo } from '@portico/authoring/mayDo';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  MIN_DAYS_TO_EXPIRY,
  type letContentExpire,
  type Ownership,
  type saveOwnership,
} from '@portico/contracts/studio/owners';
import { dayAfter } from '@portico/contracts/times';
import { fromLocal } from '@portico/contracts/zonedTime';
import { audit } from '../../../db/audit.ts';
import { Instant, readRow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { announceToEach } from '../../../push/announce.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { findEditorName } from '../editorName.ts';
import { announceToEditors } from '../presence.queries.ts';
import { extendItem } from '../retention/itemRetention.ts';
import { requestReview, type Reviewing } from '../reviews.queries.ts';
import { saveChanges } from '../saveChanges.ts';
import { assertAllowed, standingsOf } from '../standing.queries.ts';
import { assertMayOwn, readOwnership, readStoredOwnership, type StoredOwnership } from './ownership.queries.ts';

/** Someone who changes who owns items, and the day of the firm. */
export interface OwnerActor extends StudioActor {
  today: string;
}

const titleOf = ({ draft }: StoredDraft): string => draft.fields.header.trim() || 'Untitled';

/**
 * Sets the owner of an item and the day of its review, and notifies a new owner. The day that the last confirmation
 * answered takes that confirmation back. Throws like `saveOwnership`, and
 * `not_found`, `forbidden`.
 */
export function setOwnership(
  { db, notify }: Reviewing,
  itemId: string,
  { version, ownerId, reviewOn }: Received<typeof saveOwnership>['body'],
  actor: OwnerActor,
): Promise<Ownership> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const standing = await assertAllowed(trx, storedDraft, actor, 'write');
    const before = await readStoredOwnership(trx, itemId);
    if (before.version !== version)
      throw new PortalError('conflict', 'Someone else changed the owner or the date while you were looking at them.');
    const isNewOwner = ownerId !== before.ownerId;
    if (isNewOwner && ownerId !== null) await assertMayOwn(trx, ownerId, standing);
    if (isNewOwner || reviewOn !== before.reviewOn) {
      const takesBack = reviewOn !== before.reviewOn && reviewOn !== null && reviewOn === before.confirmedFrom;
      const confirmation = takesBack ? { confirmed_at: null, confirmed_by: null, confirmed_from: null } : {};
      const values = { owner_id: ownerId, review_on: reviewOn, lets_expire: false, ...confirmation };
      await write(trx, storedDraft, values, actor);
      const nameOf = async (id: string | null) => (id === null ? null : ((await findEditorName(trx, id)) ?? id));
      const details = {
        owner: await nameOf(ownerId),
        formerOwner: await nameOf(before.ownerId),
        reviewOn,
        formerReviewOn: before.reviewOn,
      };
      await record(trx, storedDraft, 'owner-changed', actor, details);
    }
    if (isNewOwner && ownerId !== null && ownerId !== actor.id) {
      const name = (await findEditorName(trx, actor.id)) ?? 'Someone';
      await notify(
        trx,
        [ownerId],
        {
          title: `You now own: ${titleOf(storedDraft)}`,
          description: `${name} made you its owner. You will be asked when it is due for review.`,
          link: `/studio/${itemId}?panel=settings`,
        },
        actor.now,
      );
    }
    await announceTo(trx, [before.ownerId, ownerId, actor.id]);
    return readOwnership(trx, itemId, { standing, actor, today: actor.today });
  });
}

/** Confirms an item until its next review. Throws like `confirmContent`, and `not_found`, `forbidden`. */
export function confirmItem(
  { db }: Pick<Reviewing, 'db'>,
  itemId: string,
  { reviewOn, nextOn }: { reviewOn: string; nextOn: string },
  actor: OwnerActor,
): Promise<Ownership> {
  if (nextOn <= actor.today)
    throw new PortalError('invalid_input', 'The next review must be after today.', {
      issues: [{ path: 'nextOn', message: 'Must be after today' }],
    });
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    const standing = await assertAllowed(trx, storedDraft, actor, 'write');
    const before = await readStoredOwnership(trx, itemId);
    assertReviewedOn(before, reviewOn);
    const confirmed = { confirmed_at: actor.now.toISOString(), confirmed_by: actor.id, confirmed_from: reviewOn };
    await write(trx, storedDraft, { review_on: nextOn, lets_expire: false, ...confirmed }, actor);
    await record(trx, storedDraft, 'content-confirmed', actor, { reviewOn: nextOn, formerReviewOn: reviewOn });
    await announceTo(trx, [before.ownerId, actor.id]);
    return readOwnership(trx, itemId, { standing, actor, today: actor.today });
  });
}

/**
 * Sets when an item expires, as a change like any other: whoever may publish it does so at once, without what else is
 * unpublished; otherwise the date is saved in the draft, and an approval is requested if nothing else waits there.
 * Each step may be repeated, so that a second attempt ends what the first one began. Throws like `letContentExpire`, and
 * `not_found`, `forbidden`.
 */
export async function letItemExpire(
  parts: Reviewing & { timeZone: string },
  itemId: string,
  reviewOn: string,
  actor: OwnerActor,
  reader: Reader,
): Promise<CallResult<typeof letContentExpire>> {
  const { db, timeZone } = parts;
  const storedDraft = found(await readDraft(db, itemId, false), 'item');
  const standing = await assertAllowed(db, storedDraft, actor, 'write');
  const stored = await readStoredOwnership(db, itemId);
  assertReviewedOn(stored, reviewOn);
  if (!standing.isLive) throw new PortalError('conflict', 'The item is not published.');
  const earliest = new Date(actor.now.getTime() + MIN_DAYS_TO_EXPIRY * DAY_MS).toISOString();
  const endOfReview = fromLocal(`${dayAfter(reviewOn, 1)}T00:00`, timeZone)!;
  const ending = await findExpiry(db, itemId);
  const planned = endOfReview > earliest ? endOfReview : earliest;
  const endsBefore = ending !== null && ending < planned;
  const expiresAt = endsBefore ? ending : planned;
  const outcome = endsBefore ? 'Published' : await setExpiry();
  await db.transaction().execute(async (trx) => {
    const locked = found(await readDraft(trx, itemId, true), 'item');
    assertReviewedOn(await readStoredOwnership(trx, itemId), reviewOn);
    await write(trx, locked, { lets_expire: true }, actor);
    await record(trx, locked, 'left-to-expire', actor, { reviewOn, expiresAt });
    await announceTo(trx, [stored.ownerId, actor.id]);
  });
  return { expiresAt, outcome };

  async function setExpiry(): Promise<CallResult<typeof letContentExpire>['outcome']> {
    if (mayDo(actor, 'publish', standing)) {
      await extendItem(db, itemId, { version: storedDraft.version, expiresAt }, actor);
      return 'Published';
    }
    const saved = await saveChanges(
      parts,
      itemId,
      {
        clientId: randomUUID(),
        batchId: randomUUID(),
        base: storedDraft.sequence,
        changes: [{ do: 'field', name: 'expiresAt', value: expiresAt }],
      },
      actor,
      reader,
    );
    if (saved.conflicts.length > 0)
      throw new PortalError('conflict', 'Someone else is changing when it expires. Review the changes and try again.');
    const changed = (await standingsOf(db, [itemId])).get(itemId);
    if (standing.hasChanges || !changed || !mayDo(actor, 'requestReview', changed)) return 'Saved';
    const note = 'Its owner lets it expire instead of reviewing it.';
    await requestReview(parts, itemId, { purpose: 'Publish', note, dueOn: null }, actor);
    return 'Requested';
  }
}

/** When readers stop seeing the published version; null for never. */
async function findExpiry(db: Kysely<DB>, itemId: string): Promise<string | null> {
  const row = await readRow(
    db,
    z.object({ expiresAt: z.nullable(Instant) }),
    sql`select expires_at as "expiresAt" from content_items where id = ${itemId}`,
  );
  return row?.expiresAt ? new Date(row.expiresAt).toISOString() : null;
}

function assertReviewedOn(stored: StoredOwnership, reviewOn: string): void {
  if (stored.reviewOn !== reviewOn)
    throw new PortalError('conflict', 'Someone has already answered, or changed the date of the review.');
}

interface Written {
  owner_id?: string | null;
  review_on?: string | null;
  lets_expire: boolean;
  confirmed_at?: string | null;
  confirmed_by?: string | null;
  confirmed_from?: string | null;
}

/** The caller has locked the item. */
async function write(
  trx: Transaction<DB>,
  { itemId }: StoredDraft,
  values: Written,
  actor: StudioActor,
): Promise<void> {
  await trx
    .insertInto('content_owners')
    .values({ item_id: itemId, ...values })
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet((own) => ({ ...values, version: own('content_owners.version', '+', 1) })),
    )
    .execute();
  await announceToEditors(trx, itemId, actor.now);
}

function record(
  trx: Transaction<DB>,
  { kind, itemId }: StoredDraft,
  what: string,
  actor: StudioActor,
  details: Record<string, string | null>,
): Promise<void> {
  return audit(trx, { actorId: actor.id, action: `${kind}.${what}`, objectKind: kind, objectId: itemId, details });
}

/** Updates the overviews of these people. */
async function announceTo(trx: Transaction<DB>, people: Array<string | null>): Promise<void> {
  await announceToEach(trx, 'studio', [...new Set(people.filter((id) => id !== null))]);
}
