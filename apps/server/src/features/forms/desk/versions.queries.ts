import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { compareFormVersions, FormVersionSummary } from '@portico/contracts/studio/formsDesk';
import type { Form } from '@portico/kinds/formFields';
import type { Db } from '../../../db/pool.ts';
import { readRow, storedJson } from '../../../db/rows.ts';
import { inUtc } from '../entries.queries.ts';

const VersionsRow = z.object({
  title: z.string(),
  versions: z.array(storedJson<FormVersionSummary>()),
  from: z.nullable(storedJson<Form>()),
  to: storedJson<Form>(),
  fromVersion: z.int(),
  toVersion: z.int(),
});

/** All versions of a form with their entries, and two of them; undefined for an unknown form or version. */
export async function findVersions(
  db: Db,
  formId: string,
  { from, to }: Received<typeof compareFormVersions>['query'],
): Promise<CallResult<typeof compareFormVersions> | undefined> {
  const row = await readRow(
    db,
    VersionsRow,
    sql`
      with newest as (
        select version, definition from form_versions where form_id = ${formId} order by version desc limit 1
      ), sides as (
        select newest.definition ->> 'title' as title, coalesce(${to ?? null}::int, newest.version) as to_version,
          coalesce(${from ?? null}::int, coalesce(${to ?? null}::int, newest.version) - 1) as from_version
        from newest
      )
      select sides.title, sides.from_version as "fromVersion", sides.to_version as "toVersion",
        former.definition as "from", later.definition as "to",
        (select json_agg(json_build_object('version', made.version, 'publishedAt', made.created_at, 'entries', coalesce(received.entries, 0))
            order by made.version desc)
          from form_versions made left join (
            select form_version, count(*)::int as entries from form_entries where form_id = ${formId} group by form_version
          ) received on received.form_version = made.version where made.form_id = ${formId}) as versions
      from sides join form_versions later on later.form_id = ${formId} and later.version = sides.to_version
      left join form_versions former on former.form_id = ${formId} and former.version = sides.from_version`,
  );
  if (!row || (row.from === null && from !== undefined)) return undefined;
  return {
    title: row.title,
    versions: row.versions.map((made) => ({ ...made, publishedAt: inUtc(made.publishedAt) })),
    from: row.from && { version: row.fromVersion, form: row.from },
    to: { version: row.toVersion, form: row.to },
  };
}
