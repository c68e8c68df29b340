import { createHash } from 'node:crypto';
import { Kysely, type KyselyConfig } from 'kysely';
import pg from 'pg';
import { beginStatement } from '../telemetry/statementSpan.ts';
import type { DB } from './schema.generated.ts';
import { PortalDialect } from './sentOnce.ts';

export type Db = Kysely<DB>;

declare module 'pg' {
  interface Client {
    /** The parameters that a connection starts with; missing from pg's types. */
    getStartupConf(): Record<string, string>;
  }
}

const TIMESTAMPTZ = 1184;
const WAIT_TIMEOUT_MS = 900;
const CONNECT_TIMEOUT_MS = 2500;
const SLICE_MS = 100;
/** How much longer than a statement's limit its response may take. */
const ANSWER_TIMEOUT_MS = 1000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * `2026-03-09 14:05:00.123456+00`, as PostgreSQL writes it, to ISO 8601 in UTC with all its decimals. Our sessions run
 * in UTC; any other offset is converted, because a pooler may hand us a session in another zone. Infinity and years
 * before 1 are not used.
 */
export function isoInstant(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  const [, day, time, fraction = '', hours, rest = ''] =
    /^(\S+) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)((?::\d\d)*)$/.exec(text) ?? [];
  const [, minutes = '00', seconds = '00'] = rest.split(':');
  const offsetSeconds = Math.abs(Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
  const local = Date.parse(`${day}T${time}Z`);
  const instant = new Date(local + (hours?.startsWith('-') ? 1000 : -1000) * offsetSeconds);
  return `${instant.toISOString().slice(0, 19)}${fraction}Z`;
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

/** Statements use one generic plan: planning a list again for each reader costs more than running it. */
const PREPARED_SESSION = '-c plan_cache_mode=force_generic_plan';
/** Starting parallel workers takes longer than any of our statements should take. */
const SESSION = '-c TimeZone=UTC -c max_parallel_workers_per_gather=0';

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * A client that disconnects if the server does not respond, so that the pool never hands out a dead connection, and
 * that prepares every parameterized statement once per connection.
 *
 * It passes pg a callback and implements the timeout itself: when pg creates a promise for a query, or applies its own
 * `query_timeout`, the rows survive every minor garbage collection, which cost a third of a call's time
 * (bench/README.md).
 */
function clientOf(
  { prepare, statementTimeoutMs, behindPooler = false }: PoolSettings,
  onAnswer: () => void,
): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // The current query fails along with the connection, and the pool drops it. Without a listener the process would
      // end.
      this.on('error', () => {});
    }

    // A pooler rejects `options`, but passes this parameter on with each transaction.
    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), ...(behindPooler ? { TimeZone: 'UTC' } : {}) };
    }

    // pg's overloads cannot be restated; pools and Kysely's driver use (text, values) with or without a callback.
    override query(...args: unknown[]): never {
      const [statement, values] = args;
      const done = args.at(-1);
      const query =
        prepare && typeof statement === 'string' && Array.isArray(values)
          ? { name: statementName(statement), text: statement, values: values as unknown[] }
          : {
              ...(typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)),
              ...(Array.isArray(values) ? { values } : {}),
            };
      if (typeof done === 'function') return this.#ask(query, done as Done) as never;
      return new Promise((resolve, reject) => {
        this.#ask(query, (error, result) => (error ? reject(error) : resolve(result)));
      }) as never;
    }

    #ask(query: pg.QueryConfig, done: Done): void {
      const span = beginStatement(query.text);
      // Ending the connection fails the query.
      const timer = setTimeout(() => void this.end(), statementTimeoutMs + ANSWER_TIMEOUT_MS);
      super.query(query, (error: Error | null, result: pg.QueryResult) => {
        clearTimeout(timer);
        if (!error) onAnswer();
        span?.end(error ? { error } : {});
        done(error, result);
      });
    }
  };
}

/** A pool that waits longer for a new connection to open than for one in use to become free. */
class Pool extends pg.Pool {
  /** The callers that wait, in pg-pool's own list, from which only its own timer would remove them. */
  declare private readonly _pendingQueue: Array<{ callback: Connected }>;
  /** All connections, in pg-pool's own list; no event reports that one begins to open, or that a silent one is gone. */
  declare private readonly _clients: pg.PoolClient[];
  readonly #waitTimeoutMs: number;
  readonly #opened = new WeakSet<pg.PoolClient>();

