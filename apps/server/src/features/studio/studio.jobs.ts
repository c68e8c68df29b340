import { DAY_MS } from '@portico/contracts/durations';
import type { Dependencies } from '../../dependencies.ts';

/** How long a disconnected tab can catch up change by change. After that it reloads the item. */
const CHANGE_RETENTION_MS = 14 * DAY_MS;

/** Purges the saves of drafts that are no longer needed, and tabs that will not come back to them. */
export async function purgeStudio(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - CHANGE_RETENTION_MS).toISOString();
  await db.deleteFrom('studio_changes').where('saved_at', '<', before).execute();
  await db.deleteFrom('studio_presence').where('seen_at', '<', before).execute();
}
