import { ConfigError, type Config } from '../config.ts';
import type pg from 'pg';
import { z } from 'zod/mini';
import { createPool } from './pool.ts';
import { queryRows } from './rows.ts';

/** What cannot be set per session through a transaction pooler, as PostgreSQL stores it for a role, with our value. */
const ROLE_SETTINGS = { statement_timeout: '2s', idle_in_transaction_session_timeout: '30s' };

const Session = z.object({ role: z.string(), zone: z.string(), missing: z.array(z.string()) });

/**
 * What is wrong with sessions behind a transaction pooler, with the SQL that fixes it; empty if they are as the portal
 * needs them. Without its own limits, a statement could hold a connection that all processes share.
 */
export async function poolerProblems(pool: pg.Pool): Promise<string[]> {
  const rows = await queryRows(
    pool,
    Session,
    `select quote_ident(current_user) as role, current_setting('TimeZone') as zone, array(
       select name from pg_settings where name = any($1) and setting = '0' order by name desc) as missing`,
    [Object.keys(ROLE_SETTINGS)],
  );
  const [{ role, zone, missing } = { role: '', zone: '', missing: [] }] = rows;
  const problems = missing.map((name) => {
    const value = ROLE_SETTINGS[name as keyof typeof ROLE_SETTINGS];
    return `${name} is not set for the role: run "alter role ${role} set ${name} = '${value}'" and reconnect the pooler`;
  });
  if (zone !== 'UTC')
    problems.push(`sessions run in ${zone} instead of UTC: let the pooler pass the parameter TimeZone`);
  return problems;
}

const Source = z.object({ source: z.string() });

/** Whether statements run without the limit that our sessions start with, which happens if a pooler ignores it. */
async function isStartIgnored(pool: pg.Pool): Promise<boolean> {
  const rows = await queryRows(pool, Source, `select source from pg_settings where name = 'statement_timeout'`);
  return rows.every(({ source }) => source !== 'client' && source !== 'session');
}

/** The error that pg reports if the server at DATABASE_URL is an unexpected pooler. */
const UNSUPPORTED_PARAMETER = /unsupported startup parameter/;
const SET_PREPARE =
  'DATABASE_URL points to a pooler that does not pass on session parameters: set DATABASE_PREPARE to false';

/** Checks the sessions of DATABASE_URL once at startup. Throws ConfigError with everything that must be changed. */
export async function checkPooler(config: Config): Promise<void> {
  const behindPooler = !config.DATABASE_PREPARE;
  const pool = createPool({
    url: config.DATABASE_URL,
    max: 1,
    prepare: false,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    behindPooler,
  });
  try {
    if (!behindPooler) {
      if (await isStartIgnored(pool)) throw new ConfigError(invalid([SET_PREPARE]));
      return;
    }
    const problems = await poolerProblems(pool);
    if (problems.length > 0) throw new ConfigError(invalid(problems));
  } catch (error) {
    if (UNSUPPORTED_PARAMETER.test((error as Error).message))
      throw new ConfigError(invalid([SET_PREPARE]), { cause: error });
    throw error;
  } finally {
    await pool.end();
  }
}

const invalid = (problems: string[]): string =>
  ['The configuration is not valid:', ...problems.map((problem) => `  ${problem}`)].join('\n');
