import { sql, type Kysely, type Selection, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import {
  Category,
  CreatorInfo,
  MAX_CATEGORIES,
  MAX_DEPARTMENT,
  MAX_DESCRIPTION,
  MAX_TITLE,
} from '@portico/kinds/itemParts';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { ComponentTree } from '@portico/kinds/content';
import { ImageRef } from '@portico/kinds/media';
import { emptyRule } from '@portico/authoring/audience';
import { AudienceRule, type Audience } from '@portico/contracts/audience';
import { AdvisorType } from '@portico/contracts/users';
import type { DB } from '../db/schema.generated.ts';
import { PortalError, found } from '../errors.ts';
import { addFollowingRevision, lockFollowingFiles } from './attachedFiles.ts';
import { detailsOf, type ContentKind, type FileDetails } from './details.ts';
import { patternIssues } from './fieldPatterns.ts';
import {
  announce,
  inTransaction,
  lockItem,
  nextVersion,
  record,
  type Change,
  type ItemVersion,
  type LockedItem,
} from './itemChange.ts';
import { saveFormVersions } from './formVersions.ts';
import { savePublishedChecklists } from './publishedChecklists.ts';
import { saveRedirect } from './redirects.ts';
import { endWaiting, startWaiting, type Waits } from './waiting.ts';
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
    header: nonEmptyText(MAX_TITLE),
    description: z.string().check(z.maxLength(MAX_DESCRIPTION)),
    categories: z.array(Category).check(z.maxLength(MAX_CATEGORIES)),
    audience: z.array(AdvisorType),
    /** Conditions in addition to the advisor types; omitted if there are none. */
    audienceRule: z.optional(AudienceRule),
    publishedAt: Instant,
    expiresAt: z.nullable(Instant),
    startsAt: z.nullable(Instant),
    endsAt: z.nullable(Instant),
    authorDepartment: z.nullable(z.string().check(z.maxLength(MAX_DEPARTMENT))),
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
  content: ContentDraft,
  change: Change,
): Promise<ItemVersion> {
  const values = revisionOf(item.kind, content, change);
  return inTransaction(db, async (trx) => {
    if (item.version === 0) await createItem(trx, item, change);
    const current = await lockItem(trx, item.itemId, Math.max(item.version, 1));
    const { id, number } = await writeRevision(trx, current, content, values);
    const version = await nextVersion(trx, item, change, { draft_revision_id: id });
    await record(
      trx,
      `${item.kind}.draft-saved`,
      { ...item, version },
      { before: current.publishedNumber, revision: number },
      change,
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
  content: ContentDraft,
  change: Change,
): Promise<ItemVersion> {
  const values = { ...revisionOf(item.kind, content, change), first_published_at: change.now.toISOString() };
  return showRevision(trx, item, await writeRevision(trx, item, content, values), { isDraftDone: true }, change);
}

/**
 * Makes what an editor wrote wait, as one change of the item, which the caller has locked: readers continue to see the
 * published revision. It replaces a revision that was already waiting. Throws `invalid_input` for content that breaks
 * the contract.
 */
export async function scheduleContent(
  trx: Transaction<DB>,
  item: LockedItem & { kind: ContentKind },
  content: ContentDraft,
  waits: Waits,
  change: Change,
): Promise<ItemVersion> {
  const revision = await writeRevision(trx, item, content, revisionOf(item.kind, content, change));
  return startWaiting(trx, item, revision, waits, change);
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
  change: Change,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => {
    const current = await lockItem(trx, item.itemId, item.version);
    const revisionId = item.revisionId ?? current.draftRevisionId;
    if (revisionId === null) throw new PortalError('conflict', 'There is no draft to publish.');
    const { isPublic, ...revision } = found(
      await trx
        .with('dated', (query) =>
          query
            .updateTable('content_revisions')
            .set({
              first_published_at: change.now.toISOString(),
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
    const isDraftDone = current.draftRevisionId === revisionId;
    const path = item.formerPath ?? current.path;
    return showRevision(trx, { ...current, path }, revision, { isDraftDone }, change);
  });
}

/** Shows a revision to readers instead of the published one. */
async function showRevision(
  trx: Transaction<DB>,
  item: LockedItem,
  { id, number, ...copies }: WrittenRevision,
  { isDraftDone }: { isDraftDone: boolean },
  change: Change,
): Promise<ItemVersion> {
  const { itemId, kind } = item;
  const version = await nextVersion(trx, item, change, {
    ...copies,
    published_revision_id: id,
    ...(isDraftDone ? { draft_revision_id: null } : {}),
  });
  const shown = { itemId, version };
  await record(trx, `${kind}.published`, shown, { before: item.publishedNumber, revision: number }, change);
  await endWaiting(trx, { ...shown, kind, publishedRevisionId: id }, change);
  await saveRedirect(trx, { ...shown, path: copies.path, formerPath: item.path }, change);
  await saveFormVersions(trx, itemId, change.now);
  await updateCopies(trx, itemId, 'item.published', change);
  return { ...shown, revisionId: id };
}

/** Updates everything that is derived from what readers see of an item, and tells others about the change. */
async function updateCopies(
  trx: Transaction<DB>,
  itemId: string,
  event: 'item.published' | 'item.withdrawn',
  change: Change,
): Promise<void> {
  await indexItems(trx, [itemId]);
  await savePublishedChecklists(trx, itemId);
  await announce(trx, itemId);
  await recordItemEvent(trx, event, itemId, change.now);
  await updateAttachedFiles(trx, itemId, change);
}

/** Gives the attached files the readers, dates and state of their item. Source: decisions/0296. */
async function updateAttachedFiles(trx: Transaction<DB>, itemId: string, change: Change): Promise<void> {
  for (const file of await lockFollowingFiles(trx, itemId)) {
    if (!file.isItemShown) {
      await withdraw(trx, file, change);
      continue;
    }
    const revisionId = await addFollowingRevision(trx, file, itemId, change);
    const revision = await trx
      .selectFrom('content_revisions')
      .select(writtenColumns)
      .where('id', '=', revisionId)
      .executeTakeFirstOrThrow();
    await showRevision(trx, file, revision, { isDraftDone: file.draftRevisionId === file.lastRevisionId }, change);
  }
}

/** Hides an item from readers. Its published revision becomes the draft, unless one exists. Throws like `publish`. */
export function unpublish(
  db: Kysely<DB>,
  item: { itemId: string; version: number },
  change: Change,
): Promise<ItemVersion> {
  return inTransaction(db, async (trx) => withdraw(trx, await lockItem(trx, item.itemId, item.version), change));
}

/** Hides a locked item from readers. Throws `conflict` if it is not published. */
async function withdraw(trx: Transaction<DB>, item: LockedItem, change: Change): Promise<ItemVersion> {
  const { kind, itemId, publishedNumber: number } = item;
  if (item.publishedRevisionId === null) throw new PortalError('conflict', 'The item is not published.');
  const revisionId = item.draftRevisionId ?? item.publishedRevisionId;
  const version = await nextVersion(trx, item, change, {
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
  await record(trx, `${kind}.unpublished`, { itemId, version }, { before: number, revision: number }, change);
  await endWaiting(trx, { itemId, version, kind, publishedRevisionId: null }, change);
  await updateCopies(trx, itemId, 'item.withdrawn', change);
  return { itemId, version, revisionId };
}

/** Columns of a revision that are copied to its item when readers see it, with its id and number. */
const writtenColumns = [
  'id',
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
  sql<string | null>`details->>'path'`.as('path'),
  sql<string | null>`details->>'department'`.as('department'),
  sql<string | null>`(select format from files where id = file_id)`.as('format'),
  sql<number | null>`(select bytes from files where id = file_id)`.as('bytes'),
] as const;
type WrittenRevision = Selection<DB, 'content_revisions', (typeof writtenColumns)[number]>;

type RevisionValues = ReturnType<typeof revisionOf> & { first_published_at?: string };

/** The columns of a revision and who wrote it. Throws `invalid_input`. */
function revisionOf(kind: ContentKind, content: ContentDraft, { actorId, now, note, notifyBy }: Change) {
  return {
    ...revisionValues(kind, valid(kind, content)),
    notify_by: [...(notifyBy ?? [])],
    created_by: actorId ?? null,
    created_at: now.toISOString(),
    change_note: note ?? null,
  };
}

/**
 * Writes a revision of a locked item: over its draft, or as a new one if there is no draft or the draft was published
 * before, because such a revision never changes.
 */
async function writeRevision(
  trx: Transaction<DB>,
  { itemId, draftRevisionId }: LockedItem,
  content: ContentDraft,
  values: RevisionValues,
): Promise<WrittenRevision> {
  await saveRule(trx, wholeAudience(content));
  const overwritten =
    draftRevisionId === null
      ? undefined
      : await trx
          .updateTable('content_revisions')
          .set(values)
          .where('id', '=', draftRevisionId)
          .where('first_published_at', 'is', null)
          .returning(writtenColumns)
          .executeTakeFirst();
  return overwritten ?? (await addRevision(trx, itemId, values));
}

function addRevision(trx: Transaction<DB>, itemId: string, values: RevisionValues): Promise<WrittenRevision> {
  return trx
    .insertInto('content_revisions')
    .values((eb) => ({
      ...values,
      item_id: itemId,
      number: eb
        .selectFrom('content_revisions')
        .where('item_id', '=', itemId)
        .select((row) => row(row.fn.coalesce(row.fn.max('number'), row.lit(0)), '+', row.lit(1)).as('next')),
    }))
    .returning(writtenColumns)
    .executeTakeFirstOrThrow();
}

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
