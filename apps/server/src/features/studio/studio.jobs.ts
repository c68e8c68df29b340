import { DAY_MS } from '@portico/contracts/durations';
import { STUDIO_PRESENCE_MS } from '@portico/contracts/studio/studio';
import type { Dependencies } from '../../dependencies.ts';

/** How long a disconnected tab can catch up change by change. After that it reloads the item. */
const CHANGE_RETENTION_MS = 14 * DAY_MS;

/** Purges individual saves of drafts that are no longer needed, and tabs that were closed long ago. */
export async function purgeStudio(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await db.deleteFrom('studio_changes').where('saved_at', '<', before(CHANGE_RETENTION_MS)).execute();
  await db
    .deleteFrom('studio_presence')
    .where('seen_at', '<', before(10 * STUDIO_PRESENCE_MS))
    .execute();
}
