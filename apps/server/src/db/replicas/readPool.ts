import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Replica } from './replica.ts';

export interface ReadCounts {
  /** A statement ran on the primary, or on the replica of this name. */
  answered(by: string): void;
  /** A statement failed on this replica and ran on the primary instead. */
  moved(from: string): void;
}

export const PRIMARY = 'primary';

/**
 * Connections for statements that only read. They go to the replica, if there is one; whatever fails there for any
 * reason is retried on the primary, so that nobody notices the loss of a replica.
 */
export function createReadPool(replica: Replica | undefined, primary: pg.Pool, counts: ReadCounts): PostgresPool {
  return {
    async connect() {
      const near = await replica?.connect().catch(() => counts.moved(replica.name));
      return new ReadClient(near ? { replica: replica!, client: near } : undefined, primary, counts);
    },
    // Both pools are closed by their owners.
    end: async () => {},
    options: primary.options,
  };
}

class ReadClient implements PostgresPoolClient {
  #near: { replica: Replica; client: pg.PoolClient } | undefined;
  #far: pg.PoolClient | undefined;
  readonly #primary: pg.Pool;
  readonly #counts: ReadCounts;

  constructor(near: { replica: Replica; client: pg.PoolClient } | undefined, primary: pg.Pool, counts: ReadCounts) {
    this.#near = near;
    this.#primary = primary;
    this.#counts = counts;
  }

  // Kysely's driver only calls it with a text and values.
  query(...[text, values]: unknown[]): never {
    return this.#ask(text as string, values as unknown[]) as never;
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#near) {
      const { replica, client } = this.#near;
      try {
        const result = await replica.query(client, text, values);
        this.#counts.answered(replica.name);
        return result;
      } catch (error) {
        this.#near = undefined;
        client.release(error as Error);
        this.#counts.moved(replica.name);
      }
    }
    this.#far ??= await this.#primary.connect();
    const result = await this.#far.query(text, values);
    this.#counts.answered(PRIMARY);
    return result;
  }

  release(): void {
    this.#near?.client.release();
    this.#far?.release();
  }
}
