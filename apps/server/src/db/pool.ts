import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type KyselyConfig } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.generated.ts';

export type Db = Kysely<DB>;

const TIMESTAMPTZ = 1184;
const WAIT_TIMEOUT_MS = 900;
const CONNECT_TIMEOUT_MS = 2500;

/** `2026-03-09 14:05:00.123+00`, as a session in UTC writes it, to ISO 8601. Infinity and years before 1 are not used. */
export function isoInstant(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, text.lastIndexOf('+'))}Z`;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === TIMESTAMPTZ ? isoInstant : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    if (statementNames.size < 1000) statementNames.set(text, name);
  }
  return name;
}

/** A client that hangs up when the server does not answer: whoever gets a connection next gets one that works. */
class ImpatientClient extends pg.Client {
  // pg's overloads can't be restated; Kysely's driver only uses (text, values) and a cursor object.
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...a: unknown[]) => unknown;
    const result = query(...args);
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') void this.end();
      });
    return result as never;
  }
}

/** As well, prepares every parameterised statement once per connection, so that PostgreSQL plans it once. */
class PreparingClient extends ImpatientClient {
  override query(...args: unknown[]): never {
    const [text, values] = args;
    return typeof text === 'string' && Array.isArray(values) && args.length === 2
      ? super.query({ name: statementName(text), text, values })
      : super.query(...args);
  }
}

/** Waits less for one of its connections to become free than for a new one to be made. */
class Pool extends pg.Pool {
  override connect(...args: unknown[]): never {
    const isWaitingForOthers = this.totalCount >= this.options.max || this.idleCount > 0;
    this.options.connectionTimeoutMillis = isWaitingForOthers ? WAIT_TIMEOUT_MS : CONNECT_TIMEOUT_MS;
    return (super.connect.bind(this) as (...a: unknown[]) => never)(...args);
  }
}

export interface PoolSettings {
  url: string;
  /** Most connections of this process. */
  max: number;
  /** Off for poolers that share connections between transactions. */
  prepare: boolean;
  /** A statement that runs longer is cancelled. */
  statementTimeoutMs: number;
}

/**
 * Connections to one database. A request waits less than a second for a free one (TRUST R9); a server that does not answer
 * is given up within 6 s (TRUST R2). Sessions run in UTC.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  return new Pool({
    connectionString: settings.url,
    max: settings.max,
    types,
    Client: settings.prepare ? PreparingClient : ImpatientClient,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    query_timeout: settings.statementTimeoutMs + 1000,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'portico',
    options: '-c TimeZone=UTC',
  });
}

export function createDb(pool: pg.Pool, log?: KyselyConfig['log']): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(log ? { log } : {}) });
}
