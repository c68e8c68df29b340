import pg from 'pg';
import { z } from 'zod/mini';
import { queryRows } from './rows.ts';

/** Tables that the application may only read and add to. Source: TRUST L3. */
const APPEND_ONLY = ['audit_log', 'audit_checks', 'confirmations', 'proof_leaves', 'proof_checkpoints'];
/** The tables that record applied migrations; the application may only read them. */
const READ_ONLY = [
  'kysely_migration',
  'kysely_migration_lock',
  'kysely_migration_checksum',
  'graphile_worker.migrations',
];

const OWN_SCHEMAS = `
  select nspname as name from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema' and (nspname = 'public' or pg_has_role(nspowner, 'USAGE'))`;

/**
 * Tables with row-level security but without our policy, such as those of the job queue: only the owner sees their
 * rows.
 */
const GUARDED_TABLES = `
  select oid::regclass::text as name from pg_class
  where relrowsecurity and relkind in ('r', 'p') and pg_has_role(relowner, 'USAGE')
    and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'portico_application')`;

const Name = z.object({ name: z.string() });
const ApplicationRole = z.object({ superuser: z.boolean(), isMember: z.boolean(), owner: z.string() });

const policyFor = (role: string, table: string): string =>
  `create policy portico_application on ${table} to ${pg.escapeIdentifier(role)} using (true) with check (true)`;

/**
 * Grants the portal's role only what it needs: reading and writing rows in every schema of the owner, including future
 * tables and schemas, but no schema changes, and only reading and appending to the audit log and to confirmations.
 * Idempotent, and safe for concurrent processes. Throws if the role is missing or could act as the owner.
 */
export async function grantToApplication(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    // Concurrent grants on the same table fail.
    await client.query(`select pg_advisory_xact_lock(hashtext('portico grants'))`);
    await assertLimited(client, role);
    const schemas = await queryRows(client, Name, OWN_SCHEMAS);
    for (const statement of statementsFor(
      role,
      schemas.map(({ name }) => name),
    ))
      await client.query(statement);
    const guarded = await queryRows(client, Name, GUARDED_TABLES);
    for (const { name } of guarded) await client.query(policyFor(role, name));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function assertLimited(client: pg.Client, role: string): Promise<void> {
  const [found] = await queryRows(
    client,
    ApplicationRole,
    `select rolsuper as superuser, pg_has_role(oid, current_user, 'MEMBER') as "isMember", current_user as owner from pg_roles where rolname = $1`,
    [role],
  );
  if (!found) throw new Error(`The role "${role}" of DATABASE_URL does not exist.`);
  if (found.superuser || found.isMember)
    throw new Error(
      `The role "${role}" of DATABASE_URL may act as "${found.owner}", who owns the tables. Make it a plain role with no membership, or leave DATABASE_OWNER_URL out.`,
    );
}

function statementsFor(role: string, schemas: string[]): string[] {
  const to = pg.escapeIdentifier(role);
  const only = (rights: string) => (table: string) => [
    `revoke all on ${table} from ${to}`,
    `grant ${rights} on ${table} to ${to}`,
  ];
  return [
    'revoke create on schema public from public',
    ...schemas
      .map((name) => pg.escapeIdentifier(name))
      .flatMap((schema) => [
        `grant usage on schema ${schema} to ${to}`,
        `grant select, insert, update, delete on all tables in schema ${schema} to ${to}`,
        `grant usage, select on all sequences in schema ${schema} to ${to}`,
      ]),
    `alter default privileges grant usage on schemas to ${to}`,
    `alter default privileges grant select, insert, update, delete on tables to ${to}`,
    `alter default privileges grant usage, select on sequences to ${to}`,
    ...APPEND_ONLY.flatMap(only('select, insert')),
    ...READ_ONLY.flatMap(only('select')),
  ];
}
