import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { publishedRevision } from './columns.ts';

const PublishedForm = z.object({
  formId: z.uuid(),
  componentId: z.string(),
  definition: z.string(),
  revisionId: z.uuid(),
});

/**
 * Saves a new version of each form in what an item has published, if it differs from the form's last version. Call it
 * in the transaction that publishes. A form in several items has a single series of versions. Source: decisions/0065.
 */
export async function saveFormVersions(trx: Transaction<DB>, itemId: string, now: Date): Promise<void> {
  await trx.deleteFrom('published_forms').where('item_id', '=', itemId).execute();
  const forms = await readRows(
    trx,
    PublishedForm,
    sql`
      select (form->>'formId')::uuid as "formId", form->>'id' as "componentId", form::text as definition, rev.id as "revisionId"
      from ${publishedRevision} cross join lateral jsonb_path_query(rev.components, 'strict $.** ? (@.type == "Form" && exists (@.formId))') form
      where item.id = ${itemId} order by 1, 2`,
  );
  for (const form of forms) await saveVersion(trx, itemId, form, now);
}

async function saveVersion(
  trx: Transaction<DB>,
  itemId: string,
  { formId, componentId, definition, revisionId }: z.infer<typeof PublishedForm>,
  now: Date,
): Promise<void> {
  // A separate statement: a statement that waits for the lock still sees the data from when it began.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`portico form ${formId}`}, 0))`.execute(trx);
  await sql`
    with given as (select ${definition}::jsonb as definition, sha256(convert_to((${definition}::jsonb - 'id')::text, 'UTF8')) as digest),
    last as (select version, digest from form_versions where form_id = ${formId} order by version desc limit 1),
    added as (
      insert into form_versions (form_id, version, definition, digest, item_id, revision_id, created_at)
      select ${formId}, coalesce(last.version, 0) + 1, given.definition, given.digest, ${itemId}, ${revisionId}, ${now}
      from given left join last on true where last.digest is distinct from given.digest
      returning version)
    insert into published_forms (item_id, component_id, form_id, version)
    values (${itemId}, ${componentId}, ${formId}, coalesce((select version from added), (select version from last)))`.execute(
    trx,
  );
}
