import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { nameKey } from '@portico/authoring/sameName';
import type { FilingScope } from '@portico/contracts/studio/filing';
import { readRow, readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import type { ItemUpdate } from './itemUpdate.ts';

const FormerRow = z.object({ scope: z.string(), key: z.string(), current: z.nullable(z.string()) });

/** The current names of former ones among these, by scope and key; null for retired names. */
export async function findFormerNames(
  db: Kysely<DB>,
  names: Record<FilingScope, readonly string[]>,
): Promise<Record<FilingScope, Map<string, string | null>>> {
  const keys = (scope: FilingScope) => names[scope].map(nameKey);
  const rows = await readRows(
    db,
    FormerRow,
    sql`
      select scope, former_key as key, current_name as current from filing_names
      where (scope = 'category' and former_key = any (${keys('category')}::text[]))
        or (scope = 'department' and former_key = any (${keys('department')}::text[]))`,
  );
  const ofScope = (scope: FilingScope) =>
    new Map(rows.filter((row) => row.scope === scope).map(({ key, current }) => [key, current]));
  return { category: ofScope('category'), department: ofScope('department') };
}

/** The names of a revision, or of the fields of a draft. */
export interface FiledUnder {
  categories: string[];
  department: string | null;
  authorDepartment: string | null;
}

/** The same with other names. An item has a category once, even if two of its categories became one. */
export function withNames(filed: FiledUnder, newName: (scope: FilingScope, name: string) => string): FiledUnder {
  const ofDepartment = (name: string | null) => name && newName('department', name);
  return {
    categories: [...new Set(filed.categories.map((name) => newName('category', name)))],
    department: ofDepartment(filed.department),
    authorDepartment: ofDepartment(filed.authorDepartment),
  };
}

export const areSameNames = (one: FiledUnder, other: FiledUnder): boolean =>
  one.department === other.department &&
  one.authorDepartment === other.authorDepartment &&
  JSON.stringify(one.categories) === JSON.stringify(other.categories);

/** The same with current names instead of former ones. */
export async function withCurrentNames(db: Kysely<DB>, filed: FiledUnder): Promise<FiledUnder> {
  const departments = [filed.department, filed.authorDepartment].filter((name) => name !== null);
  const former = await findFormerNames(db, { category: filed.categories, department: departments });
  if (former.category.size + former.department.size === 0) return filed;
  return withNames(filed, (scope, name) => former[scope].get(nameKey(name)) ?? name);
}

const FiledRow = z.object({
  categories: z.array(z.string()),
  department: z.nullable(z.string()),
  authorDepartment: z.nullable(z.string()),
  isPublic: z.boolean(),
});

/**
 * Gives a revision other names: in place, or in a copy if readers have seen it, because such a revision never changes.
 * The copy counts as seen. Returns its id, which is the same if no name differs. Undefined for an unknown revision.
 */
export async function renameRevision(
  trx: Transaction<DB>,
  revisionId: string,
  renamed: (filed: FiledUnder) => FiledUnder | Promise<FiledUnder>,
  { now, actorId, note }: Pick<ItemUpdate, 'now' | 'actorId' | 'note'>,
): Promise<string | undefined> {
  const row = await readRow(
    trx,
    FiledRow,
    sql`
      select categories, details->>'department' as department, author_department as "authorDepartment",
        first_published_at is not null as "isPublic"
      from content_revisions where id = ${revisionId}`,
  );
  if (!row) return undefined;
  const { isPublic, ...before } = row;
  const after = await renamed(before);
  if (areSameNames(before, after)) return revisionId;
  const details = sql`case when ${after.department}::text is null then details
    else jsonb_set(details, '{department}', to_jsonb(${after.department}::text)) end`;
  if (!isPublic) {
    await sql`
      update content_revisions set categories = ${after.categories}::text[], author_department = ${after.authorDepartment}, details = ${details}
      where id = ${revisionId}`.execute(trx);
    return revisionId;
  }
  const copy = await readRow(
    trx,
    z.object({ id: z.uuid() }),
    sql`
      insert into content_revisions
      select (jsonb_populate_record(rev, jsonb_build_object('id', gen_random_uuid(), 'categories', ${after.categories}::text[],
        'author_department', ${after.authorDepartment}::text, 'details', ${details}, 'created_by', ${actorId ?? null}::uuid,
        'created_at', ${now}::timestamptz, 'first_published_at', ${now}::timestamptz, 'change_note', ${note ?? null}::text,
        'notify_by', array[]::text[], 'asks_again', null, 'section_marks', null,
        'number', (select max(number) + 1 from content_revisions where item_id = rev.item_id)))).*
      from content_revisions rev where id = ${revisionId} returning id`,
  );
  return copy!.id;
}
