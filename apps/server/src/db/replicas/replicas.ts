import { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { createPool, type Db } from '../pool.ts';
import type { DB } from '../schema.generated.ts';
import { PortalDialect } from '../sentOnce.ts';
import { PositionHistory, readPrimaryPosition, UNREACHABLE_POSITION } from './position.ts';
import { createReadPool, PRIMARY, type ReadCounts } from './readPool.ts';
import { Replica, type ReplicaState } from './replica.ts';

const CHECK_INTERVAL_MS = 250;
/** After an announcement everyone refetches at once, so replicas that are about to catch up are checked more often. */
const EAGER_INTERVAL_MS = 20;
const EAGER_MS = 1000;
const MAX_WRITERS = 20_000;

export interface Replicas {
  /**
   * Where this person's reads go: to a replica that has everything below `position`, everything they wrote through this
   * process and everything announced to it, or else to the primary.
   */
  readsFor(personId: string, position: bigint): Db;
  /** Remembers that this person has just written, and returns the position that their reads need from now on. */
  noteWrite(personId: string): Promise<bigint>;
  /** From now on, reads need what was just announced, which has been committed. */
  noteAnnouncement(): void;
  states(): ReplicaState[];
  /**
   * Reads since the start of this process, by the server that ran them, and reads that failed on a replica and moved to
   * the primary.
   */
  counts(): { answered: ReadonlyMap<string, number>; moved: ReadonlyMap<string, number> };
  close(): Promise<void>;
}

type ReplicaConfig = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATABASE_READ_URLS'
  | 'DATABASE_READ_MAX_LAG_MS'
  | 'DATABASE_POOL_SIZE'
  | 'DATABASE_PREPARE'
  | 'DATABASE_STATEMENT_TIMEOUT_MS'
>;

/**
 * The read replicas, and which of them each person may currently read from. Undefined without replicas. Source:
 * decisions/0177.
 */
export function openReplicas(config: ReplicaConfig, pool: pg.Pool): Replicas | undefined {
  return config.DATABASE_READ_URLS.length === 0 ? undefined : createReplicas(config, pool);
}

function createReplicas(config: ReplicaConfig, pool: pg.Pool): Replicas {
  const maxLagMs = config.DATABASE_READ_MAX_LAG_MS;
  const settings = {
    max: config.DATABASE_POOL_SIZE,
    prepare: config.DATABASE_PREPARE,
    behindPooler: !config.DATABASE_PREPARE,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
  };
  // A separate connection, so that a busy pool does not look like a lagging replica.
  const checks = createPool({ ...settings, url: config.DATABASE_URL, max: 1 });
  checks.on('error', () => {});
  const replicas = config.DATABASE_READ_URLS.map((url) => new Replica({ ...settings, url }, maxLagMs));
  const { counts, tally } = countReads(replicas.map(({ name }) => name));
  const dbFor = (replica?: Replica): Db =>
    new Kysely<DB>({ dialect: new PortalDialect({ pool: createReadPool(replica, pool, tally) }) });
  const choices = replicas.map((replica) => ({ replica, reads: dbFor(replica) }));
  const primaryReads = dbFor();

  // A replica in use has replayed everything older than the limit, so older positions need not be remembered.
  const lastWrites = new LRUCache<string, bigint>({ max: MAX_WRITERS, ttl: maxLagMs });
  const watch = watchPositions(replicas, checks, maxLagMs);

  return {
    readsFor(personId, position) {
      const needed = watch.floor(max(position, lastWrites.get(personId) ?? 0n));
      if (needed === undefined) return primaryReads;
      const usable = choices.filter(({ replica }) => replica.has(needed));
      // Each person always reads from the same replica: another could be slightly behind what they have already seen.
      return usable[hashOf(personId) % usable.length]?.reads ?? primaryReads;
    },
    async noteWrite(personId) {
      const position = await readPrimaryPosition(pool).catch(() => UNREACHABLE_POSITION);
      lastWrites.set(personId, max(position, lastWrites.get(personId) ?? 0n));
      return position;
    },
    noteAnnouncement: watch.noteAnnouncement,
    states: () => replicas.map(({ state }) => state),
    counts: () => counts,
    async close() {
      await watch.close();
      await Promise.all([checks.end(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** Keeps track of the positions of the primary and the replicas. */
function watchPositions(replicas: Replica[], checks: pg.Pool, maxLagMs: number) {
  const closing = new AbortController();
  const history = new PositionHistory(maxLagMs);
  const primaryPace = createPace(closing.signal);
  const paces = replicas.map(() => createPace(closing.signal));
  let announced = 0;
  /** The number of the last announcement whose position is known. */
  let settled = 0;
  let floor = 0n;
  let eagerUntil = 0;
  let isPrimarySilent = false;

  async function samplePrimary(): Promise<void> {
    const settling = announced;
    const at = performance.now();
    const position = await readPrimaryPosition(checks);
    history.add({ at, position });
    for (const replica of replicas) replica.compare(history);
    if (settled === settling) return;
    [settled, floor, eagerUntil] = [settling, position, performance.now() + EAGER_MS];
    for (const pace of paces) pace.hurry();
  }

  const running = Promise.all([
    primaryPace.repeat(async () => {
      isPrimarySilent = await samplePrimary().then(
        () => false,
        () => true,
      );
      return settled === announced || isPrimarySilent ? CHECK_INTERVAL_MS : EAGER_INTERVAL_MS;
    }),
    ...replicas.map((replica, index) =>
      paces[index]!.repeat(async () => {
        await replica.check(history);
        return !replica.has(floor) && performance.now() < eagerUntil ? EAGER_INTERVAL_MS : CHECK_INTERVAL_MS;
      }),
    ),
  ]);

  return {
    /**
     * The position that reads need; undefined while only the primary is certain to have what was announced. While the
     * primary does not respond, the lag limit has to suffice.
     */
    floor: (position: bigint) => (settled === announced || isPrimarySilent ? max(position, floor) : undefined),
    noteAnnouncement() {
      announced += 1;
      primaryPace.hurry();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

function countReads(names: string[]) {
  const answered = new Map([PRIMARY, ...names].map((name) => [name, 0]));
  const moved = new Map(names.map((name) => [name, 0]));
  const tally: ReadCounts = {
    answered: (by) => void answered.set(by, answered.get(by)! + 1),
    moved: (from) => void moved.set(from, moved.get(from)! + 1),
  };
  return { counts: { answered, moved }, tally };
}

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Ids of people are random UUIDs. */
const hashOf = (personId: string): number => Number.parseInt(personId.slice(-6), 16) || 0;

/** Repeats a step until `signal` aborts. The step returns how many milliseconds to wait before the next one. */
function createPace(signal: AbortSignal) {
  let proceed = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      proceed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  signal.addEventListener('abort', () => proceed());

  return {
    async repeat(step: () => Promise<number>): Promise<void> {
      while (!signal.aborted) {
        const ms = await step();
        if (!signal.aborted) await pause(ms);
      }
    },
    /** Ends the pause, if there is one. */
    hurry: () => proceed(),
  };
}
