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
import { compileOnce, Instant, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { readOnlyError } from '../../http/limits/readOnly.ts';
import { recordUses } from '../../media/library/recordUse.ts';
import { claimUploads } from '../../media/unused/claimUploads.ts';
import { announcement, detailJson } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { assertMayDo, type StudioActor } from './access/actor.ts';
import { assertCurrentNames } from './assertCurrentNames.ts';
import { assertKnownCategories } from './categories.queries.ts';
import { currentOnly, lockDraft, selectDrafts, storedOf, StoredRow, writeDraft } from './draftStore.queries.ts';
import { announceToEditors, editorsOf, moveTo, openSince, reportedSince, storedCaret } from './presence.queries.ts';
import type { ItemReader, KnownItem, RecentItems } from './recentItems.ts';
import { recordEdit, type Reviewing } from './reviews.queries.ts';
import { standingColumns, standingOf, standingShape } from './standing.queries.ts';
import { wholeChanges } from './wholeChanges.ts';
import { savedUpTo, StoredVersions, versionsSeen, versionsSince, type StoredVersion } from './savedChanges.queries.ts';

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
  { db, notify, recent }: Reviewing & { recent?: RecentItems },
  itemId: string,
  body: Body,
  editor: StudioActor,
  reader: Reader,
): Promise<Answer> {
  const save: Save = { ...body, itemId, editor, reader };
  const answer = await saveToKnown(db, save, recent);
  if (answer) return answer;
  for (let tries = 0; tries < MAX_QUICK_TRIES; tries += 1) {
    const prepared = await prepareSave(db, save);
    if ('answer' in prepared) return prepared.answer;
    if (!prepared.isQuick) break;
    if (await writeQuickly(db, save, prepared, recent)) return answerOf(save, prepared);
  }
  return db.transaction().execute((trx) => saveLocked(trx, notify, save));
}

/**
 * Saves without reading, if this process knows the item as it is stored. Undefined, with nothing saved, if it does not,
 * or if the save could be refused or do more than change texts: what is known may be old.
 */
async function saveToKnown(db: Kysely<DB>, save: Save, recent: RecentItems | undefined): Promise<Answer | undefined> {
  const { itemId, editor, base } = save;
  const taken = recent?.take(itemId, { id: editor.id, base });
  if (!taken) return undefined;
  try {
    const { known, reader } = taken;
    const prepared = await makeChanges(db, save, known, reader).catch(() => undefined);
    if (!prepared?.isQuick || !isFiledAsBefore(known, prepared)) return undefined;
    if (await writeQuickly(db, save, prepared, recent)) return answerOf(save, prepared);
    recent!.forget(itemId);
    return undefined;
  } finally {
    recent!.putBack(itemId);
  }
}

/** Whether a save leaves what decides about rights, whose rules may have changed since the item was read. */
function isFiledAsBefore({ storedDraft }: KnownItem, { merged }: Prepared): boolean {
  const [before, after] = [storedDraft.draft.fields, merged.draft.fields];
  return (['department', 'authorDepartment', 'categories'] as const).every((name) => isSame(before[name], after[name]));
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
  /** Differ after every write of the draft, and of the item. */
  draftRow: z.nullable(z.string()),
  itemRow: z.string(),
  editorName: z.nullable(z.string()),
  isWriter: z.boolean(),
  batch: z.nullable(storedJson<{ savedAt: string; conflicts: Conflict[] }>()),
  saves: StoredVersions,
  isReadOnly: z.boolean(),
  readOnlyUntil: z.nullable(Instant),
});

/** Everything that a save needs to know. */
const readForSaving = compileOnce(
  SaveRow,
  ({ itemId, batchId, base, editorId }: { itemId: string; batchId: string; base: number; editorId: string }) =>
    selectDrafts(sql`item.id = ${itemId}`, {
      columns: currentOnly,
      more: sql`, ${standingColumns}, draft.xmin::text as "draftRow", item.xmin::text as "itemRow",
        (select ${displayName('person')} from users person where person.id = ${editorId}) as "editorName",
        exists (select from studio_writers where item_id = item.id and user_id = ${editorId}) as "isWriter",
        (select jsonb_build_object('savedAt', saved_at, 'conflicts', conflicts)
          from studio_changes where item_id = item.id and batch_id = ${batchId}) as batch,
        ${versionsSince(base)} as saves,
        exists (select from maintenance where is_read_only) as "isReadOnly",
        (select read_only_until from maintenance) as "readOnlyUntil"`,
    }),
);

interface Prepared {
  known: KnownItem;
  reader: ItemReader;
  /** The departments of the item, before and after this save if it is quick. */
  departments: ItemStanding['departments'];
  merged: Merged;
  sequence: number;
  /** This save. */
  own: StoredVersion;
  /** Whether the caller, who sent splices, knows what was made: nothing was merged, completed or refused. */
  isAsSent: boolean;
  /** Whether it changes nothing but the draft: nobody becomes an author, and no approval, upload or right changes. */
  isQuick: boolean;
}

/** Reads the draft and makes the changes to it, or finds the answer of a save that was made already. */
async function prepareSave(db: Kysely<DB>, save: Save): Promise<{ answer: Answer } | Prepared> {
  const { itemId, editor, batchId, base } = save;
  const readAt = performance.now();
  const [row] = await readForSaving(db, { itemId, batchId, base, editorId: editor.id });
  const { draftRow, itemRow, editorName, isWriter, batch, saves, isReadOnly, readOnlyUntil, ...stored } = found(
    row,
    'item',
  );
  if (isReadOnly) throw readOnlyError(readOnlyUntil, editor.now);
  const storedDraft = storedOf(stored);
  if (batch) {
    assertMayDo(editor, 'write', standingOf(stored, storedDraft));
    const savedAt = new Date(batch.savedAt).toISOString();
    const since = savedUpTo(saves, { since: base, sequence: storedDraft.sequence });
    return { answer: { savedAt, conflicts: batch.conflicts, ...since, sequence: storedDraft.sequence } };
  }
  const known: KnownItem = { storedDraft, facts: stored, draftRow, itemRow, since: base, saves };
  return makeChanges(db, save, known, { id: editor.id, name: editorName ?? '', isWriter, readAt });
}

