import type { BackupSummary } from './backupPlace.ts';

export interface Kept {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday, so weeks from Monday begin three days earlier. */
const DAYS_FROM_MONDAY = 3;

const periods: Record<keyof Kept, (takenAt: string) => string | number> = {
  daily: (takenAt) => takenAt.slice(0, 10),
  weekly: (takenAt) => Math.floor((Math.floor(Date.parse(takenAt) / DAY_MS) + DAYS_FROM_MONDAY) / 7),
  monthly: (takenAt) => takenAt.slice(0, 7),
};

/**
 * Which complete backups may go. The last of each of the newest days, weeks and months that have one stay, in UTC, and
 * so do the newest of all and the one that was verified last. Periods without a backup do not count: nothing goes
 * because backups stopped.
 */
export function backupsToRemove<Backup extends Pick<BackupSummary, 'id' | 'takenAt'>>(
  backups: readonly Backup[],
  kept: Kept,
  verifiedId: string | undefined,
): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.takenAt.localeCompare(one.takenAt));
  const staying = new Set([newestFirst[0]?.id, verifiedId]);
  for (const [name, periodOf] of Object.entries(periods) as Array<[keyof Kept, (typeof periods)[keyof Kept]]>) {
    const last = new Map<string | number, string>();
    for (const { id, takenAt } of newestFirst) if (!last.has(periodOf(takenAt))) last.set(periodOf(takenAt), id);
    for (const id of [...last.values()].slice(0, kept[name])) staying.add(id);
  }
  return newestFirst.filter(({ id }) => !staying.has(id));
}
