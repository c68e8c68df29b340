import pg from 'pg';

/** Tables that the application only adds to and reads: what is written there stays. Source: TRUST L3. */
const KEPT_FOR_EVER = ['audit_log'];
/** Tables that tell which migrations have run; the application only looks. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

const OWN_SCHEMAS = `
  select nspname as name from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema' and (nspname = 'public' or pg_has_role(nspowner, 'USAGE'))`;

/** Tables whose rows nobody but the owner sees, as the job queue's are, without a policy of ours. */
const GUARDED_TABLES = `
  select oid::regclass::text as name from pg_class
  where relrowsecurity and relkind in ('r', 'p') and pg_has_role(relowner, 'USAGE')
    and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'portico_application')`;

const policyFor = (role: string, table: string): string =>
  `create policy portico_application on ${table} to ${pg.escapeIdentifier(role)} using (true) with check (true)`;

/**
 * Gives the role that the portal runs as what it needs and no more: reading and writing rows in every schema of the owner,
 * tables and schemas that later migrations make included, but no change of the schema, and of the audit log only reading and
 * adding. May be repeated, by several processes at once. Throws when the role is missing or could take the owner's rights.
 */
export async function grantToApplication(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    // Two grants at once on one table fail.
    await client.query(`select pg_advisory_xact_lock(hashtext('portico grants'))`);
    await assertLimited(client, role);
    const { rows: schemas } = await client.query<{ name: string }>(OWN_SCHEMAS);
    for (const statement of statementsFor(
      role,
      schemas.map(({ name }) => name),
    ))
      await client.query(statement);
    const { rows: guarded } = await client.query<{ name: string }>(GUARDED_TABLES);
    for (const { name } of guarded) await client.query(policyFor(role, name));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function assertLimited(client: pg.Client, role: string): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ superuser: boolean; isMember: boolean; owner: string }>(
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
    ...KEPT_FOR_EVER.flatMap(only('select, insert')),
    ...OF_MIGRATIONS.flatMap(only('select')),
  ];
}
