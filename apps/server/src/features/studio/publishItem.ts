import { sql, type Transaction } from 'kysely';
import type { Audience } from '@portico/kinds/audience';
import { isForEveryone } from '@portico/authoring/audience';
import type { CreatorInfo } from '@portico/kinds/itemParts';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import type { SectionMarkInputs } from '@portico/contracts/studio/sections';
import { attachFiles, detachFile, detachIfOwn } from '../../content/attachedFiles.ts';
import { auditAtEnd, recordEntry, type ItemUpdate } from '../../content/itemUpdate.ts';
import type { SectionMarks } from '../../content/roundSections.ts';
import { publishContent, scheduleContent, unpublish } from '../../content/publication.ts';
import { contentOf, type RevisionContent } from '../../content/storedContent.ts';
import { queueReaderNotifications } from '../../content/queueReaderNotifications.ts';
import { assertNotExpired, stopWaiting, type WaitsFor } from '../../content/waiting.ts';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import type { StudioActor } from './access/actor.ts';
import { includesSomeone } from './audience.queries.ts';
import { assertNothingBlocks } from './checks/assertNothingBlocks.ts';
import { auditedMarks, checkMarks } from './sections/sectionMarks.queries.ts';
import {
  assertMayWithItem,
  findNewFiles,
  hasChosenReaders,
  lockNewFiles,
  lockScheduledFiles,
  type ScheduledFile,
} from './newFiles.ts';
import { findEditorName } from './editorName.ts';
import type { LinkFacts } from './links/deadLinks.queries.ts';
import { readDraft, readDraftFields, readDrafts, writeDraft, type StoredDraft } from './draftStore.queries.ts';
import { announceToEditors } from './presence.queries.ts';
import { finishReview } from './reviews.queries.ts';
import { nameWriters } from './revisionWriters.queries.ts';
import { assertAllowed, assertMaySchedule } from './standing.queries.ts';

export interface Publisher extends StudioActor, LinkFacts {
  /** Audiences that included someone before anything was locked. */
  reached?: ReadonlySet<string>;
  /** As in an update of items. */
  entries?: ItemUpdate['entries'];
}

interface Publication extends PublicationInput {
  version: number;
  sequence: number;
  /** An instant, or `now`. */
  goesLiveAt?: string | undefined;
}

/**
 * What an editor adds to a publication: a note for the history, how to notify readers, and why those who have confirmed
 * the item must confirm it again.
 */
export interface PublicationOptions {
  note?: string | undefined;
  notifyBy?: NotifyChannel[] | undefined;
  asksAgain?: string | undefined;
  sectionMarks?: SectionMarks | undefined;
}

/** The same as an editor sends it. */
export interface PublicationInput extends Omit<PublicationOptions, 'sectionMarks'> {
  sections?: SectionMarkInputs | undefined;
}

/**
 * Checks what an editor marked and writes it to the audit log. The caller has locked the item. Throws like
 * `checkMarks`.
 */
export async function checkOptions(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  { sections, ...options }: PublicationInput,
  editor: Publisher,
): Promise<PublicationOptions> {
  if (!sections) return options;
  const sectionMarks = await checkMarks(trx, storedDraft, sections, options.asksAgain);
  const { kind, itemId } = storedDraft;
  const entry = { actorId: editor.id, action: `${kind}.sections-marked`, objectKind: kind, objectId: itemId };
  await recordEntry(trx, { ...entry, details: auditedMarks(sectionMarks) }, editor);
  return { ...options, sectionMarks };
}

/**
 * Publishes the draft, with the new documents shown by its Files components. If readers already see the item and the
 * publication has a later date, it waits for that date instead. Throws `conflict` when someone saved or published since
 * the caller last looked, `invalid_input` with issues when something is missing, `not_found`, `forbidden` without the
 * right or the approval to publish.
 */
export async function publishItem(db: Db, itemId: string, publication: Publication, editor: Publisher): Promise<void> {
  const publisher = { ...editor, reached: await findReached(db, [itemId]) };
  await db
    .transaction()
    .execute((trx) => auditAtEnd(trx, (entries) => publishIn(trx, itemId, publication, { ...publisher, entries })));
}

