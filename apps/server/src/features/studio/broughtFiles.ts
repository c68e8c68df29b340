import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { walkComponents } from '@portico/contracts/content';
import { fieldKey, treeNames, type Draft } from '@portico/contracts/studio/draft';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import type { StudioActor } from './access/actor.ts';
import { readDraft, type StoredDraft } from './draftStore.queries.ts';
import { assertAllowed } from './standing.queries.ts';

/**
 * Documents that Files components of an item show and that have never been published: they go out with it, to the same
 * readers unless someone has chosen others. They are locked then. Throws `forbidden` when the editor may not
 * publish one of them.
 */
export async function lockBroughtFiles(
  trx: Transaction<DB>,
  { kind, draft }: StoredDraft,
  editor: StudioActor,
): Promise<StoredDraft[]> {
  const ids = kind === 'document' ? [] : listedFiles(draft);
  if (ids.length === 0) return [];
  const rows = await readRows(
    trx,
    z.object({ id: z.uuid() }),
    sql`select item.id from content_items item
      where item.id = any(${ids}::uuid[]) and item.kind = 'document'
        and not exists (select from content_revisions rev where rev.item_id = item.id and rev.first_published_at is not null)
        and not exists (select from content_waiting waiting where waiting.item_id = item.id)
      order by item.id`,
  );
  const { audience, audienceRule } = draft.fields;
  const brought: StoredDraft[] = [];
  for (const { id } of rows) {
    const stored = found(await readDraft(trx, id, true), 'document');
    await assertMayPublish(trx, stored, editor);
    const fields = { ...stored.draft.fields, ...(hasChosenReaders(stored) ? {} : { audience, audienceRule }) };
    brought.push({ ...stored, draft: { ...stored.draft, fields } });
  }
  return brought;
}

/** Whether the readers of a document were changed after the save that started it. */
const hasChosenReaders = ({ stamps }: StoredDraft): boolean =>
  (['audience', 'audienceRule'] as const).some((name) => (stamps[fieldKey(name)]?.sequence ?? 0) > 1);

/** Components of a draft may lack what they need. */
function listedFiles({ trees }: Draft): string[] {
  const listed = treeNames
    .flatMap((tree) => [...walkComponents(trees[tree])])
    .flatMap(({ component }) =>
      component.type === 'FileList' && Array.isArray(component.files) ? component.files : [],
    )
    .map((file: { documentId?: unknown } | null) => z.safeParse(z.uuid(), file?.documentId).data);
  return [...new Set(listed.filter((id) => id !== undefined))];
}

async function assertMayPublish(trx: Transaction<DB>, stored: StoredDraft, editor: StudioActor): Promise<void> {
  try {
    await assertAllowed(trx, stored, editor, 'publish');
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const { header } = stored.draft.fields;
    throw new PortalError('forbidden', `The file “${header}” can’t be published with this item. ${error.message}`, {
      cause: error,
    });
  }
}
