import type pg from 'pg';
import { z } from 'zod/mini';
import { queryRows } from '../rows.ts';

const PAGE_BYTES = 8192n;
const MAX_PAGE_HEADER_BYTES = 40n;

/** No replica ever reaches this position. */
export const UNREACHABLE_POSITION = 2n ** 64n - 1n;

const PositionRow = z.object({ position: z.string() });
const ReplicaRow = z.object({ isReplica: z.boolean(), replayed: z.nullable(z.string()) });

/**
 * How far the write-ahead log of the primary extends, in bytes: everything committed before the call is below it. At
 * the start of a page PostgreSQL includes the page's header, which a replica does not.
 */
export async function readPrimaryPosition(pool: pg.Pool): Promise<bigint> {
  const [row] = await queryRows(pool, PositionRow, `select (pg_current_wal_insert_lsn() - '0/0')::text as position`);
  const position = BigInt(row!.position);
  const offset = position % PAGE_BYTES;
  return offset <= MAX_PAGE_HEADER_BYTES ? position - offset : position;
}

/** How far a replica has replayed the log; undefined if it is no longer a replica. */
export async function readReplayedPosition(pool: pg.Pool): Promise<bigint | undefined> {
  const [row] = await queryRows(
    pool,
    ReplicaRow,
    `select pg_is_in_recovery() as "isReplica", (pg_last_wal_replay_lsn() - '0/0')::text as replayed`,
  );
  return row!.isReplica ? BigInt(row!.replayed ?? 0) : undefined;
}

interface Sample {
  /** On the clock of `performance.now()`, before the primary was queried. */
  at: number;
  position: bigint;
}

/** The positions of the primary over time, as far back as replicas may lag. */
export class PositionHistory {
  readonly #samples: Sample[] = [];
  readonly #keptMs: number;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(sample: Sample): void {
    const { latest } = this;
    // The position moved back: another server has become the primary.
    if (latest && latest.position > sample.position) this.#samples.length = 0;
    this.#samples.push(sample);
    const firstKept = this.#samples.findIndex(({ at }) => at >= sample.at - this.#keptMs);
    this.#samples.splice(0, firstKept);
  }

  get latest(): Sample | undefined {
    return this.#samples.at(-1);
  }

  /** The last known time at which the primary had nothing beyond this position. */
  freshAt(position: bigint): number {
    return this.#samples.findLast((sample) => sample.position <= position)?.at ?? -Infinity;
  }
}
