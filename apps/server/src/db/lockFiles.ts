import { sql, type Transaction } from 'kysely';
import type { DB } from './schema.generated.ts';

/** Prevents others from adding or removing files and pictures until the transaction ends. */
export async function lockFiles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portico files'))`.execute(trx);
}
