import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { CannotGoLive } from '../../../content/goLive.ts';
import { LEAD_TIME_MS } from '../../../content/waiting.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { publishWaitingItem, publishWaitingRelease, stopItem, stopRelease } from './goLive.queries.ts';

type Parts = Pick<Dependencies, 'db' | 'notify' | 'now' | 'logger'>;

/**
 * Publishes everything that is due. The job starts a little early and waits for the exact time, so that readers see the
 * change within a second of it. It also runs every minute, to catch up on what a stopped server missed. Locks ensure
 * that only one process publishes each item or release. Source: decisions/0095.
 */
export async function publishDue(_payload: unknown, parts: Parts): Promise<void> {
  const tried: Due[] = [];
  let failure: unknown;
  for (;;) {
    const until = new Date(parts.now().getTime() + LEAD_TIME_MS);
    const due = await nextDue(parts.db, until, tried);
    if (!due) break;
    tried.push(due);
    const early = new Date(due.at).getTime() - parts.now().getTime();
    if (early > 0) await sleep(early);
    try {
      await publishOne(parts, due, new Date(Math.max(parts.now().getTime(), new Date(due.at).getTime())));
    } catch (error) {
      failure = error;
    }
  }
  // The others are done, and the queue retries the one that failed.
  if (failure !== undefined) throw failure;
}

const Due = z.object({ id: z.uuid(), isRelease: z.boolean(), at: Instant });
type Due = z.infer<typeof Due>;

function nextDue(db: Db, until: Date, tried: Due[]): Promise<Due | undefined> {
  return readRow(
    db,
    Due,
    sql`
      select id, "isRelease", at from (
        select item_id as id, false as "isRelease", goes_live_at as at from content_waiting
          where goes_live_at <= ${until} and problem is null
        union all
        select id, true, goes_live_at from studio_releases where goes_live_at <= ${until} and released_at is null
      ) due where id <> all (${tried.map(({ id }) => id)}::uuid[]) order by at, id limit 1`,
  );
}

async function publishOne(parts: Parts, { id, isRelease }: Due, now: Date): Promise<void> {
  try {
    if (isRelease) await publishWaitingRelease(parts.db, id, now);
    else await publishWaitingItem(parts.db, id, now);
  } catch (error) {
    // Another process was faster, or someone removed it.
    if (error instanceof PortalError && (error.code === 'conflict' || error.code === 'not_found')) return;
    if (!(error instanceof CannotGoLive)) throw error;
    parts.logger.warn({ id, problems: error.problems }, 'something scheduled did not go live');
    if (isRelease) await stopRelease(parts, id, error.problems, now);
    else await stopItem(parts, id, error.problems, now);
  }
}
