import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { completeChange } from '@portico/authoring/completeComponent';
import { breaksLimits } from '@portico/authoring/merging/breaksLimits';
import { isSame } from '@portico/authoring/merging/mergeValues';
import { shortNews } from '@portico/authoring/merging/splices';
import { mergeChanges, type Merged } from '@portico/authoring/mergeChanges';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { ownDepartments, type ItemStanding } from '@portico/authoring/mayDo';
import { departmentOf } from '@portico/authoring/needsApproval';
import { sameName } from '@portico/authoring/sameName';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import { MAX_DRAFT_BYTES, type ContentFields, type StudioKind } from '@portico/contracts/studio/draft';
import type { AnnouncedSave, changeStudioItem, Conflict } from '@portico/contracts/studio/studio';
import { compileOnce, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { recordUses } from '../../media/library/recordUse.ts';
import { claimUploads } from '../../media/unused/claimUploads.ts';
import { announcement, detailJson } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { assertMayDo, type StudioActor } from './access/actor.ts';
import { assertCurrentNames } from './assertCurrentNames.ts';
import { assertKnownCategories } from './categories.queries.ts';
import {
  currentOnly,
  lockDraft,
  selectDrafts,
  storedOf,
  StoredRow,
  writeDraft,
  type StoredDraft,
} from './draftStore.queries.ts';
import { announceToEditors, editorsOf, moveTo, openSince, reportedSince, storedCaret } from './presence.queries.ts';
import { recordEdit, type Reviewing } from './reviews.queries.ts';
import { standingColumns, standingOf, standingShape } from './standing.queries.ts';
import { wholeChanges } from './wholeChanges.ts';
import { savedUpTo, StoredVersions, versionsSeen, versionsSince, type StoredSave } from './savedChanges.queries.ts';

type Body = Received<typeof changeStudioItem>['body'];
type Answer = CallResult<typeof changeStudioItem>;

/** Someone's save of an item. */
interface Save extends Body {
  itemId: string;
  editor: StudioActor;
  reader: Reader;
}

/** How often a save that others came before is tried again before it locks them out. */
const MAX_QUICK_TRIES = 3;

/**
 * Saves changes to the draft of an item and returns what was saved since the caller's base version. Throws `not_found`
 * for an unknown item, `forbidden`, `invalid_input` for a category or department in another spelling or with a former
 * name, `payload_too_large` when the draft would be too large, and like `wholeChanges`.
 *
 * Typing needs one statement that reads and one that writes, unless someone else saves between them. Whatever does
 * more than that locks the item. Source: decisions/0332.
 */
export async function saveChanges(
  { db, notify }: Reviewing,
  itemId: string,
  body: Body,
  editor: StudioActor,
  reader: Reader,
): Promise<Answer> {
  const save: Save = { ...body, itemId, editor, reader };
  for (let tries = 0; tries < MAX_QUICK_TRIES; tries += 1) {
    const prepared = await prepareSave(db, save);
    if ('answer' in prepared) return prepared.answer;
    if (!prepared.isQuick) break;
    if (await writeQuickly(db, save, prepared)) return answerOf(save, prepared);
  }
  return db.transaction().execute((trx) => saveLocked(trx, notify, save));
}

/** The same in a transaction, in which the item stays locked. */
export const saveChangesIn = (
  trx: Transaction<DB>,
  notify: Reviewing['notify'],
  itemId: string,
  body: Body,
  { editor, reader }: Pick<Save, 'editor' | 'reader'>,
): Promise<Answer> => saveLocked(trx, notify, { ...body, itemId, editor, reader });

async function saveLocked(trx: Transaction<DB>, notify: Reviewing['notify'], save: Save): Promise<Answer> {
  await lockDraft(trx, save.itemId);
  const prepared = await prepareSave(trx, save);
  if ('answer' in prepared) return prepared.answer;
  await writeLocked(trx, notify, save, prepared);
  return answerOf(save, prepared);
}

const SaveRow = z.extend(StoredRow, {
  ...standingShape,
  /** Differs after every write of the draft. */
  rowVersion: z.nullable(z.string()),
  editorName: z.nullable(z.string()),
  batch: z.nullable(storedJson<{ savedAt: string; conflicts: Conflict[] }>()),
  saves: StoredVersions,
});

/** Everything that a save needs to know. */
const readForSaving = compileOnce(
  SaveRow,
  ({ itemId, batchId, base, editorId }: { itemId: string; batchId: string; base: number; editorId: string }) =>
    selectDrafts(sql`item.id = ${itemId}`, {
      columns: currentOnly,
      more: sql`, ${standingColumns}, draft.xmin::text as "rowVersion",
        (select ${displayName('person')} from users person where person.id = ${editorId}) as "editorName",
        (select jsonb_build_object('savedAt', saved_at, 'conflicts', conflicts)
          from studio_changes where item_id = item.id and batch_id = ${batchId}) as batch,
        ${versionsSince(base)} as saves`,
    }),
);

interface Prepared {
  storedDraft: StoredDraft;
  /** The departments of the item, before and after this save if it is quick. */
  departments: ItemStanding['departments'];
  rowVersion: string | null;
  merged: Merged;
  sequence: number;
  /** The saves since the base, with this one. */
  saves: StoredSave[];
  /** Whether the caller, who sent splices, knows what was made: nothing was merged, completed or refused. */
  isAsSent: boolean;
  /** Whether it changes nothing but the draft: nobody becomes an author, and no approval, upload or right changes. */
  isQuick: boolean;
}

/** Reads the draft and makes the changes to it, or finds the answer of a save that was made already. */
async function prepareSave(db: Kysely<DB>, save: Save): Promise<{ answer: Answer } | Prepared> {
  const { itemId, editor, reader, clientId, batchId, base, changes } = save;
  const [row] = await readForSaving(db, { itemId, batchId, base, editorId: editor.id });
  const { rowVersion, editorName, batch, saves, ...stored } = found(row, 'item');
  const storedDraft = storedOf(stored);
  const standing = standingOf(stored, storedDraft);
  assertMayDo(editor, 'write', standing);
  if (batch) {
    const savedAt = new Date(batch.savedAt).toISOString();
    const since = savedUpTo(saves, { since: base, sequence: storedDraft.sequence });
    return { answer: { savedAt, conflicts: batch.conflicts, ...since, sequence: storedDraft.sequence } };
  }
  if (base > storedDraft.sequence) throw new PortalError('invalid_input', 'No save has this number yet.');
  const sequence = storedDraft.sequence + 1;
  const by = editorName ?? '';
  const versions = versionsSeen(saves, { since: base, sequence: storedDraft.sequence, clientId });
  const whole = wholeChanges(changes, storedDraft.draft, versions);
  const complete = whole.map((change) => completeChange(change, { isNew: true }));
  const stamp = { base, sequence, by, at: editor.now.toISOString(), clientId };
  const merged = mergeChanges(storedDraft, complete, stamp, { versions, breaksLimits });
  const before = storedDraft.draft.fields;
  const after = merged.draft.fields;
  assertOwnDepartment(storedDraft.kind, { before, after }, editor);
  const categories = { before: before.categories, after: after.categories };
  await assertCurrentNames(db, before, after);
  await assertKnownCategories(db, categories, { actor: editor, reader });
  const isQuick =
    rowVersion !== null &&
    storedDraft.isChanged &&
    stored.openReview === null &&
    (stored.authors.includes(editor.id) || merged.made.length === 0) &&
    uploadsIn(merged.made).length === 0 &&
    isSame(standing, standingOf(stored, { ...storedDraft, ...merged }));
  const saved = [...saves, { sequence, clientId, by, changes: merged.made, covers: 1 }];
  const { departments } = standing;
  const isAsSent = whole.some((change, index) => change !== changes[index]) && isSame(merged.made, whole);
  return { storedDraft, departments, rowVersion, merged, sequence, saves: saved, isAsSent, isQuick };
}

function answerOf({ base, editor }: Save, { sequence, merged, saves, isAsSent }: Prepared): Answer {
  const { saved, isTooOld } = savedUpTo(saves, { since: base, sequence });
  return {
    sequence,
    savedAt: editor.now.toISOString(),
    conflicts: merged.conflicts,
    saved: isAsSent ? saved.slice(0, -1) : saved,
    ...(isAsSent && { isAsSent }),
    isTooOld,
  };
}

/** The draft as JSON. Throws `payload_too_large`. */
function draftJson({ draft }: Merged): string {
  const json = JSON.stringify(draft);
  if (json.length > MAX_DRAFT_BYTES)
    throw new PortalError('payload_too_large', 'The item is too large. Move some of it to another item.');
  return json;
}

interface QuickValues {
  itemId: string;
  version: number;
  rowVersion: string;
  sequence: number;
  draft: string;
  stamps: string;
  clientId: string;
  batchId: string;
  userId: string;
  now: Date;
  changes: string;
  conflicts: string;
  replaced: string;
  base: number;
  isMoved: boolean;
  focus: string | null;
  caret: string | null;
  openSince: Date;
  reportedSince: Date;
  detail: string | null;
}

/**
 * Writes a save and announces it to all other tabs, unless the item is locked or has changed. It neither waits for
 * others nor, being one statement, makes them wait for the next one. Reviews are looked at again because a request does
 * not change the item.
 */
const writeIfUnchanged = compileOnce(z.object({ isWritten: z.boolean() }), (save: QuickValues) => {
  const others = sql` and client_id <> ${save.clientId} and exists (select from written)`;
  return sql`
      with unlocked as (
        select id from content_items where id = ${save.itemId} and version = ${save.version} for update skip locked
      ), written as (
        update studio_drafts set sequence = ${save.sequence}, draft = ${save.draft}, stamps = ${save.stamps},
          updated_at = ${save.now}, updated_by = ${save.userId}
        where item_id in (select id from unlocked) and xmin::text = ${save.rowVersion} and not exists (
          select from studio_reviews where item_id = ${save.itemId} and state in ('Requested', 'Approved'))
        returning item_id
      ), stored as (
        insert into studio_changes (item_id, sequence, batch_id, client_id, user_id, saved_at, changes, conflicts, replaced)
        select item_id, ${save.sequence}, ${save.batchId}, ${save.clientId}, ${save.userId}, ${save.now},
          ${save.changes}, ${save.conflicts}, ${save.replaced} from written
      ), moved as (
        update studio_presence set since = ${save.base}, seen_at = ${save.now},
          focus = case when ${save.isMoved}::boolean then ${save.focus}::text else focus end,
          caret = case when ${save.isMoved}::boolean then ${save.caret}::jsonb else caret end
        where client_id = ${save.clientId} and item_id = ${save.itemId} and user_id = ${save.userId}
          and (${save.isMoved}::boolean or seen_at < ${save.reportedSince}) and exists (select from written)
      ), ${announcement('studio', editorsOf(save.itemId, save.openSince, others), save.detail)}
      select exists (select from written) as "isWritten" from announced`;
});

async function writeQuickly(
  db: Kysely<DB>,
  { itemId, editor, clientId, batchId, base, position }: Save,
  { storedDraft, departments, rowVersion, merged, sequence, saves }: Prepared,
): Promise<boolean> {
  const { by, changes } = saves.at(-1)!;
  const saved: AnnouncedSave = { itemId, sequence, clientId, by, changes, ...(position && { position }) };
  const newsOf = (news: AnnouncedSave) => detailJson({ json: JSON.stringify(news), departments: [...departments] });
  const [row] = await writeIfUnchanged(db, {
    itemId,
    version: storedDraft.version,
    rowVersion: rowVersion!,
    sequence,
    draft: draftJson(merged),
    stamps: JSON.stringify(merged.stamps),
    clientId,
    batchId,
    userId: editor.id,
    now: editor.now,
    ...changesJson(merged),
    base,
    isMoved: position !== undefined,
    focus: position?.focus ?? null,
    caret: storedCaret(position?.caret),
    openSince: openSince(editor.now),
    reportedSince: reportedSince(editor.now),
    detail: newsOf(saved) ?? newsOf(shortNews(saved, storedDraft.draft)),
  });
  return row!.isWritten;
}

const changesJson = ({ made, conflicts, replaced }: Merged) => ({
  changes: JSON.stringify(made),
  conflicts: JSON.stringify(conflicts),
  replaced: JSON.stringify(replaced),
});

/** Writes a save and everything that follows from it. The caller has locked the item. */
async function writeLocked(
  trx: Transaction<DB>,
  notify: Reviewing['notify'],
  { itemId, editor, clientId, batchId, base, position }: Save,
  { storedDraft, merged, sequence }: Prepared,
): Promise<void> {
  draftJson(merged);
  await claimUploads(trx, merged.made);
  await recordUses(trx, itemId, merged.made);
  const isChanged = storedDraft.isChanged || merged.made.length > 0;
  await writeDraft(trx, { ...storedDraft, ...merged, sequence, isChanged }, editor);
  await trx
    .insertInto('studio_changes')
    .values({
      item_id: itemId,
      sequence,
      batch_id: batchId,
      client_id: clientId,
      user_id: editor.id,
      saved_at: editor.now,
      ...changesJson(merged),
    })
    .execute();
  if (merged.made.length > 0) await recordEdit(trx, notify, { ...storedDraft, ...merged, sequence }, editor);
  if (position) await moveTo(trx, itemId, { clientId, since: base, ...position }, editor);
  await announceToEditors(trx, itemId, editor.now);
}

/**
 * Authors of certain departments have to keep their items in those departments. If this save moves the item, the error
 * has an issue, so that the editor sets that change aside and saves the others.
 */
function assertOwnDepartment(
  kind: StudioKind,
  { before, after }: { before: ContentFields; after: ContentFields },
  editor: StudioActor,
): void {
  const own = ownDepartments(editor);
  const department = departmentOf(kind, after);
  if (own === null || (department !== null && own.some((name) => sameName(name, department)))) return;
  const message = `Choose one of your departments: ${own.join(', ')}.`;
  const isMoved = department !== departmentOf(kind, before);
  throw new PortalError('forbidden', message, isMoved ? { issues: [{ path: 'department', message }] } : {});
}
