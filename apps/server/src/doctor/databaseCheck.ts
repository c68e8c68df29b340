import { z } from 'zod/mini';
import { ConfigError, type Config } from '../config.ts';
import { listPendingMigrations } from '../db/migrate.ts';
import { checkPooler } from '../db/poolerProblems.ts';
import { directUrl } from '../db/prepareDatabase.ts';
import { Instant, queryRows } from '../db/rows.ts';
import { reasonOf } from '../errors.ts';
import { endQuietly, openPool } from './doctorPool.ts';
import { codeOf, compareClocks, networkAdvice, notesOn, type Finding, type Notes } from './findings.ts';

const OLDEST_VERSION = 15;
/** The newest version that the portal is tested with. */
const NEWEST_TESTED_VERSION = 18;

const Server = z.object({
  major: z.int(),
  version: z.string(),
  /** How the database stores text. */
  encoding: z.string(),
  role: z.string(),
  isSuperuser: z.boolean(),
  mayCreate: z.boolean(),
  /** Another role that owns the portal's tables and that this one can't act as; null before there are any. */
  foreignOwner: z.nullable(z.string()),
  now: Instant,
  knowsZone: z.boolean(),
});
const SERVER = `
  select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    quote_ident(current_user) as role, rolsuper as "isSuperuser",
    has_schema_privilege('public', 'create') as "mayCreate",
    (select quote_ident(tableowner) from pg_tables where schemaname = 'public'
      and not pg_has_role(current_user, tableowner, 'USAGE') limit 1) as "foreignOwner", clock_timestamp() as now,
    exists (select from pg_timezone_names where lower(name) = lower($1)) as "knowsZone"
  from pg_roles where rolname = current_user`;

/**
 * Whether the database is reachable, recent enough and migrated, each role has the rights it should have, and
 * connections bypass the pooler where they must.
 */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const notes = notesOn('database');
  const server = await readServer(notes, config, 'DATABASE_URL');
  if (!server) return notes.findings;
  if (server.major < OLDEST_VERSION) {
    notes.fail(`PostgreSQL ${server.version} is too old.`, `Upgrade it to ${OLDEST_VERSION} or newer.`);
    return notes.findings;
  }
  reportVersion(notes, server);
  if (server.encoding !== 'UTF8') {
    notes.fail(
      `The database stores text as ${server.encoding}, and the portal needs UTF8.`,
      'Create it again with the statement in docs/install.md: the encoding of a database can’t be changed.',
    );
    return notes.findings;
  }
  if (!server.knowsZone)
    notes.fail(
      `The database does not know the time zone ${config.FIRM_TIME_ZONE}, so no daily email is sent.`,
      'Set FIRM_TIME_ZONE to a current name (`select name from pg_timezone_names`), or install tzdata-legacy there.',
    );
  const areSessionsOk = await checkSessions(notes, config);
  if (config.DATABASE_OWNER_URL === undefined) checkOnlyRole(notes, server);
  else await checkTwoRoles(notes, config, server);
  if (areSessionsOk) await checkMigrations(notes, config, server.mayCreate);
  return notes.findings;
}

function reportVersion(notes: Notes, { major, version }: Pick<z.infer<typeof Server>, 'major' | 'version'>): void {
  if (major <= NEWEST_TESTED_VERSION) notes.ok(`PostgreSQL ${version} is responding.`);
  else
    notes.warn(
      `PostgreSQL ${version} is newer than ${NEWEST_TESTED_VERSION}, the last version that the portal is tested with.`,
      `Use PostgreSQL ${OLDEST_VERSION} to ${NEWEST_TESTED_VERSION} until a release of the portal names yours.`,
    );
}

async function readServer(
  notes: Notes,
  config: Config,
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
): Promise<z.infer<typeof Server> | undefined> {
  const pool = openPool(config[name]!, name === 'DATABASE_URL' && !config.DATABASE_PREPARE);
  try {
    await pool.query('select 1');
    const askedAt = Date.now();
    const [server] = await queryRows(pool, Server, SERVER, [config.FIRM_TIME_ZONE]);
    if (name === 'DATABASE_URL') compareClocks(notes, 'the database', new Date(server!.now), askedAt, Date.now());
    return server;
  } catch (error) {
    const { host } = new URL(config[name]!);
    notes.fail(`${name} (${host}) cannot be used: ${reasonOf(error)}.`, connectionAdvice(error, name));
    return undefined;
  } finally {
    await endQuietly(pool);
  }
}