/** The same in a transaction. */
export async function publishIn(
  trx: Transaction<DB>,
  itemId: string,
  { goesLiveAt, version, sequence, ...input }: Publication,
  editor: Publisher,
): Promise<void> {
  const locked = found(await readDraft(trx, itemId, true), 'item');
  await assertAllowed(trx, locked, editor, 'publish');
  assertSeen(locked, { version, sequence });
  const options = await checkOptions(trx, locked, input, editor);
  const isLive = await isSeenByReaders(trx, itemId, editor.now);
  const plannedDate = laterOf(locked.draft.fields.publishedAt, goesLiveAt === 'now' ? null : goesLiveAt, editor.now);
  const [storedDraft, at] =
    goesLiveAt === 'now' && plannedDate ? [withoutDate(locked), undefined] : [locked, plannedDate];
  if (at && isLive) return prepareWaiting(trx, storedDraft, { goesLiveAt: at }, editor, options);
  const scheduled = await lockFollowingFiles(trx, itemId, editor);
  const added = await lockNewFiles(trx, storedDraft, editor);
  for (const file of [...added, ...scheduled]) await publishDraft(trx, file, at, editor, {});
  await publishDraft(trx, storedDraft, at, editor, options);
  await attachNewFiles(trx, storedDraft, added);
  if (at && options.notifyBy?.length) await queueReaderNotifications(trx, at);
}

/** New files follow the item with which they are first published; a document itself stops if it no longer agrees. */
async function attachNewFiles(trx: Transaction<DB>, storedDraft: StoredDraft, added: StoredDraft[]): Promise<void> {
  const following = added.filter((file) => !hasChosenReaders(file)).map(({ itemId }) => itemId);
  if (following.length > 0) await attachFiles(trx, storedDraft.itemId, following);
  if (storedDraft.kind === 'document') await detachIfOwn(trx, storedDraft.itemId, storedDraft.draft.fields);
}

/**
 * The files that would appear with the next version of an item, which follow it to another date. Throws `forbidden` if
 * the editor may not publish one of them.
 */
async function lockFollowingFiles(trx: Transaction<DB>, itemId: string, editor: StudioActor): Promise<StoredDraft[]> {
  const files = (await lockScheduledFiles(trx, itemId, editor.now)).map(({ storedDraft }) => withoutDate(storedDraft));
  for (const file of files) await assertMayWithItem(trx, file, editor, 'publish');
  return files;
}

/** For an item that is published earlier than planned, and for a file that follows its item to a new date. */
const withoutDate = (storedDraft: StoredDraft): StoredDraft => ({
  ...storedDraft,
  draft: { ...storedDraft.draft, fields: { ...storedDraft.draft.fields, publishedAt: null } },
});

/**
 * The caller has locked the item and checked the right to publish it. `at` is a date in the future, if there is one.
 */
async function publishDraft(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  at: Date | undefined,
  editor: Publisher,
  options: PublicationOptions,
): Promise<void> {
  const { itemId } = storedDraft;
  const { fields, trees } = storedDraft.draft;
  const publishedAt = (at ?? new Date(fields.publishedAt ?? editor.now)).toISOString();
  const draft = { fields: { ...fields, publishedAt }, trees };
  await assertNothingBlocks(trx, storedDraft, editor);
  await assertReachesSomeone(trx, storedDraft, editor);
  const content = await nextContent(trx, { ...storedDraft, draft }, editor);
  await assertFreePath(trx, storedDraft, content);
  const { revisionId } = await publishContent(trx, storedDraft, content, updateOf(editor, options));
  await nameWriters(trx, itemId, revisionId);
  await syncDraft(trx, { ...storedDraft, draft }, revisionId, editor);
  await finishReview(trx, itemId, editor);
}

const updateOf = (
  { id, now, entries }: Publisher,
  { note, notifyBy, asksAgain, sectionMarks }: PublicationOptions,
): ItemUpdate => ({
  actorId: id,
  now,
  note: note || undefined,
  notifyBy,
  asksAgain,
  sectionMarks,
  entries,
});

