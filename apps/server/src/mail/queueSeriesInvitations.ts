import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { addJobs } from '../jobs/queue.ts';

/** One job for a person and a series, and one at a time for each person, so that no two emails say the same. */
export function queueSeriesInvitations(
  db: Kysely<DB> | Transaction<DB>,
  seriesId: string,
  userIds: string[],
  options: { delayMs?: number } = {},
): Promise<void> {
  // In the same order for everyone, because jobs for other dates of the series replace the same ones.
  const jobs = userIds.toSorted().map((userId) => ({
    payload: { seriesId, userId },
    key: `series-invitation:${seriesId}:${userId}`,
    queue: `series-invitations-${userId.slice(-2)}`,
  }));
  return addJobs(db, 'send-series-invitation', jobs, options);
}