  constructor(options: pg.PoolConfig, waitTimeoutMs: number) {
    super({ ...options, connectionTimeoutMillis: Math.max(waitTimeoutMs, CONNECT_TIMEOUT_MS) });
    this.#waitTimeoutMs = waitTimeoutMs;
    this.on('connect', (client) => this.#opened.add(client));
  }

  override connect(...args: unknown[]): never {
    const done = args[0] as Connected | undefined;
    // Those who already wait get the idle connections, and new ones, in the next tick.
    const { idleCount, totalCount, waitingCount } = this;
    const isWaitingForOthers = idleCount + this.options.max - totalCount <= waitingCount;
    if (!isWaitingForOthers) return (super.connect.bind(this) as (...a: unknown[]) => never)(...args);
    if (done) return this.#wait(done) as never;
    return new Promise((resolve, reject) => {
      this.#wait((error, client) => (client ? resolve(client) : reject(error as Error)));
    }) as never;
  }

  #wait(done: Connected): void {
    let isOver = false;
    const answer: Connected = (error, client, release) => {
      stopTimer();
      if (isOver) return release();
      done(error, client, release);
    };
    const stopTimer = this.#afterWaiting(() => {
      isOver = true;
      const { _pendingQueue: waiting } = this;
      const position = waiting.findIndex(({ callback }) => callback === answer);
      if (position !== -1) waiting.splice(position, 1);
      done(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    });
    // The timer of pg's pool would end the wait before it reads a response that arrived while the process stood still.
    const { connectionTimeoutMillis } = this.options;
    this.options.connectionTimeoutMillis = 0;
    super.connect(answer);
    this.options.connectionTimeoutMillis = connectionTimeoutMillis;
  }

  /**
   * Calls back when the process ran for as long as a caller may wait; a slice in which it stood still counts once. Time
   * in which a connection was opening counts separately.
   */
  #afterWaiting(callback: () => void): () => void {
    let slices = Math.ceil(this.#waitTimeoutMs / SLICE_MS);
    let openingSlices = Math.ceil(CONNECT_TIMEOUT_MS / SLICE_MS);
    const timer = setInterval(() => {
      const { _clients: clients } = this;
      const isOneOpening = clients.some((client) => !this.#opened.has(client));
      if (isOneOpening && openingSlices > 0) openingSlices -= 1;
      else slices -= 1;
      if (slices > 0) return;
      clearInterval(timer);
      callback();
    }, SLICE_MS);
    timer.unref();
    return () => clearInterval(timer);
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Opens all connections of a pool, as far as the database allows, so that its first callers don't wait for that. */
export async function openAll(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}

export interface PoolSettings {
  url: string;
  /** The most connections this process opens. */
  max: number;
  /** False behind poolers that share connections between transactions. */
  prepare: boolean;
  /** A statement that runs longer is canceled. */
  statementTimeoutMs: number;
  /** The longest that a statement waits for a free connection; less than a second by default. */
  waitTimeoutMs?: number;
  /**
   * The address is that of a pooler that shares connections between transactions and rejects startup parameters.
   * Timeouts then come from the role's own settings (`poolerProblems`).
   */
  behindPooler?: boolean;
  /** Further settings of each session, as command-line options of `postgres`. Not available behind a pooler. */
  session?: string;
}

/**
 * Connections to one database. A request waits less than a second for a free one (TRUST R9), or as long as one may take
 * to open while connections are being opened, as after a start (decisions/0284); a server that does not respond is
 * abandoned within 6 s (TRUST R2). Sessions are in UTC.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const options: pg.PoolConfig = {
    connectionString: settings.url,
    max: settings.max,
    types,
    Client: clientOf(settings, () => lastAnswers.set(pool, performance.now())),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'portico',
    ...(settings.behindPooler ? {} : sessionSettings(settings)),
  };
  const pool = new Pool(options, settings.waitTimeoutMs ?? WAIT_TIMEOUT_MS);
  // A lost idle connection is replaced. Without a listener the process would end, even after the pool has ended.
  pool.on('error', () => {});
  return pool;
}

const lastAnswers = new WeakMap<pg.Pool, number>();

/** When a statement of this process last succeeded, on the clock of `performance.now()`. */
export const lastAnswerAt = (pool: pg.Pool): number => lastAnswers.get(pool) ?? -Infinity;

function sessionSettings({ statementTimeoutMs, prepare, session = '' }: PoolSettings): pg.PoolConfig {
  return {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    options: `${SESSION}${prepare ? ` ${PREPARED_SESSION}` : ''} ${session}`.trim(),
  };
}

export function createDb(pool: pg.Pool, log?: KyselyConfig['log']): Db {
  return new Kysely<DB>({ dialect: new PortalDialect({ pool }), ...(log ? { log } : {}) });
}
