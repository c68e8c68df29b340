import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { Category, CreatorInfo } from '@portico/kinds/itemParts';
import { ComponentTree } from '@portico/kinds/content';
import { ImageRef } from '@portico/kinds/media';
import { emptyRule } from '@portico/authoring/audience';
import { AudienceRule, type Audience } from '@portico/contracts/audience';
import { AdvisorType } from '@portico/contracts/users';
import type { DB } from '../db/schema.generated.ts';
import { PortalError, found } from '../errors.ts';
import { detailsOf, type ContentKind, type FileDetails } from './details.ts';
import { patternIssues } from './fieldPatterns.ts';
import { announce, inTransaction, lockItem, record, type Change, type ItemVersion } from './itemChange.ts';
import { saveFormVersions } from './formVersions.ts';
import { savePublishedChecklists } from './publishedChecklists.ts';
import { saveRedirect } from './redirects.ts';
import { endWaiting } from './waiting.ts';
import { recordItemEvent } from './itemEvents.ts';
import { indexItems } from '../search/index/indexItems.ts';
import { saveRule, storedAudience } from '../visibility/audienceRules.ts';

export type { ItemVersion } from './itemChange.ts';

const Instant = z.iso.datetime();

/**
 * Everything an editor decides about an item. Instants are ISO 8601 in UTC; an empty audience without a rule means
 * everyone.
 */
export const ContentDraft = z
  .object({
    header: z.string().check(z.minLength(1), z.maxLength(300)),
    description: z.string().check(z.maxLength(1000)),
    categories: z.array(Category).check(z.maxLength(20)),
    audience: z.array(AdvisorType),
    /** Conditions in addition to the advisor types; omitted if there are none. */
    audienceRule: z.optional(AudienceRule),
    publishedAt: Instant,
    expiresAt: z.nullable(Instant),
    startsAt: z.nullable(Instant),
    endsAt: z.nullable(Instant),
    authorDepartment: z.nullable(z.string().check(z.maxLength(200))),
    creatorInfo: CreatorInfo,
    image: z.nullable(ImageRef),
    components: ComponentTree,
    /** What only this kind has, e.g. an event's location and speakers. */
    details: z.record(z.string(), z.unknown()),
  })
  .check(
    z.refine(
      (draft) => draft.expiresAt === null || Date.parse(draft.expiresAt) > Date.parse(draft.publishedAt),
      'It must expire after it is published',
    ),
    z.refine(
      (draft) => draft.endsAt === null || Date.parse(draft.endsAt) >= Date.parse(draft.startsAt ?? draft.endsAt),
      'It must end after it starts',
    ),
  );
export type ContentDraft = z.infer<typeof ContentDraft>;

/**
 * Stores what an editor wrote without showing it to readers. `version` is the one the editor saw, 0 for a new item. A
 * draft is overwritten until it is published; a published revision is permanent, and the next draft gets the next
 * number. Throws `invalid_input` for content that breaks the contract, `conflict` if someone else changed it first,
 * `not_found`.
 */
export async function saveDraft(
  db: Kysely<DB>,
  item: { itemId: string; kind: ContentKind; externalId?: string | undefined; version: number },
  content: ContentDraft,
  change: Change,
): Promise<ItemVersion> {
  const values = { ...revisionValues(item.kind, valid(item.kind, content)), notify_by: [...(change.notifyBy ?? [])] };
  return inTransaction(db, async (trx) => {
    if (item.version === 0) await createItem(trx, item, change);
    const current = await lockItem(trx, item.itemId, Math.max(item.version, 1));
    await saveRule(trx, wholeAudience(content));
    const draft = current.draft_revision_id && (await overwriteDraft(trx, current.draft_revision_id, values, change));
    const revision = draft || (await addRevision(trx, item.itemId, values, change));
    const version = item.version + 1;
    await trx
      .updateTable('content_items')
      .set({ draft_revision_id: revision.id, version, updated_at: change.now.toISOString() })
      .where('id', '=', item.itemId)
      .execute();
    await record(
      trx,
      `${item.kind}.draft-saved`,
      { ...item, version },
      { before: current.published, revision: revision.number },
      change,
    );
    return { itemId: item.itemId, version, revisionId: revision.id };
  });
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
  },
  change: Change,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => {
    const current = await lockItem(trx, item.itemId, item.version);
    const revisionId = item.revisionId ?? current.draft_revision_id;
    if (revisionId === null) throw new PortalError('conflict', 'There is no draft to publish.');
    await trx
      .updateTable('content_revisions')
      .set({ first_published_at: change.now.toISOString() })
      .where('id', '=', revisionId)
      .where('item_id', '=', item.itemId)
      .where('first_published_at', 'is', null)
      .execute();
    const revision = found(
      await trx
        .selectFrom('content_revisions')
        .select([
          'number',
          'published_at',
          'expires_at',
          'audience',
          'categories',
          'starts_at',
          'ends_at',
          'header as title',
          'file_id',
          'author_department',
        ])
        .select([
          sql<string | null>`details->>'path'`.as('path'),
          sql<string | null>`details->>'department'`.as('department'),
        ])
        .select([
          sql<string | null>`(select format from files where id = file_id)`.as('format'),
          sql<number | null>`(select bytes from files where id = file_id)`.as('bytes'),
        ])
        .where('id', '=', revisionId)
        .where('item_id', '=', item.itemId)
        .executeTakeFirst(),
      'revision',
    );
    const { number, ...copies } = revision;
    const version = item.version + 1;
    await trx
      .updateTable('content_items')
      .set({
        ...copies,
        published_revision_id: revisionId,
        version,
        updated_at: change.now.toISOString(),
        draft_revision_id: current.draft_revision_id === revisionId ? null : current.draft_revision_id,
      })
      .where('id', '=', item.itemId)
      .execute();
    await record(
      trx,
      `${current.kind}.published`,
      { itemId: item.itemId, version },
      { before: current.published, revision: number },
      change,
    );
    const { path } = copies;
    const formerPath = item.formerPath ?? current.path;
    await endWaiting(
      trx,
      { itemId: item.itemId, version, kind: current.kind, publishedRevisionId: revisionId },
      change,
    );
    await saveRedirect(trx, { itemId: item.itemId, version, path, formerPath }, change);
    await saveFormVersions(trx, item.itemId, change.now);
    await indexItems(trx, [item.itemId]);
    await savePublishedChecklists(trx, item.itemId);
    await announce(trx, item.itemId);
    await recordItemEvent(trx, 'item.published', item.itemId, change.now);
    return { itemId: item.itemId, version, revisionId };
  });
}

