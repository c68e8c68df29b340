import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

export const BackupRunKind = z.enum(['backup', 'verification']);
export type BackupRunKind = z.infer<typeof BackupRunKind>;

/** One run of a backup or of a backup verification, finished or not. */
export const BackupRun = z.object({
  id: z.uuid(),
  kind: BackupRunKind,
  state: z.enum(['running', 'succeeded', 'failed']),
  backupId: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
  /** Why it failed, as a sentence. */
  problem: z.nullable(z.string()),
});
export type BackupRun = z.infer<typeof BackupRun>;

/** A complete backup. */
export const Backup = z.object({
  id: z.string(),
  takenAt: z.iso.datetime(),
  bytes: z.int(),
  rows: z.int(),
  files: z.int(),
  /** Version of the portal that made the backup. */
  version: z.string(),
  isEncrypted: z.boolean(),
  verifiedAt: z.nullable(z.iso.datetime()),
});
export type Backup = z.infer<typeof Backup>;

export const Backups = z.object({
  /** The backup settings; null when the portal makes no backups. */
  plan: z.nullable(
    z.object({
      address: z.string(),
      schedule: z.string(),
      verifySchedule: z.string(),
      isEncrypted: z.boolean(),
      /** Whether this portal has the key to decrypt its backups, and may create a database to restore them into. */
      canVerify: z.boolean(),
      /** The database role that may not create that database; null if it may, or if the server does not respond. */
      deniedRole: z.nullable(z.string()),
      keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    }),
  ),
  /** Runs that are waiting for a worker. */
  queued: z.array(BackupRunKind),
  /** Which old backups could not be removed, and why, as a sentence; null if all could be. */
  removalProblem: z.nullable(z.string()),
  /** Complete backups, newest first; null when the backup store is not reachable. */
  items: z.nullable(z.array(Backup)),
  /** The latest runs, newest first. */
  runs: z.array(BackupRun),
});
export type Backups = z.infer<typeof Backups>;

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/v1/admin/backups',
  summary: 'Backups of the portal, when they were verified, and recent runs',
  access: 'admin',
  response: Backups,
});
/** Throws `conflict` when the portal makes no backups. */
export const makeBackup = endpoint({
  method: 'POST',
  path: '/api/v1/admin/backups',
  summary: 'Queues a backup of the portal',
  access: 'admin',
});
/** Throws `conflict` when the portal cannot decrypt its backups, or may not create a database to restore them into. */
export const verifyNewestBackup = endpoint({
  method: 'POST',
  path: '/api/v1/admin/backups/verify',
  summary: 'Queues a verification: the newest backup is restored into a scratch database and checked',
  access: 'admin',
});
