import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import type { Dependencies } from '../../../dependencies.ts';
import { readRows } from '../../../db/rows.ts';
import { addJob } from '../../../jobs/queue.ts';
import { probe } from './probe.ts';

/** The number of links visited per run. */
const BATCH = 40;
/** Only a few at a time, because nobody is waiting for the results. */
const MAX_CONCURRENT_VISITS = 4;
const REVISIT_AFTER_MS = 3 * DAY_MS;
/** Links that have not been in any draft for this long are no longer visited. */
const RETENTION_MS = 30 * DAY_MS;

/** Visits links that editors use, new ones first. Tests replace `visit`. */
export async function visitLinks(
  _payload: unknown,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  visit: typeof probe = probe,
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await db.deleteFrom('studio_links').where('asked_at', '<', before(RETENTION_MS)).execute();
  if (!config.VISIT_LINKS) return;
  const due = await readRows(
    db,
    z.object({ href: z.string() }),
    sql`select href from studio_links where visited_at is null or visited_at < ${before(REVISIT_AFTER_MS)}
      order by visited_at nulls first, href limit ${BATCH}`,
  );
  const waiting = due.map(({ href }) => href);
  const visitor = async () => {
    for (let href = waiting.pop(); href !== undefined; href = waiting.pop()) {
      const found = await visit(href);
      const isUnreachable = found === 'Unreachable';
      await db
        .updateTable('studio_links')
        .set((row) => ({
          visited_at: now().toISOString(),
          is_missing: found === 'NotFound',
          failures: isUnreachable ? row('failures', '+', 1) : 0,
        }))
        .where('href', '=', href)
        .execute();
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_VISITS }, visitor));
  if (due.length === BATCH) await addJob(db, 'visit-links', {}, { key: 'visit-links' });
}