/** Hides an item from readers. Its published revision becomes the draft, unless one exists. Throws like `publish`. */
export function unpublish(
  db: Kysely<DB>,
  item: { itemId: string; version: number },
  change: Change,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => {
    const current = await lockItem(trx, item.itemId, item.version);
    if (current.published_revision_id === null) throw new PortalError('conflict', 'The item is not published.');
    const revisionId = current.draft_revision_id ?? current.published_revision_id;
    const { number } = await trx
      .selectFrom('content_revisions')
      .select('number')
      .where('id', '=', current.published_revision_id)
      .executeTakeFirstOrThrow();
    const version = item.version + 1;
    await trx
      .updateTable('content_items')
      .set({
        published_revision_id: null,
        draft_revision_id: revisionId,
        version,
        updated_at: change.now.toISOString(),
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
      })
      .where('id', '=', item.itemId)
      .execute();
    await record(
      trx,
      `${current.kind}.unpublished`,
      { itemId: item.itemId, version },
      { before: number, revision: number },
      change,
    );
    await endWaiting(trx, { itemId: item.itemId, version, kind: current.kind, publishedRevisionId: null }, change);
    await indexItems(trx, [item.itemId]);
    await savePublishedChecklists(trx, item.itemId);
    await announce(trx, item.itemId);
    await recordItemEvent(trx, 'item.withdrawn', item.itemId, change.now);
    return { itemId: item.itemId, version, revisionId };
  });
}

type RevisionValues = ReturnType<typeof revisionValues> & { notify_by: string[] };

function valid(kind: ContentKind, content: ContentDraft): ContentDraft {
  const parsed = z.safeParse(ContentDraft, content);
  const details = z.safeParse(detailsOf[kind], content.details);
  const untimed = kind === 'event' ? (['startsAt', 'endsAt'] as const).filter((name) => content[name] === null) : [];
  const unusable = parsed.success ? patternIssues(parsed.data.components) : [];
  if (parsed.success && details.success && untimed.length === 0 && unusable.length === 0)
    return { ...parsed.data, details: details.data as ContentDraft['details'] };
  const issues = [
    ...(parsed.error?.issues ?? []),
    ...(details.error?.issues ?? []).map(({ path, message }) => ({ path: ['details', ...path], message })),
    ...untimed.map((name) => ({ path: [name], message: 'An event needs a start and an end' })),
  ]
    .map(({ path, message }) => ({ path: path.join('.'), message }))
    .concat(unusable);
  throw new PortalError('invalid_input', 'The content is not valid.', { issues });
}

const wholeAudience = ({ audience, audienceRule = emptyRule }: ContentDraft): Audience => ({ audience, audienceRule });

/** The columns of a revision that the editor decides. A rule must be stored before a row refers to it. */
export function revisionValues(kind: ContentKind, content: ContentDraft) {
  return {
    header: content.header,
    description: content.description,
    categories: content.categories,
    audience: storedAudience(wholeAudience(content)),
    published_at: content.publishedAt,
    expires_at: content.expiresAt,
    starts_at: content.startsAt,
    ends_at: content.endsAt,
    author_department: content.authorDepartment,
    creator_kind: content.creatorInfo.kind,
    creator_name: content.creatorInfo.name ?? null,
    image: content.image && JSON.stringify(content.image),
    components: JSON.stringify(content.components),
    details: JSON.stringify(content.details),
    file_id: kind === 'document' || kind === 'asset' ? (content.details as FileDetails).fileId : null,
  };
}

async function createItem(
  trx: Transaction<DB>,
  item: { itemId: string; kind: ContentKind; externalId?: string | undefined },
  { now }: Change,
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

/** Undefined if the draft was published before: such a revision never changes. */
function overwriteDraft(
  trx: Transaction<DB>,
  revisionId: string,
  values: RevisionValues,
  { actorId, now, note }: Change,
) {
  return trx
    .updateTable('content_revisions')
    .set({ ...values, created_by: actorId ?? null, created_at: now.toISOString(), change_note: note ?? null })
    .where('id', '=', revisionId)
    .where('first_published_at', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst();
}

function addRevision(trx: Transaction<DB>, itemId: string, values: RevisionValues, { actorId, now, note }: Change) {
  return trx
    .insertInto('content_revisions')
    .values((eb) => ({
      ...values,
      item_id: itemId,
      created_by: actorId ?? null,
      created_at: now,
      change_note: note ?? null,
      number: eb
        .selectFrom('content_revisions')
        .where('item_id', '=', itemId)
        .select((row) => row(row.fn.coalesce(row.fn.max('number'), row.lit(0)), '+', row.lit(1)).as('next')),
    }))
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}
