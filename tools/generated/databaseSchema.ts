import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestCluster } from '@portico/dev-database/testCluster';
import { withConnection } from '@portico/dev-database/databases';
import { migrateToLatest } from '@portico/server/db/migrate';
import { queryRows } from '@portico/server/db/rows';
import type pg from 'pg';
import { z } from 'zod/mini';

const CODEGEN = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));

/**
 * Row types for `apps/server/src/db/schema.generated.ts` and the tables of `docs/schema.md`, read from a freshly
 * migrated database.
 */
export async function describeDatabase(): Promise<{ types: string; markdown: string }> {
  const cluster = await startTestCluster();
  const folder = await mkdtemp(join(tmpdir(), 'portico-schema-'));
  try {
    const url = await cluster.createDatabase('portico_schema');
    await migrateToLatest(url);
    const out = join(folder, 'schema.ts');
    await promisify(execFile)(process.execPath, [
      CODEGEN,
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${out}`,
      '--exclude-pattern=public.kysely_*',
      '--type-only-imports',
      '--type-mapping={"timestamptz":"ColumnType<string, Date | string>"}',
      '--custom-imports={"ColumnType":"kysely"}',
      '--log-level=error',
    ]);
    return { types: await readFile(out, 'utf8'), markdown: await withConnection(url, schemaPage) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await cluster.stop();
  }
}

const Column = z.object({
  table_name: z.string(),
  column_name: z.string(),
  data_type: z.string(),
  nullable: z.boolean(),
  default_value: z.nullable(z.string()),
});
const Definition = z.object({ table_name: z.string(), definition: z.string() });

async function schemaPage(client: Pick<pg.Pool, 'query'>): Promise<string> {
  const columns = await queryRows(
    client,
    Column,
    `
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as data_type,
           not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default_value
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%' order by c.relname, a.attnum`,
  );
  const constraints = await queryRows(
    client,
    Definition,
    `
    select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0 order by 1, contype, 2`,
  );
  const indexes = await queryRows(
    client,
    Definition,
    `
    select tablename as table_name, indexdef as definition from pg_indexes where schemaname = 'public' order by 1, indexname`,
  );
  const lines = ['# Database schema', '', 'Generated from the migrations by `node tools/generate.ts`; do not edit.'];
  for (const table of new Set(columns.map((column) => column.table_name))) {
    lines.push('', `## ${table}`, '', '| column | type | null | default |', '|---|---|---|---|');
    for (const column of columns.filter((row) => row.table_name === table))
      lines.push(
        `| ${column.column_name} | ${column.data_type} | ${column.nullable ? 'yes' : ''} | ${column.default_value ?? ''} |`,
      );
    lines.push('', ...constraints.filter((row) => row.table_name === table).map((row) => `- ${row.definition}`));
    lines.push(
      ...indexes.filter((row) => row.table_name === table).map((row) => `- ${row.definition.replace('public.', '')}`),
    );
  }
  return `${lines.join('\n')}\n`;
}
