import { sql } from 'kysely';
import { BROADCAST_DAYS, READ_NOTIFICATION_DAYS } from '@portico/contracts/notifications';
import type { Db } from '../../db/pool.ts';
import { hoursBefore, RESTORE_HOURS } from './notifications.queries.ts';

/** Rows per statement, which limits how long each takes. */
const BATCH = 5000;
/** Broadcasts per statement, which counts each person's state for every one of them. */
const BROADCAST_BATCH = 20;

/**
 * For each person, deletes notifications that they read at least 30 days ago. A broadcast stays for other people; the
 * person's own notifications are purged once they can no longer be restored. Idempotent. Source: spec §9, TRUST L5.
 */
export async function deleteReadNotifications(db: Db, now: Date): Promise<void> {
  const readBefore = hoursBefore(now, READ_NOTIFICATION_DAYS * 24);
  await untilDone(() =>
    sql`
    with due as (select user_id, notification_id from notification_states where deleted_at is null and read_at <= ${readBefore} order by read_at limit ${BATCH} for update skip locked)
    update notification_states state set deleted_at = ${now} from due where state.user_id = due.user_id and state.notification_id = due.notification_id`.execute(
      db,
    ),
  );
  await untilDone(() =>
    sql`
    delete from notifications where id in (
      select notification_id from notification_states where is_own and deleted_at <= ${hoursBefore(now, RESTORE_HOURS)} order by deleted_at limit ${BATCH})`.execute(
      db,
    ),
  );
}

/** The delay after a broadcast has left the lists. A clock that is wrong by less than this makes none unread again. */
const CLOSING_DAYS = 30;

/**
 * A broadcast leaves everyone's list after a year. A month later its number of readers is stored with it, and each
 * person's state is deleted. Idempotent. Source: decisions/0054, TRUST L5.
 */
export async function closeOldBroadcasts(db: Db, now: Date): Promise<void> {
  await untilDone(
    () =>
      sql`
    update notifications note set final_reads = (select count(*) from notification_states where notification_id = note.id and read_at is not null)
    where id in (
      select id from notifications where user_id is null and final_reads is null and created_at <= ${hoursBefore(now, (BROADCAST_DAYS + CLOSING_DAYS) * 24)}
      limit ${BROADCAST_BATCH} for update skip locked)`.execute(db),
    BROADCAST_BATCH,
  );
  await untilDone(() =>
    sql`
    with due as (
      select state.user_id, state.notification_id from notifications note cross join lateral (
        select user_id, notification_id from notification_states where notification_id = note.id limit ${BATCH} for update skip locked) state
      where note.user_id is null and note.final_reads is not null limit ${BATCH})
    delete from notification_states state using due where state.user_id = due.user_id and state.notification_id = due.notification_id`.execute(
      db,
    ),
  );
}

async function untilDone(changeSome: () => Promise<{ numAffectedRows?: bigint }>, batch = BATCH): Promise<void> {
  while (Number((await changeSome()).numAffectedRows ?? 0) === batch);
}
