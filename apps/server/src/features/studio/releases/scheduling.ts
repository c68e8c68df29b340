import { stopWaiting, waitUntil } from '../../../content/waiting.ts';
import type { Db } from '../../../db/pool.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { announceToEditors } from '../presence.queries.ts';
import { assertMaySchedule } from './access.ts';

/**
 * The version that waits no longer goes live; it is the draft again. Throws `conflict` when none waits, `not_found`.
 */
export function unscheduleItem(db: Db, itemId: string, editor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await assertMaySchedule(trx, [itemId], editor);
    await stopWaiting(trx, itemId, { actorId: editor.id, now: editor.now });
    await announceToEditors(trx, itemId, editor.now);
  });
}

/** The version that waits gets another date. Throws `invalid_input`, `conflict` when none waits, `not_found`. */
export function rescheduleItem(db: Db, itemId: string, goesLiveAt: string, editor: StudioActor): Promise<void> {
  const at = new Date(goesLiveAt);
  if (at <= editor.now)
    throw new PortalError('invalid_input', 'The date must be in the future.', {
      issues: [{ path: 'goesLiveAt', message: 'Must be in the future' }],
    });
  return db.transaction().execute(async (trx) => {
    await assertMaySchedule(trx, [itemId], editor);
    await waitUntil(trx, itemId, at, { actorId: editor.id, now: editor.now });
    await announceToEditors(trx, itemId, editor.now);
  });
}
