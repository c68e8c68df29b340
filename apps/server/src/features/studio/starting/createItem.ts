import { copyTrees } from '@portico/authoring/copyTrees';
import { ownDepartments } from '@portico/authoring/mayDo';
import { departmentOf } from '@portico/authoring/needsApproval';
import { sameName } from '@portico/authoring/sameName';
import type { ItemContent, StudioKind } from '@portico/contracts/studio/draft';
import { MAX_TITLE } from '@portico/kinds/itemParts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { found, PortalError } from '../../../errors.ts';
import { recordUses } from '../../../media/library/recordUse.ts';
import { shortened } from '../../../shortened.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft, writeDraft } from '../draftStore.queries.ts';
import { assertAllowed } from '../standing.queries.ts';

/**
 * Creates an item, blank or as a copy of one that the editor may write in. Idempotent. Throws `conflict` when the id
 * belongs to an item of another kind, `forbidden`, `not_found` for an original that the editor cannot open.
 */
export function createItem(
  db: Db,
  { id, kind, copyOf }: { id: string; kind: StudioKind; copyOf?: string | undefined },
  editor: StudioActor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('content_items')
      .values({ id, kind, created_at: editor.now, updated_at: editor.now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    const storedDraft = found(await readDraft(trx, id, true), 'item');
    if (storedDraft.kind !== kind) throw new PortalError('conflict', 'Another item already has this ID.');
    if (added !== 1n) return;
    const original = copyOf === undefined ? undefined : found(await readDraft(trx, copyOf, false), 'original');
    if (original) await assertAllowed(trx, original, editor, 'write');
    if (original && original.kind !== kind) throw new PortalError('invalid_input', 'A copy must be of the same kind.');
    const draft = inOwnDepartment(kind, original ? copyOfDraft(original.draft) : storedDraft.draft, editor);
    await trx.insertInto('studio_authors').values({ item_id: id, user_id: editor.id }).execute();
    await writeDraft(trx, { ...storedDraft, draft, stamps: {}, isChanged: true }, editor);
    await recordUses(trx, id, draft);
    await audit(trx, {
      actorId: editor.id,
      action: `${kind}.created`,
      objectKind: kind,
      objectId: id,
      ...(copyOf === undefined ? {} : { details: { copyOf } }),
    });
  });
}

/** Items of authors who write only for certain departments start in the first of those. */
function inOwnDepartment(kind: StudioKind, draft: ItemContent, editor: StudioActor): ItemContent {
  const [first, ...others] = ownDepartments(editor) ?? [];
  const department = departmentOf(kind, draft.fields);
  const isOwn = [first, ...others].some(
    (name) => name !== undefined && department !== null && sameName(name, department),
  );
  if (first === undefined || isOwn) return draft;
  const departmentField = kind === 'resource' || kind === 'document' ? { department: first } : {};
  return { ...draft, fields: { ...draft.fields, ...departmentField, authorDepartment: first } };
}

/** A copy has everything except the dates and the path of the original. */
const copyOfDraft = (draft: ItemContent): ItemContent => ({
  fields: {
    ...draft.fields,
    header: titleOfCopy(draft.fields.header.trim()),
    publishedAt: null,
    expiresAt: null,
    path: null,
  },
  trees: copyTrees(draft),
});

/** The copy of an untitled item is untitled. */
const titleOfCopy = (title: string): string => (title === '' ? '' : shortened(`Copy of ${title}`, MAX_TITLE));
