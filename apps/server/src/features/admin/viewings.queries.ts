import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { type startViewing as startViewingCall, VIEWING_MINUTES } from '@portico/contracts/admin/people';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { CallResult } from '@portico/contracts/endpoint';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import type { Task } from '../../jobs/worker.ts';

const PersonRow = z.object({ isDisabled: z.boolean() });

/**
 * Begins a viewing, and ends the one that the administrator has. Throws `not_found`, `conflict`. Source:
 * decisions/0347.
 */
export function startViewing(
  db: Db,
  { userId, reason, actorId, now }: { userId: string; reason: string; actorId: string; now: Date },
): Promise<CallResult<typeof startViewingCall>> {
  const endsAt = new Date(now.getTime() + VIEWING_MINUTES * MINUTE_MS).toISOString();
  return db.transaction().execute(async (trx) => {
    const { isDisabled } = found(
      await readRow(
        trx,
        PersonRow,
        sql`select disabled_at is not null as "isDisabled" from users where id = ${userId}`,
      ),
      'person',
    );
    if (userId === actorId) throw new PortalError('conflict', 'You see the portal as yourself already.');
    if (isDisabled) throw new PortalError('conflict', 'This account is disabled, so it sees nothing.');
    // Two tabs that begin at once must not both have one.
    await sql`select from users where id = ${actorId} for no key update`.execute(trx);
    await endViewings(trx, sql`viewer_id = ${actorId}`, { now, how: 'replaced' });
    const { id } = await trx
      .insertInto('viewings')
      .values({ viewer_id: actorId, person_id: userId, reason, started_at: now.toISOString(), ends_at: endsAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const details = { viewing: id, reason, until: endsAt };
    await audit(trx, { actorId, action: 'viewing.started', objectKind: 'user', objectId: userId, details });
    return { id, endsAt };
  });
}

/** Ends an administrator’s own viewing. Throws `not_found`. */
export function endViewing(
  db: Db,
  { viewingId, actorId, now }: { viewingId: string; actorId: string; now: Date },
): Promise<void> {
  const own = sql`id = ${viewingId} and viewer_id = ${actorId}`;
  return db.transaction().execute(async (trx) => {
    found(await readRow(trx, z.object({ id: z.uuid() }), sql`select id from viewings where ${own}`), 'viewing');
    await endViewings(trx, own, { now, how: 'ended' });
  });
}

/** Ends viewings whose time is over, so that their end is in the audit log; none works after it anyway. */
export const endViewingsInTime: Task<'end-viewings'> = (_payload, { db, now }) =>
  db.transaction().execute((trx) => endViewings(trx, sql`ends_at <= ${now()}`, { now: now(), how: 'time is over' }));

const EndedRow = z.object({ id: z.uuid(), viewerId: z.uuid(), personId: z.uuid() });

async function endViewings(
  trx: Transaction<DB>,
  which: ReturnType<typeof sql>,
  { now, how }: { now: Date; how: string },
): Promise<void> {
  const ended = await readRows(
    trx,
    EndedRow,
    sql`update viewings set ended_at = least(ends_at, ${now.toISOString()}) where ended_at is null and ${which}
      returning id, viewer_id as "viewerId", person_id as "personId"`,
  );
  for (const { id, viewerId, personId } of ended)
    await audit(trx, {
      actorId: viewerId,
      action: 'viewing.ended',
      objectKind: 'user',
      objectId: personId,
      details: { viewing: id, how },
    });
}
