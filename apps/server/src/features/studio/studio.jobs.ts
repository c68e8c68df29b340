import { STUDIO_PRESENCE_MS } from '@portico/contracts/studio/studio';
import type { Dependencies } from '../../dependencies.ts';

/** For so long a tab that was cut off can catch up change by change; after that it opens the item again. */
const KEEP_CHANGES_MS = 14 * 24 * 3_600_000;

/** Purges single saves of drafts that nobody needs any more, and tabs that are long closed. */
export async function purgeStudio(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await db.deleteFrom('studio_changes').where('saved_at', '<', before(KEEP_CHANGES_MS)).execute();
  await db
    .deleteFrom('studio_presence')
    .where('seen_at', '<', before(10 * STUDIO_PRESENCE_MS))
    .execute();
}
