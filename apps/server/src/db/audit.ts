import { sql, type Kysely, type Transaction } from 'kysely';
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

/** Appends to the tamper-proof log; inside a transaction only if that commits. Source: TRUST L3. */
export async function audit(db: Kysely<DB> | Transaction<DB>, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_log (actor_id, action, object_kind, object_id, details)
    values (${entry.actorId ?? null}, ${entry.action}, ${entry.objectKind ?? null}, ${entry.objectId ?? null},
            ${JSON.stringify(entry.details ?? {})}::jsonb)`.execute(db);
}
