import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { completeChange } from '@portico/authoring/completeComponent';
import { breaksLimits } from '@portico/authoring/merging/breaksLimits';
import { mergeChanges } from '@portico/authoring/mergeChanges';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { ownDepartments } from '@portico/authoring/mayDo';
import { departmentOf } from '@portico/authoring/needsApproval';
import { sameName } from '@portico/authoring/sameName';
import { MAX_DRAFT_BYTES, type ContentFields, type StudioKind } from '@portico/contracts/studio/draft';
import type { changeStudioItem, Conflict } from '@portico/contracts/studio/studio';
import { Instant, readRow, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { claimUploads } from '../../media/unused/claimUploads.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { StudioActor } from './access/actor.ts';
import { assertKnownCategories } from './categories.queries.ts';
import { assertCurrentNames } from './assertCurrentNames.ts';
import { readDraft, writeDraft } from './draftStore.queries.ts';
import { findEditorName } from './editorName.ts';
import { announceToEditors, moveTo } from './presence.queries.ts';
import { recordEdit, type Reviewing } from './reviews.queries.ts';
import { assertAllowed } from './standing.queries.ts';
import { savedSince, versionsSince } from './savedChanges.queries.ts';

type Body = Received<typeof changeStudioItem>['body'];

/**
 * Saves changes to the draft of an item and returns what was saved since the caller's base version. Throws `not_found`
 * for an unknown item, `forbidden`, `invalid_input` for a category or department in another spelling or with a former
 * name, `payload_too_large` when the draft would be too large.
 */
export function saveChanges(
  { db, notify }: Reviewing,
  itemId: string,
  { clientId, batchId, base, changes, position }: Body,
  editor: StudioActor,
  reader: Reader,
): Promise<CallResult<typeof changeStudioItem>> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await assertAllowed(trx, storedDraft, editor, 'write');
    const before = await findBatch(trx, itemId, batchId);
    if (before)
      return {
        ...before,
        ...(await savedSince(trx, itemId, base, storedDraft.sequence)),
        sequence: storedDraft.sequence,
      };
    if (base > storedDraft.sequence) throw new PortalError('invalid_input', 'No save has this number yet.');
    const sequence = storedDraft.sequence + 1;
    const by = (await findEditorName(trx, editor.id)) ?? '';
    const complete = changes.map((change) => completeChange(change, { isNew: true }));
    const versions = await versionsSince(trx, itemId, base, { sequence: storedDraft.sequence, clientId });
    const save = { base, sequence, by, at: editor.now.toISOString(), clientId };
    const merged = mergeChanges(storedDraft, complete, save, { versions, breaksLimits });
    if (JSON.stringify(merged.draft).length > MAX_DRAFT_BYTES)
      throw new PortalError('payload_too_large', 'The item is too large. Move some of it to another item.');
    assertOwnDepartment(storedDraft.kind, { before: storedDraft.draft.fields, after: merged.draft.fields }, editor);
    await assertCurrentNames(trx, storedDraft.draft.fields, merged.draft.fields);
    await assertKnownCategories(
      trx,
      { before: storedDraft.draft.fields.categories, after: merged.draft.fields.categories },
      { actor: editor, reader },
    );
    await claimUploads(trx, merged.made);
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
        changes: JSON.stringify(merged.made),
        conflicts: JSON.stringify(merged.conflicts),
        replaced: JSON.stringify(merged.replaced),
      })
      .execute();
    if (merged.made.length > 0) await recordEdit(trx, notify, { ...storedDraft, ...merged, sequence }, editor);
    if (position) await moveTo(trx, itemId, clientId, position, editor);
    await announceToEditors(trx, itemId, editor.now);
    return {
      sequence,
      savedAt: editor.now.toISOString(),
      conflicts: merged.conflicts,
      ...(await savedSince(trx, itemId, base, sequence)),
    };
  });
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

const BatchRow = z.object({ savedAt: Instant, conflicts: storedJson<Conflict[]>() });

async function findBatch(trx: Transaction<DB>, itemId: string, batchId: string) {
  const row = await readRow(
    trx,
    BatchRow,
    sql`select saved_at as "savedAt", conflicts from studio_changes where item_id = ${itemId} and batch_id = ${batchId}`,
  );
  return row && { ...row, savedAt: new Date(row.savedAt).toISOString() };
}