/** Throws `conflict` when someone saved or published since the caller last looked. */
export function assertSeen(storedDraft: StoredDraft, seen: { version: number; sequence: number }): void {
  if (storedDraft.version !== seen.version || storedDraft.sequence !== seen.sequence)
    throw new PortalError('conflict', 'Someone else has changed this item. Review the changes and try again.');
}

/** The later of the two dates, if it is in the future. */
function laterOf(publishedAt: string | null, goesLiveAt: string | null | undefined, now: Date): Date | undefined {
  const latest = Math.max(...[goesLiveAt, publishedAt].map((at) => (at ? Date.parse(at) : 0)));
  return latest > now.getTime() ? new Date(latest) : undefined;
}

async function isSeenByReaders(trx: Transaction<DB>, itemId: string, now: Date): Promise<boolean> {
  const live = await trx
    .selectFrom('content_items')
    .select('id')
    .where('id', '=', itemId)
    .where('published_at', '<=', now.toISOString())
    .executeTakeFirst();
  return live !== undefined;
}

/**
 * Turns the draft, and the documents that appear with it, into revisions that wait for a date or a release. The caller
 * has locked the item and checked the right to publish it. Throws `invalid_input` with issues when something is
 * missing.
 */
export async function prepareWaiting(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  waitsFor: WaitsFor,
  editor: Publisher,
  options: PublicationOptions,
): Promise<void> {
  const { itemId, version, sequence } = storedDraft;
  const scheduled = await lockFollowingFiles(trx, itemId, editor);
  const added = await lockNewFiles(trx, storedDraft, editor);
  for (const file of [...added, ...scheduled]) await prepareWaiting(trx, file, waitsFor, editor, {});
  await attachNewFiles(trx, storedDraft, added);
  await assertNothingBlocks(trx, storedDraft, editor);
  await assertReachesSomeone(trx, storedDraft, editor);
  const content = await nextContent(trx, storedDraft, editor);
  // Pages of one release can swap addresses, so paths are checked when it goes live.
  if ('goesLiveAt' in waitsFor) {
    await assertFreePath(trx, storedDraft, content);
    assertNotExpired(content.fields.expiresAt, waitsFor.goesLiveAt);
  }
  const isOpenDated =
    storedDraft.draft.fields.publishedAt === null || new Date(content.fields.publishedAt!) > editor.now;
  const isApproved = sql<boolean>`exists (select from studio_reviews where item_id = ${itemId} and state = 'Approved'
    and purpose = 'Publish' and version = ${version} and sequence = ${sequence})`;
  const waits = { for: waitsFor, isOpenDated, isApproved };
  const { revisionId } = await scheduleContent(trx, storedDraft, content, waits, updateOf(editor, options));
  await nameWriters(trx, itemId, revisionId);
  await syncDraft(trx, storedDraft, revisionId, editor);
  await finishReview(trx, itemId, editor);
}

const audienceOf = ({ draft }: StoredDraft): Audience => ({
  audience: draft.fields.audience,
  audienceRule: draft.fields.audienceRule,
});

/**
 * The audiences of these items and of the new files that they show, as far as they include someone. Call it before
 * locking anything, because searching many people for a rule that matches none of them takes time.
 */
export async function findReached(db: Db, itemIds: string[]): Promise<ReadonlySet<string>> {
  const drafts = await readDrafts(db, itemIds);
  const files = [];
  for (const draft of drafts) files.push(...(await findNewFiles(db, draft)));
  const all = [
    ...drafts,
    ...(await readDraftFields(
      db,
      files.map(({ id }) => id),
    )),
  ];
  const limited = all.map(audienceOf).filter((each) => !isForEveryone(each));
  const distinct = new Map(limited.map((each) => [JSON.stringify(each), each]));
  if (distinct.size === 0) return new Set();
  const reached = await includesSomeone(db, [...distinct.values()]);
  return new Set([...distinct.keys()].filter((_, index) => reached[index]));
}

