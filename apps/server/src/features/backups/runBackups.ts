import type { BackupSummary } from '../../backup/backupStore.ts';
import { openBackupStore } from '../../backup/backupStore.ts';
import { withBackupLock } from '../../backup/backupLock.ts';
import { pickBackup } from '../../backup/pickBackup.ts';
import { backupsToRemove } from '../../backup/rotation.ts';
import { scratchServer } from '../../backup/scratchDatabase.ts';
import { storeBackup, type StoreOptions } from '../../backup/storeBackup.ts';
import { verifyBackup } from '../../backup/verifyBackup.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addJob } from '../../jobs/queue.ts';
import { backupProblem } from './backupProblem.ts';
import { findVerifiedBackup, purgeRuns, recordRun } from './backupRuns.queries.ts';
import { BACKUP_ATTEMPTS, BACKUP_QUEUE } from './backups.jobs.ts';

/** Makes a backup, records it, and queues the rotation. Throws BackupBusyError while another process holds the lock. */
export function recordBackup(
  db: Db,
  now: () => Date,
  options: Omit<StoreOptions, 'now' | 'assertHeld'>,
): Promise<BackupSummary> {
  return withBackupLock(options.databaseUrl, async (assertHeld) => {
    const summary = await recordRun(db, { kind: 'backup', now, describe: backupProblem }, () =>
      storeBackup({ ...options, now: now(), assertHeld }),
    );
    const queued = { queue: BACKUP_QUEUE, key: 'rotate-backups', maxAttempts: BACKUP_ATTEMPTS };
    await addJob(db, 'rotate-backups', {}, queued);
    return summary;
  });
}

export async function backUp({ config, db, store, now }: Dependencies): Promise<void> {
  if (config.BACKUP_URL === undefined) return;
  const backupStore = await openBackupStore(config.BACKUP_URL, config.PORTICO_DATA_DIR);
  const recipients = config.BACKUP_RECIPIENTS;
  await recordBackup(db, now, { databaseUrl: directUrl(config), store, backupStore, recipients });
}

/** Restores the newest backup into a scratch database and checks everything in it. */
export async function verifyNewest({ config, db, now }: Dependencies): Promise<void> {
  const { BACKUP_URL: address, BACKUP_IDENTITY_FILE: identityFile, PORTICO_DATA_DIR: dataDir } = config;
  if (address === undefined) return;
  await withBackupLock(directUrl(config), () =>
    recordRun(db, { kind: 'verification', now, describe: backupProblem }, async () => {
      const backupStore = await openBackupStore(address, dataDir);
      const { summary, parts } = await pickBackup(backupStore, { id: undefined, identityFile });
      const { host, pathname } = new URL(directUrl(config));
      await verifyBackup(parts, { serverUrl: scratchServer(config), portal: host + pathname });
      return summary;
    }),
  );
}

/**
 * Removes the backups that the retention rules no longer require, and old records of runs. One that can't be removed
 * does not keep the others; in the end, an Error names them all, so that the job fails and its alert fires.
 */
export async function rotate({ config, db, now }: Dependencies): Promise<void> {
  const { BACKUP_URL: address, PORTICO_DATA_DIR: dataDir } = config;
  await purgeRuns(db, now());
  if (address === undefined) return;
  const retention = {
    daily: config.BACKUP_KEEP_DAILY,
    weekly: config.BACKUP_KEEP_WEEKLY,
    monthly: config.BACKUP_KEEP_MONTHLY,
  };
  await withBackupLock(directUrl(config), async () => {
    const backupStore = await openBackupStore(address, dataDir);
    const failures = await backupStore.clear(now());
    for (const { id, takenAt } of backupsToRemove(await backupStore.list(), retention, await findVerifiedBackup(db))) {
      try {
        await backupStore.remove(id);
      } catch (error) {
        failures.push({ what: id, error });
        continue;
      }
      await audit(db, { action: 'backup.removed', objectKind: 'backup', objectId: id, details: { takenAt } });
    }
    if (failures.length > 0)
      throw new Error(
        `These could not be removed: ${failures.map(({ what, error }) => `${what} (${backupProblem(error)})`).join(', ')}`,
      );
  });
}
