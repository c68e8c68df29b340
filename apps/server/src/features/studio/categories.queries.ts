import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { categoryProblem, findRepeatedCategory, tidyCategory } from '@portico/authoring/categoryProblem';
import { mayCreateCategory, openDepartments } from '@portico/authoring/mayDo';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { visibleTo } from '../../visibility/visibility.ts';
import { isOfAny, joined, type Chooser } from './studioItems.queries.ts';

/**
 * The categories of all items that the person may open, published or not, and those that require an approval, by name.
 * Without retired ones.
 */
export async function listKnownCategories(db: Kysely<DB>, { actor, reader }: Chooser): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ name: z.string() }),
    sql`
      select name from (select distinct current_filing_name('category', used.name) as name from (select distinct name from (
        select unnest(item.categories) as name from content_items item where ${visibleTo(reader)}
        union all
        select unnest(item.categories || coalesce(rev.categories, '{}') || array(
            select jsonb_array_elements_text(coalesce(draft.draft #> '{fields,categories}', '[]')))) as name
        from ${joined} where ${isOfAny(openDepartments(actor))}
        union all
        select value from studio_approval_rules where scope = 'label'
      ) used) used) known where not exists (
        select from filing_names where scope = 'category' and former_key = filing_key(known.name) and current_name is null)
      order by lower(name), name`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Throws unless each category that was added exists, or is new and the person may create it. Categories that the item
 * had before are always accepted. Throws `forbidden` or `invalid_input` with an issue about `categories`, so that the
 * editor sets that change aside and saves the others.
 */
export async function assertKnownCategories(
  db: Kysely<DB>,
  { before, after }: { before: readonly string[]; after: readonly string[] },
  chooser: Chooser,
): Promise<void> {
  const repeated = findRepeatedCategory(before, after);
  if (repeated !== undefined) throw rejected('invalid_input', `The item already has the category “${repeated}”.`);
  const added = after.filter((name) => !before.includes(name));
  if (added.length === 0) return;
  const knownCategories = await listKnownCategories(db, chooser);
  for (const name of added) {
    const problem = categoryProblem(name, { known: knownCategories, mayCreate: mayCreateCategory(chooser.actor) });
    if (problem?.reason === 'spelling')
      throw rejected(
        'invalid_input',
        `The category “${name}” already exists as “${problem.spelled}”. Choose that one.`,
      );
    if (problem)
      throw rejected(
        'forbidden',
        `“${name}” isn’t a category yet. Choose one from the list, or ask an editor to create it.`,
      );
    if (!knownCategories.includes(name) && tidyCategory(name) !== name)
      throw rejected('invalid_input', `Write the category “${tidyCategory(name)}” without extra spaces.`);
  }
}

const rejected = (code: 'forbidden' | 'invalid_input', message: string): PortalError =>
  new PortalError(code, message, { issues: [{ path: 'categories', message }] });