export function connectionAdvice(error: unknown, name: string): string {
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `Correct the role and password in ${name}, or the entries for this machine in pg_hba.conf.`;
    case '3D000':
      return 'Create the database, or correct its name: docs/install.md has the statements.';
    case '53300':
      return 'All connections are in use: lower DATABASE_POOL_SIZE, raise max_connections, or put PgBouncer in front of it.';
    case '08P01':
      return 'It points to a pooler: set DATABASE_PREPARE to false, and DATABASE_LISTEN_URL to the database itself.';
    default:
      return networkAdvice(error, `Try connecting from this machine: psql "$${name}" -c "select 1"`);
  }
}

/** Whether sessions have the settings that the portal needs. */
async function checkSessions(notes: Notes, config: Config): Promise<boolean> {
  const problem = await checkPooler(config).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem !== undefined) {
    const lines = problem instanceof ConfigError ? problem.message.split('\n').slice(1) : [reasonOf(problem)];
    for (const line of lines) notes.fail(`${line.trim()}.`, 'See docs/operations-reference.md, PgBouncer.');
    return false;
  }
  if (config.DATABASE_LISTEN_URL === undefined) {
    if (!config.DATABASE_PREPARE)
      notes.warn(
        'Behind a pooler and without DATABASE_LISTEN_URL, open pages poll once a minute instead of being notified.',
        'Set DATABASE_LISTEN_URL to the database itself, bypassing the pooler.',
      );
    return true;
  }
  const bypass = { ...config, DATABASE_URL: config.DATABASE_LISTEN_URL, DATABASE_PREPARE: true };
  await checkPooler(bypass).then(
    () => notes.ok('DATABASE_LISTEN_URL bypasses poolers.'),
    (error: unknown) =>
      notes.fail(
        error instanceof ConfigError
          ? 'DATABASE_LISTEN_URL points to a pooler, so open pages and workers are not notified.'
          : `DATABASE_LISTEN_URL cannot be used: ${reasonOf(error)}.`,
        error instanceof ConfigError
          ? 'Set it to the address of the database itself.'
          : connectionAdvice(error, 'DATABASE_LISTEN_URL'),
      ),
  );
  return true;
}

function checkOnlyRole(notes: Notes, { role, isSuperuser, mayCreate, foreignOwner }: z.infer<typeof Server>): void {
  // The owner migrates with the command migrate, and the serving processes don't know its password.
  if (!isSuperuser && !mayCreate && foreignOwner !== null)
    notes.ok(`${foreignOwner} owns the tables, ${role} reads and writes rows.`);
  else if (isSuperuser)
    notes.fail(
      `The portal connects as ${role}, a superuser, which can read and change every database on the server.`,
      'Create a role for the portal: docs/operations-reference.md, “Two database roles”.',
    );
  else
    notes.warn(
      'One role owns the tables and serves requests, so only triggers protect the audit log.',
      'Use two roles with DATABASE_OWNER_URL: docs/operations-reference.md, “Two database roles”.',
    );
}

async function checkTwoRoles(notes: Notes, config: Config, server: z.infer<typeof Server>): Promise<void> {
  const owner = await readServer(notes, config, 'DATABASE_OWNER_URL');
  if (!owner) return;
  if (server.isSuperuser || (server.mayCreate && server.role !== owner.role))
    notes.fail(
      `The role of DATABASE_URL, ${server.role}, can change the schema.`,
      `Revoke its privileges: revoke create on schema public from public, ${server.role}; alter role ${server.role} nosuperuser;`,
    );
  else if (!owner.mayCreate && !owner.isSuperuser)
    notes.fail(
      `The role of DATABASE_OWNER_URL, ${owner.role}, cannot create tables.`,
      `Make it the owner: alter database … owner to ${owner.role};`,
    );
  else notes.ok(`${owner.role} owns the tables, ${server.role} reads and writes rows.`);
}

async function checkMigrations(notes: Notes, config: Config, mayCreate: boolean): Promise<void> {
  const pending = await listPendingMigrations(config.DATABASE_OWNER_URL ?? directUrl(config)).catch(
    (error: unknown) => {
      notes.fail(`The schema cannot be read: ${reasonOf(error)}.`, 'Fix the problems above, and try again.');
    },
  );
  if (!pending) return;
  const advice = 'The next start with DATABASE_OWNER_URL applies them, and so does “portico migrate”.';
  const count = `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} not applied.`;
  if (pending.length === 0) notes.ok('The schema is up to date.');
  else if (config.DATABASE_OWNER_URL !== undefined || mayCreate) notes.warn(count, advice);
  else notes.fail(`${count} The role of DATABASE_URL cannot apply them.`, advice);
}
