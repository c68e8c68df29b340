import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

export const HealthState = z.enum(['ok', 'degraded', 'down']);
export type HealthState = z.infer<typeof HealthState>;

export const HealthPart = z.enum([
  'database',
  /** Only where there are read replicas. */
  'replicas',
  'processes',
  'workers',
  'jobs',
  'mail',
  'identity',
  'files',
  /** Only where uploads are scanned for viruses. */
  'scanner',
  'search',
  'push',
  'backups',
  /** Only where there are webhooks. */
  'webhooks',
  /** Only where a certificate was read. */
  'certificates',
]);
export type HealthPart = z.infer<typeof HealthPart>;

/** What was found; the administration has a sentence for each, and one about what to do. */
export const HealthFinding = z.enum([
  'databaseAnswers',
  'databaseSlow',
  'databaseDown',
  'replicasUsed',
  'replicasLeftOut',
  /** The part is known from the database, which does not answer. */
  'unknown',
  'processesRun',
  'processesDiffer',
  'processesSilent',
  'workersRun',
  'workersSilent',
  'jobsFlow',
  'jobsLate',
  'jobsFailed',
  'mailAccepts',
  'mailFails',
  'mailSilent',
  'mailMissing',
  'identityKeys',
  'identitySilent',
  'identityMissing',
  'filesReady',
  /** A bucket, whose space nobody knows. */
  'bucketReady',
  'filesLow',
  'filesDown',
  'scannerAnswers',
  'scannerDown',
  /** It answers, and files wait all the same. */
  'scannerBehind',
  'searchCurrent',
  'searchBehind',
  'pushConnected',
  'pushLost',
  'brokerLost',
  'backupsCurrent',
  /** The portal makes no backups; others may. */
  'backupsElsewhere',
  'backupsMissing',
  'backupFailed',
  'backupOverdue',
  'backupsUnverified',
  'verificationFailed',
  'verificationOverdue',
  'webhooksDeliver',
  'webhooksLate',
  'webhooksFail',
  'webhooksGivenUp',
  'certificatesValid',
  'certificatesExpire',
  'certificatesExpired',
]);
export type HealthFinding = z.infer<typeof HealthFinding>;

/** A figure that belongs to a part, whatever its state. */
export const HealthFact = z.object({
  fact: z.enum(['backupMade', 'backupVerified', 'backupNext', 'verificationNext', 'deliveriesWaiting', 'certificate']),
  /** The host and port of a certificate. */
  of: z.optional(z.string()),
  /** When it was, or will be; null for never. */
  at: z.nullable(z.iso.datetime()),
  /** Hours since then, deliveries, or days until a certificate expires, rounded up. */
  count: z.nullable(z.int()),
});
export type HealthFact = z.infer<typeof HealthFact>;

export const PartHealth = z.object({
  part: HealthPart,
  state: HealthState,
  finding: HealthFinding,
  /**
   * What the sentence counts: processes, replicas, workers, jobs, emails, items, files, webhooks, certificates,
   * milliseconds, minutes, hours, days or bytes.
   */
  count: z.nullable(z.number()),
  /** The last sign of life, where the part gives one. */
  seenAt: z.nullable(z.iso.datetime()),
  /** Not sent by earlier versions, which may still answer during an upgrade. */
  facts: z.optional(z.array(HealthFact)),
});
export type PartHealth = z.infer<typeof PartHealth>;

/** A running process, as its last sign of life describes it. */
export const PortalProcess = z.object({
  id: z.uuid(),
  role: z.enum(['web', 'worker', 'all']),
  version: z.string(),
  build: z.string(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
});
export type PortalProcess = z.infer<typeof PortalProcess>;

export const Health = z.object({
  checkedAt: z.iso.datetime(),
  parts: z.array(PartHealth),
  /** The longest running first. */
  processes: z.array(PortalProcess),
});
export type Health = z.infer<typeof Health>;

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/v1/admin/health',
  summary: 'The health of every part of the portal, and the processes that are running',
  access: 'admin',
  response: Health,
});
