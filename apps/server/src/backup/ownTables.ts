import type pg from 'pg';
import { z } from 'zod/mini';
import { queryRows } from '../db/rows.ts';

const OwnTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** The stored columns; generated columns are left out. */
  columns: z.array(z.string()),
  /** The columns of the primary key; empty if the table has none. */
  keys: z.array(z.string()),
});
export type OwnTable = z.infer<typeof OwnTable>;

/** Bookkeeping of migrations is not content: a restore runs them. */
const IS_BOOKKEEPING = `(c.relname ~ '^kysely_migration' or (n.nspname = 'graphile_worker' and c.relname = 'migrations'))`;

/**
 * The portal's tables, in all its schemas, that hold what people and jobs wrote. Unlogged ones hold what is only of use
 * for a day, and nobody should have longer.
 */
export function listOwnTables(client: Pick<pg.Pool, 'query'>): Promise<OwnTable[]> {
  return queryRows(
    client,
    OwnTable,
    `
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any (i.indkey)), '{}') as keys
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and not ${IS_BOOKKEEPING}
    group by 1, 2 order by 1, 2`,
  );
}

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${identifier(schema)}.${identifier(name)}`;
export const columnList = ({ columns }: Pick<OwnTable, 'columns'>): string => columns.map(identifier).join(', ');
/** The table's rows in key order, so that the same rows yield the same bytes wherever they are stored. */
export const rowsInOrder = (table: OwnTable): string =>
  `select ${columnList(table)} from ${quoted(table)}${table.keys.length > 0 ? ` order by ${table.keys.map(identifier).join(', ')}` : ''}`;
