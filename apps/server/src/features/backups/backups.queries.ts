import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Backup, BackupRunKind, Backups } from '@portico/contracts/admin/backups';
import { canVerify } from '../../backup/canVerify.ts';
import { readScratchRole } from '../../backup/scratchDatabase.ts';
import { audit } from '../../db/audit.ts';
import { readRows } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { PortalError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { listRuns, readVerifications } from './backupRuns.queries.ts';
import { BACKUP_ATTEMPTS, BACKUP_QUEUE, VERIFY_ATTEMPTS } from './backups.jobs.ts';

const kinds = { 'make-backup': 'backup', 'verify-backup': 'verification' } as const;
const MAX_PROBLEM_LENGTH = 2000;
const BackupJob = z.object({
  name: z.enum(['make-backup', 'verify-backup', 'rotate-backups']),
  isQueued: z.boolean(),
  problem: z.nullable(z.string()),
});

/** What the administration shows about backups. */
export async function readBackups(dependencies: Dependencies): Promise<Backups> {
  const { config, db } = dependencies;
  const [jobs, items, runs, deniedRole] = await Promise.all([
    readRows(
      db,
      BackupJob,
      sql`select task_identifier as name, locked_at is null and attempts < max_attempts as "isQueued",
          left(split_part(last_error, E'\n', 1), ${MAX_PROBLEM_LENGTH}::int) as problem
        from graphile_worker.jobs where task_identifier = any (${BackupJob.shape.name.options}::text[])`,
    ),
    listBackups(dependencies).catch(() => null),
    listRuns(db),
    findDeniedRole(config),
  ]);
  const queued = jobs.flatMap(({ name, isQueued }) => (isQueued && name !== 'rotate-backups' ? [kinds[name]] : []));
  return {
    plan: planOf(config, deniedRole),
    queued: [...new Set(queued)],
    removalProblem: jobs.find(({ name }) => name === 'rotate-backups')?.problem ?? null,
    items,
    runs,
  };
}

/** The role that may not create the database that verifications need. */
async function findDeniedRole(config: Dependencies['config']): Promise<string | null> {
  if (config.BACKUP_URL === undefined) return null;
  const role = await readScratchRole(config).catch(() => undefined);
  return role && !role.mayCreate ? role.name : null;
}

function planOf(config: Dependencies['config'], deniedRole: string | null): Backups['plan'] {
  if (config.BACKUP_URL === undefined) return null;
  return {
    address: config.BACKUP_URL,
    schedule: config.BACKUP_SCHEDULE,
    verifySchedule: config.BACKUP_VERIFY_SCHEDULE,
    isEncrypted: config.BACKUP_RECIPIENTS.length > 0,
    canVerify: canVerify(config) && deniedRole === null,
    deniedRole,
    keep: { daily: config.BACKUP_KEEP_DAILY, weekly: config.BACKUP_KEEP_WEEKLY, monthly: config.BACKUP_KEEP_MONTHLY },
  };
}

async function listBackups({ config, db }: Dependencies): Promise<Backup[]> {
  if (config.BACKUP_URL === undefined) return [];
  const { openBackupStore } = await import('../../backup/backupStore.ts');
  const backupStore = await openBackupStore(config.BACKUP_URL, config.PORTICO_DATA_DIR);
  const [backups, verifications] = await Promise.all([backupStore.list(), readVerifications(db)]);
  return backups.map(({ id, takenAt, bytes, rows, files, version, recipients }) => ({
    id,
    takenAt,
    bytes,
    rows,
    files,
    version,
    isEncrypted: recipients.length > 0,
    verifiedAt: verifications.get(id) ?? null,
  }));
}

/** Queues a backup or a verification to run immediately. Throws `conflict` when a setting is missing. */
export async function requestRun({ config, db }: Dependencies, kind: BackupRunKind, actorId: string): Promise<void> {
  if (config.BACKUP_URL === undefined)
    throw new PortalError('conflict', 'BACKUP_URL is not set, so the portal has no backup location.');
  if (kind === 'verification' && !canVerify(config))
    throw new PortalError('conflict', 'BACKUP_IDENTITY_FILE is not set, so the portal can’t decrypt its backups.');
  const deniedRole = kind === 'verification' ? await findDeniedRole(config) : null;
  if (deniedRole !== null)
    throw new PortalError(
      'conflict',
      `The database role ${deniedRole} isn’t allowed to create the database that a verification needs.`,
    );
  const job = kind === 'backup' ? 'make-backup' : 'verify-backup';
  const maxAttempts = kind === 'backup' ? BACKUP_ATTEMPTS : VERIFY_ATTEMPTS;
  await db.transaction().execute(async (trx) => {
    await addJob(trx, job, {}, { key: job, queue: BACKUP_QUEUE, maxAttempts });
    const action = kind === 'backup' ? 'backup.requested' : 'backup.verification-requested';
    await audit(trx, { actorId, action, objectKind: 'backup' });
  });
}
