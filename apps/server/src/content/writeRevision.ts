import { sql, type Selection, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { ContentKind } from './details.ts';
import { withCurrentNames } from './filingNames.ts';
import type { ItemUpdate, LockedItem } from './itemUpdate.ts';
import { complete, revisionValues, type RevisionContent } from './storedContent.ts';
import { saveRule } from '../visibility/audienceRules.ts';

/** Columns of a revision that are copied to its item when readers see it, with its id and number. */
export const writtenColumns = [
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
/** A revision as it is copied to its item. */
export type WrittenRevision = Selection<DB, 'content_revisions', (typeof writtenColumns)[number]>;

type RevisionValues = ReturnType<typeof revisionOf> & { first_published_at?: string };

/** The columns of a revision and who wrote it. Throws `invalid_input`. */
export function revisionOf(
  kind: ContentKind,
  content: RevisionContent,
  { actorId, now, note, notifyBy, asksAgain, sectionMarks }: ItemUpdate,
) {
  return {
    ...revisionValues(kind, complete(kind, content)),
    notify_by: [...(notifyBy ?? [])],
    asks_again: asksAgain ?? null,
    section_marks: sectionMarks ? JSON.stringify(sectionMarks) : null,
    created_by: actorId ?? null,
    created_at: now.toISOString(),
    change_note: note ?? null,
  };
}

/**
 * Writes a revision of a locked item: over its draft, or as a new one if there is no draft or the draft was published
 * before, because such a revision never changes.
 */
export async function writeRevision(
  trx: Transaction<DB>,
  { itemId, draftRevisionId }: LockedItem,
  content: RevisionContent,
  values: RevisionValues,
): Promise<WrittenRevision> {
  await saveRule(trx, content.fields);
  const filed = await withCurrentNames(trx, content.fields);
  const renamed = {
    ...values,
    categories: filed.categories,
    author_department: filed.authorDepartment,
    details: filed.department === content.fields.department ? values.details : withDepartment(values.details, filed),
  };
  const overwritten =
    draftRevisionId === null
      ? undefined
      : await trx
          .updateTable('content_revisions')
          .set(renamed)
          .where('id', '=', draftRevisionId)
          .where('first_published_at', 'is', null)
          .returning(writtenColumns)
          .executeTakeFirst();
  return overwritten ?? (await addRevision(trx, itemId, renamed));
}

const withDepartment = (details: string, { department }: { department: string | null }): string =>
  JSON.stringify({ ...(JSON.parse(details) as object), department });

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
