import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';

export interface JobOptions {
  /** While a job of this key waits, adding another one replaces it. */
  key?: string;
  runAt?: Date;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** How often it is tried before it is given up; 25 by default, with growing pauses. */
  maxAttempts?: number;
}

/** Adds a job; inside a transaction it is there when, and only when, the transaction is. `name` is one of jobs.ts. */
export async function addJob(
  db: Kysely<DB> | Transaction<DB>,
  name: string,
  payload: object,
  { key, runAt, queue, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    ${name}, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null}, run_at := ${runAt?.toISOString() ?? null}::timestamptz,
    max_attempts := ${maxAttempts ?? null}, job_key := ${key ?? null})`.execute(db);
}

/** Adds many jobs of one name in one statement. */
export async function addJobs(
  db: Kysely<DB> | Transaction<DB>,
  name: string,
  wanted: Array<{ payload: object; key: string }>,
): Promise<void> {
  if (wanted.length === 0) return;
  await sql`select count(graphile_worker.add_job(${name}, payload := payload, job_key := key))
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (payload json, key text)`.execute(db);
}
