import { DAY_MS } from '@portico/contracts/durations';
import type { BackupSummary } from './backupStore.ts';

export interface RetentionRule {
  daily: number;
  weekly: number;
  monthly: number;
}

/** 1970-01-01 was a Thursday, so weeks that start on Monday begin three days earlier. */
const DAYS_FROM_MONDAY = 3;

const periods: Record<keyof RetentionRule, (takenAt: string) => string | number> = {
  daily: (takenAt) => takenAt.slice(0, 10),
  weekly: (takenAt) => Math.floor((Math.floor(Date.parse(takenAt) / DAY_MS) + DAYS_FROM_MONDAY) / 7),
  monthly: (takenAt) => takenAt.slice(0, 7),
};

/**
 * Which complete backups can be removed. Retained are the last backup of each of the newest days, weeks and months that
 * have one, in UTC, the newest of all, and the last verified one. Periods without a backup do not count, so nothing is
 * removed just because no new backups are made.
 */
export function backupsToRemove<Backup extends Pick<BackupSummary, 'id' | 'takenAt'>>(
  backups: readonly Backup[],
  rule: RetentionRule,
  verifiedId: string | undefined,
): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.takenAt.localeCompare(one.takenAt));
  const retained = new Set([newestFirst[0]?.id, verifiedId]);
  for (const [name, periodOf] of Object.entries(periods) as Array<
    [keyof RetentionRule, (typeof periods)[keyof RetentionRule]]
  >) {
    const last = new Map<string | number, string>();
    for (const { id, takenAt } of newestFirst) if (!last.has(periodOf(takenAt))) last.set(periodOf(takenAt), id);
    for (const id of [...last.values()].slice(0, rule[name])) retained.add(id);
  }
  return newestFirst.filter(({ id }) => !retained.has(id));
}
