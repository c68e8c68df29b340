import { stopWaiting, waitUntil } from '../../../content/waiting.ts';
import type { Db } from '../../../db/pool.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { announceToEditors } from '../presence.queries.ts';
import { lockScheduledFiles } from '../newFiles.ts';
import { withdrawFile } from '../publishItem.ts';
import { assertMaySchedule } from '../standing.queries.ts';

/**
 * Unschedules the waiting version, along with the files that were to appear with it; it becomes the draft again. Throws
 * `conflict` when no version is waiting, `not_found`.
 */
export function unscheduleItem(db: Db, itemId: string, editor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await assertMaySchedule(trx, [itemId], editor);
    const scheduled = await lockScheduledFiles(trx, itemId, editor.now);
    await stopWaiting(trx, itemId, { actorId: editor.id, now: editor.now });
    for (const file of scheduled) await withdrawFile(trx, file, editor);
    await announceToEditors(trx, itemId, editor.now);
  });
}

/**
 * Reschedules the waiting version, along with the files that appear with it. Throws `invalid_input`, `conflict` when no
 * version is waiting, `not_found`.
 */
export function rescheduleItem(db: Db, itemId: string, goesLiveAt: string, editor: StudioActor): Promise<void> {
  const at = new Date(goesLiveAt);
  if (at <= editor.now)
    throw new PortalError('invalid_input', 'The date must be in the future.', {
      issues: [{ path: 'goesLiveAt', message: 'Must be in the future' }],
    });
  return db.transaction().execute(async (trx) => {
    const scheduled = (await lockScheduledFiles(trx, itemId, editor.now)).flatMap(({ storedDraft, isWaiting }) =>
      isWaiting ? storedDraft.itemId : [],
    );
    await assertMaySchedule(trx, [itemId, ...scheduled], editor);
    for (const id of [itemId, ...scheduled]) {
      await waitUntil(trx, id, at, { actorId: editor.id, now: editor.now });
      await announceToEditors(trx, id, editor.now);
    }
  });
}
