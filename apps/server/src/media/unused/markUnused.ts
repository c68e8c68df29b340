import pg from 'pg';
import { z } from 'zod/mini';
import { withConnection } from '../../db/connection.ts';
import { queryRows } from '../../db/rows.ts';

/**
 * Tables that do not use uploads although they can contain their ids: uploads themselves and what was read from them,
 * the library of the studio, the audit log, and the search index, which is derived from items. Every other table
 * counts, including ones added later.
 */
const IGNORED_TABLES =
  /^(files|pictures|file_texts|file_previews|audit_log|search_.*|content_words|event_words|notification_states|kysely_.*)$/;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const TableRow = z.object({ name: z.string() });
const UploadRow = z.object({ id: z.uuid() });

/**
 * Sets since when each file and picture has been unused, and clears it for those that are used again. An upload is used
 * if its id is anywhere in a row: in a draft, any revision, a release, a form entry or a setting. Reads the whole
 * database in one statement, so that it sees everything at the same instant. Source: decisions/0185.
 */
export async function markUnused(databaseUrl: string, now: Date): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query('set statement_timeout to 0');
    const tables = await queryRows(
      client,
      TableRow,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const rows = tables
      .filter(({ name }) => !IGNORED_TABLES.test(name))
      .map(({ name }) => `select stored::text as content from ${pg.escapeIdentifier(name)} stored`);
    const used = await queryRows(
      client,
      UploadRow,
      `select id from (select id from files union all select id from pictures) upload where id in (
        select found[1]::uuid from (${rows.join(' union all ')}) stored, regexp_matches(content, '${UUID}', 'gi') found)`,
    );
    for (const table of ['files', 'pictures'])
      await client.query(
        `update ${table} set unused_since = case when unused_since is null then $1::timestamptz end
        where (unused_since is null) <> (id in (select unnest($2::uuid[])))`,
        [now.toISOString(), used.map(({ id }) => id)],
      );
  });
}
