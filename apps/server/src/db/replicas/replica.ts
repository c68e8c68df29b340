import type pg from 'pg';
import { createPool, type PoolSettings } from '../pool.ts';
import { readReplayedPosition, type PositionHistory } from './position.ts';

/** A replica that is silent for this long is left out. */
const CHECK_TIMEOUT_MS = 1000;

export type ReplicaProblem = 'silent' | 'promoted' | 'diverged' | 'lagging';

export interface ReplicaState {
  /** Host and port. */
  name: string;
  /** How stale its data may be; infinite while unknown. */
  lagMs: number;
  /** Why it is left out. */
  problem: ReplicaProblem | undefined;
}

/** One read replica: its connections, and the result of its last check. */
export class Replica {
  readonly name: string;
  readonly #pool: pg.Pool;
  /** A separate connection, so that checks do not wait for reads. */
  readonly #checks: pg.Pool;
  readonly #maxLagMs: number;
  readonly #running = new Set<(reason: Error) => void>();
  #replayed = -1n;
  #checkedAt = -Infinity;
  #freshAt = -Infinity;
  #failure: Exclude<ReplicaProblem, 'lagging'> | undefined = 'silent';

  constructor(settings: PoolSettings, maxLagMs: number) {
    this.name = new URL(settings.url).host;
    this.#maxLagMs = maxLagMs;
    this.#pool = createPool(settings);
    this.#checks = createPool({ ...settings, max: 1, statementTimeoutMs: CHECK_TIMEOUT_MS });
  }

  /** Checks how far it has replayed the log. */
  async check(history: PositionHistory): Promise<void> {
    const replayed = await within(CHECK_TIMEOUT_MS, readReplayedPosition(this.#checks)).catch(() => 'silent' as const);
    if (replayed === 'silent' || replayed === undefined) return this.#leaveOut(replayed ?? 'promoted');
    this.#replayed = replayed;
    this.#checkedAt = performance.now();
    this.#freshAt = Math.max(this.#freshAt, history.freshAt(replayed));
    if (this.#failure !== 'diverged') this.#failure = undefined;
  }

  /** A replica that is ahead of the current primary has transactions that the primary never had. */
  compare({ latest }: PositionHistory): void {
    if (!latest || latest.at < this.#checkedAt) return;
    if (this.#replayed > latest.position) this.#leaveOut('diverged');
    else if (this.#failure === 'diverged') this.#failure = undefined;
  }

  /** Whether reads that need everything below this position can go here. */
  has(position: bigint): boolean {
    return this.problem === undefined && this.#replayed >= position;
  }

  get problem(): ReplicaProblem | undefined {
    return this.#failure ?? (performance.now() - this.#freshAt > this.#maxLagMs ? 'lagging' : undefined);
  }

  get state(): ReplicaState {
    return { name: this.name, lagMs: performance.now() - this.#freshAt, problem: this.problem };
  }

  connect(): Promise<pg.PoolClient> {
    return this.#untilLeftOut(this.#pool.connect(), (client) => client.release());
  }

  query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.#untilLeftOut(client.query(text, values));
  }

  async close(): Promise<void> {
    this.#leaveOut('silent');
    await Promise.all([this.#pool.end(), this.#checks.end()]);
  }

  #leaveOut(failure: Exclude<ReplicaProblem, 'lagging'>): void {
    this.#failure = failure;
    for (const reject of this.#running) reject(new Error(`The replica ${this.name} is left out.`));
    this.#running.clear();
  }

  /** Rejects as soon as the replica is left out; `drop` receives the result if it arrives later. */
  #untilLeftOut<T>(work: Promise<T>, drop: (late: T) => void = () => {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#running.add(reject);
      work
        .then((result) => {
          if (this.#running.has(reject)) resolve(result);
          else drop(result);
        }, reject)
        .finally(() => this.#running.delete(reject));
    });
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
