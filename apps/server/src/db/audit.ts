import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from './schema.generated.ts';

export interface AuditEntry {
  /** The person's id; absent for the system. */
  actorId?: string | undefined;
  /** Object and past participle: `user.signed-in`, `news.published`. */
  action: string;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  details?: Record<string, string | number | boolean | null> | undefined;
}

/**
 * Tells the database who the actor is for the rest of the transaction, and returns the id. The log takes the actor from
 * there and ignores what a row claims.
 */
export const setActor = (actorId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`nullif(set_config('portico.actor_id', ${actorId}, true), '')::uuid`;

/** Appends to the tamper-proof log; in a transaction, the entry takes effect only if it commits. Source: TRUST L3. */
export async function audit(db: Kysely<DB> | Transaction<DB>, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_log (actor_id, action, object_kind, object_id, details)
    values (${setActor(sql`${entry.actorId ?? ''}`)}, ${entry.action}, ${entry.objectKind ?? null}, ${entry.objectId ?? null},
            ${JSON.stringify(entry.details ?? {})}::jsonb)`.execute(db);
}