/** An audience without anyone is a mistake. One that changed since `findReached` is searched now. */
async function assertReachesSomeone(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  { reached }: Publisher,
): Promise<void> {
  const audience = audienceOf(storedDraft);
  if (isForEveryone(audience) || reached?.has(JSON.stringify(audience))) return;
  const [isReached] = await includesSomeone(trx, [audience]);
  if (isReached) return;
  throw new PortalError('invalid_input', 'No one is in the audience of this item.', {
    issues: [{ path: 'audience', message: 'Includes no one' }],
  });
}

async function nextContent(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  editor: StudioActor,
): Promise<RevisionContent> {
  const before = storedDraft.revision && contentOf(storedDraft.kind, storedDraft.revision);
  const { fields, trees } = storedDraft.draft;
  return {
    fields: { ...fields, publishedAt: fields.publishedAt ?? editor.now.toISOString() },
    trees,
    creatorInfo: before?.creatorInfo ?? (await creatorOf(trx, editor.id)),
    provenance: before?.provenance ?? {},
  };
}

async function assertFreePath(
  trx: Transaction<DB>,
  { itemId, kind }: StoredDraft,
  { fields: { path } }: RevisionContent,
): Promise<void> {
  if (kind !== 'page' || path === null) return;
  const other = await trx
    .selectFrom('content_items')
    .select('id')
    .where('path', '=', path)
    .where('id', '<>', itemId)
    .executeTakeFirst();
  if (other)
    throw new PortalError('invalid_input', 'The content is not valid.', {
      issues: [{ path: 'path', message: 'Another page has this path' }],
    });
}

async function creatorOf(trx: Transaction<DB>, personId: string): Promise<CreatorInfo> {
  const name = await findEditorName(trx, personId);
  return { kind: 'User', ...(name ? { name } : {}) };
}

/** Bases the draft on the new revision. The save sequence continues. */
async function syncDraft(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  revisionId: string,
  editor: StudioActor,
): Promise<void> {
  await writeDraft(
    trx,
    { ...storedDraft, revision: { ...storedDraft.revision!, revisionId }, isChanged: false },
    editor,
  );
  await announceToEditors(trx, storedDraft.itemId, editor.now);
}

/**
 * Unpublishes an item and unschedules the files that were to appear with it. The draft is preserved. Throws `conflict`
 * when the item is not published, `not_found`, `forbidden`.
 */
export async function archiveItem(db: Db, itemId: string, version: number, editor: StudioActor): Promise<void> {
  await db.transaction().execute((trx) => archiveIn(trx, itemId, version, editor));
}

/** The same in a transaction. */
export async function archiveIn(
  trx: Transaction<DB>,
  itemId: string,
  version: number,
  editor: StudioActor,
): Promise<void> {
  const storedDraft = found(await readDraft(trx, itemId, true), 'item');
  await assertAllowed(trx, storedDraft, editor, 'archive');
  const scheduled = await lockScheduledFiles(trx, itemId, editor.now);
  if (storedDraft.kind === 'document') await detachFile(trx, itemId);
  for (const file of scheduled) await withdrawFile(trx, file, editor);
  await unpublishItem(trx, { ...storedDraft, version }, editor);
}

async function unpublishItem(trx: Transaction<DB>, storedDraft: StoredDraft, editor: StudioActor): Promise<void> {
  const { itemId, version } = storedDraft;
  const { revisionId } = await unpublish(trx, { itemId, version }, { actorId: editor.id, now: editor.now });
  await writeDraft(trx, { ...storedDraft, revision: { ...storedDraft.revision!, revisionId } }, editor);
  await finishReview(trx, itemId, editor);
  await announceToEditors(trx, itemId, editor.now);
}

/** Stops a file from appearing with its item. Throws `forbidden`. */
export async function withdrawFile(
  trx: Transaction<DB>,
  { storedDraft, isWaiting }: ScheduledFile,
  editor: StudioActor,
): Promise<void> {
  if (!isWaiting) {
    await assertMayWithItem(trx, storedDraft, editor, 'archive');
    return unpublishItem(trx, storedDraft, editor);
  }
  await assertMaySchedule(trx, [storedDraft.itemId], editor);
  await stopWaiting(trx, storedDraft.itemId, { actorId: editor.id, now: editor.now });
  await announceToEditors(trx, storedDraft.itemId, editor.now);
}
