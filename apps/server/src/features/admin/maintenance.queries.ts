import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Received } from '@portico/contracts/endpoint';
import type { Maintenance, setMaintenanceNotice, setReadOnly } from '@portico/contracts/maintenance';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRowOrThrow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { announce } from '../../push/announce.ts';

const MaintenanceRow = z.object({
  id: z.nullable(z.uuid()),
  text: z.nullable(z.string()),
  from: z.nullable(Instant),
  until: z.nullable(Instant),
  isReadOnly: z.boolean(),
  readOnlyUntil: z.nullable(Instant),
});

/** The current or next notice, and whether the portal is read-only. */
export async function findMaintenance(db: Db | Transaction<DB>, now: Date): Promise<Maintenance> {
  const { id, text, from, until, isReadOnly, readOnlyUntil } = await readRowOrThrow(
    db,
    MaintenanceRow,
    sql`
      select notice_id as id, notice_text as text, notice_from as "from", notice_until as until,
        is_read_only as "isReadOnly", read_only_until as "readOnlyUntil" from maintenance`,
  );
  const hasNotice = id !== null && text !== null && from !== null && (until === null || new Date(until) > now);
  return { notice: hasNotice ? { id, text, from, until } : null, isReadOnly, readOnlyUntil };
}

interface Actor {
  id: string;
  now: Date;
}

/** Throws `invalid_input` for a notice that ends before it starts, or has already ended. */
export function saveNotice(
  db: Db,
  { text, from, until }: Received<typeof setMaintenanceNotice>['body'],
  actor: Actor,
): Promise<Maintenance> {
  if (until !== null && (new Date(until) <= new Date(from) || new Date(until) <= actor.now))
    throw new PortalError('invalid_input', 'The notice must end after it begins, and in the future.');
  return change(db, actor, 'maintenance.notice-set', { from, until }, (trx) =>
    trx
      .updateTable('maintenance')
      .set({ notice_id: randomUUID(), notice_text: text, notice_from: from, notice_until: until })
      .execute(),
  );
}

export const removeNotice = (db: Db, actor: Actor): Promise<Maintenance> =>
  change(db, actor, 'maintenance.notice-removed', {}, (trx) =>
    trx
      .updateTable('maintenance')
      .set({ notice_id: null, notice_text: null, notice_from: null, notice_until: null })
      .execute(),
  );

/** Throws `invalid_input` when the expected end is in the past. */
export function saveReadOnly(
  db: Db,
  { isReadOnly, until }: Received<typeof setReadOnly>['body'],
  actor: Actor,
): Promise<Maintenance> {
  if (isReadOnly && until !== null && new Date(until) <= actor.now)
    throw new PortalError('invalid_input', 'The expected end must be in the future.');
  const action = isReadOnly ? 'maintenance.read-only-began' : 'maintenance.read-only-ended';
  return change(db, actor, action, { until }, (trx) =>
    trx
      .updateTable('maintenance')
      .set({ is_read_only: isReadOnly, read_only_until: isReadOnly ? until : null })
      .execute(),
  );
}

/** Makes a change, records it and notifies all open pages. */
function change(
  db: Db,
  { id: actorId, now }: Actor,
  action: string,
  details: Record<string, string | null>,
  update: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<Maintenance> {
  return db.transaction().execute(async (trx) => {
    await update(trx);
    await audit(trx, { actorId, action, objectKind: 'maintenance', details });
    await announce(trx, 'maintenance', 'everybody');
    return findMaintenance(trx, now);
  });
}