/** Makes the changes to a draft that was read. */
async function makeChanges(db: Kysely<DB>, save: Save, known: KnownItem, reader: ItemReader): Promise<Prepared> {
  const { editor, clientId, base, changes } = save;
  const { storedDraft, facts, draftRow } = known;
  const standing = standingOf(facts, storedDraft);
  assertMayDo(editor, 'write', standing);
  if (base > storedDraft.sequence) throw new PortalError('invalid_input', 'No save has this number yet.');
  const sequence = storedDraft.sequence + 1;
  const by = reader.name;
  const versions = versionsSeen(savesAfter(known, base), { since: base, sequence: storedDraft.sequence, clientId });
  const whole = wholeChanges(changes, storedDraft.draft, versions);
  const complete = whole.map((change) => completeChange(change, { isNew: true }));
  const stamp = { base, sequence, by, at: editor.now.toISOString(), clientId };
  const merged = mergeChanges(storedDraft, complete, stamp, { versions, breaksLimits });
  const before = storedDraft.draft.fields;
  const after = merged.draft.fields;
  assertOwnDepartment(storedDraft.kind, { before, after }, editor);
  const categories = { before: before.categories, after: after.categories };
  await assertCurrentNames(db, before, after);
  await assertKnownCategories(db, categories, { actor: editor, reader: save.reader });
  const isQuick =
    draftRow !== null &&
    storedDraft.isChanged &&
    facts.openReview === null &&
    ((reader.isWriter && facts.authors.includes(editor.id)) || merged.made.length === 0) &&
    uploadsIn(merged.made).length === 0 &&
    isSame(standing, standingOf(facts, { ...storedDraft, ...merged }));
  const { departments } = standing;
  const isAsSent = whole.some((change, index) => change !== changes[index]) && isSame(merged.made, whole);
  const { made, replaced } = merged;
  const own: StoredVersion = { sequence, clientId, by, changes: made, covers: 1, replaced, writers: null };
  return { known, reader, departments, merged, sequence, own, isAsSent, isQuick };
}

const savesAfter = ({ saves }: KnownItem, base: number): StoredVersion[] =>
  saves.filter(({ sequence }) => sequence > base);

function answerOf({ base, editor }: Save, { known, own, sequence, merged, isAsSent }: Prepared): Answer {
  const { saved, isTooOld } = savedUpTo([...savesAfter(known, base), own], { since: base, sequence });
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
  itemRow: string;
  draftRow: string;
  isEdit: boolean;
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
 * Writes a save and announces it to all other tabs, unless the item is locked or has changed, or the portal is
 * read-only. It waits for nobody and, as a single statement, makes nobody wait. It checks reviews and authors again,
 * because they can change without the item.
 */
const writeIfUnchanged = compileOnce(z.object({ draftRow: z.nullable(z.string()) }), (save: QuickValues) => {
  const others = sql` and client_id <> ${save.clientId} and exists (select from written)`;
  return sql`
      with unlocked as (
        select id from content_items where id = ${save.itemId} and xmin::text = ${save.itemRow}
          and not exists (select from maintenance where is_read_only)
        for update of content_items skip locked
      ), written as (
        update studio_drafts set sequence = ${save.sequence}, draft = ${save.draft}, stamps = ${save.stamps},
          updated_at = ${save.now}, updated_by = ${save.userId}
        where item_id in (select id from unlocked) and xmin::text = ${save.draftRow} and not exists (
          select from studio_reviews where item_id = ${save.itemId} and state in ('Requested', 'Approved'))
          and not exists (select from studio_changes where item_id = ${save.itemId} and batch_id = ${save.batchId})
          and (not ${save.isEdit}::boolean or exists (
            select from studio_authors where item_id = ${save.itemId} and user_id = ${save.userId}))
        returning item_id, xmin::text as "draftRow"
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
      select (select "draftRow" from written) as "draftRow" from announced`;
});

/** Whether the save was written. `recent` then knows the item as it is now. */
async function writeQuickly(
  db: Kysely<DB>,
  { itemId, editor, clientId, batchId, base, position }: Save,
  { known, reader, departments, merged, sequence, own }: Prepared,
  recent: RecentItems | undefined,
): Promise<boolean> {
  const { by, changes } = own;
  const { storedDraft } = known;
  const saved: AnnouncedSave = { itemId, sequence, clientId, by, changes, ...(position && { position }) };
  const newsOf = (news: AnnouncedSave) => detailJson({ json: JSON.stringify(news), departments: [...departments] });
  const draft = draftJson(merged);
  const [row] = await writeIfUnchanged(db, {
    itemId,
    itemRow: known.itemRow,
    draftRow: known.draftRow!,
    isEdit: changes.length > 0,
    sequence,
    draft,
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
  const { draftRow } = row!;
  if (draftRow === null) return false;
  const written = { ...storedDraft, draft: merged.draft, stamps: merged.stamps, sequence };
  recent?.keep({ ...known, storedDraft: written, draftRow, saves: [...known.saves, own] }, reader, draft.length);
  return true;
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
  { known: { storedDraft }, merged, sequence }: Prepared,
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
