import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { addJob } from '../jobs/queue.ts';

/** Queues the job that notifies readers of what they see from an instant on. */
export function queueReaderNotifications(db: Kysely<DB>, at: Date): Promise<void> {
  return addJob(db, 'notify-readers', {}, { key: `notify-readers:${at.toISOString()}`, runAt: at });
}
