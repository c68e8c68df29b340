import { followDuties } from '../../content/duties.ts';
import type { Dependencies } from '../../dependencies.ts';
import { removeUnusedCreditFiles } from './creditFiles.queries.ts';
import { notifySupervisors } from './notifySupervisors.ts';
import { sendPlannedCreditReminders } from './sendPlannedCreditReminders.ts';
import { sendScheduledReminders } from './sendScheduledReminders.ts';

/** Runs every minute: opens and closes duties where people, or the dates of items, decide who has them. */
export const updateDuties = (_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> =>
  followDuties(db, now());

/**
 * Runs every ten minutes: reminds people of what they have not confirmed and of the credits that they lack, and their
 * supervisors, and removes certificates that nobody entered credits for.
 */
export async function remindOfDuties(
  _payload: unknown,
  parts: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): Promise<void> {
  await sendScheduledReminders(parts);
  await sendPlannedCreditReminders(parts);
  await notifySupervisors(parts);
  await removeUnusedCreditFiles(parts.db, parts.now());
}
