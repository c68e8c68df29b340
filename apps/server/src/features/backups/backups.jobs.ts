import { HOUR_MS } from '@portico/contracts/durations';
import { canVerify } from '../../backup/canVerify.ts';
import type { Config } from '../../config.ts';
import type { Jobs, Task } from '../../jobs/worker.ts';
import type { JobName } from '../../jobs/registry.ts';

/** Jobs that work on backups run one at a time. */
export const BACKUP_QUEUE = 'backups';
/** Spread over half an hour, in case the storage is unreachable for a while. */
export const BACKUP_ATTEMPTS = 8;
export const VERIFY_ATTEMPTS = 3;
/** A run missed while no worker was running is made up for within this time. */
const BACKFILL_MS = 12 * HOUR_MS;

/** The schedule of the backup jobs, from the settings. */
export function backupTimes(config: Config): Array<Jobs['timed'][number] & { task: JobName }> {
  if (config.BACKUP_URL === undefined) return [];
  const timed = (task: JobName, match: string, maxAttempts: number) => ({
    task,
    match,
    options: { queueName: BACKUP_QUEUE, jobKey: task, maxAttempts, backfillPeriod: BACKFILL_MS },
  });
  return [
    timed('make-backup', config.BACKUP_SCHEDULE, BACKUP_ATTEMPTS),
    ...(canVerify(config) ? [timed('verify-backup', config.BACKUP_VERIFY_SCHEDULE, VERIFY_ATTEMPTS)] : []),
  ];
}

// Loaded on demand, because backups need packages that nothing else does.
const backups = () => import('./runBackups.ts');

export const makeBackup: Task<'make-backup'> = async (_payload, dependencies) => (await backups()).backUp(dependencies);
export const verifyBackup: Task<'verify-backup'> = async (_payload, dependencies) =>
  (await backups()).verifyNewest(dependencies);
export const rotateBackups: Task<'rotate-backups'> = async (_payload, dependencies) =>
  (await backups()).rotate(dependencies);
