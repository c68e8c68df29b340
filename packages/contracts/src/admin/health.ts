import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** `off` is a part that is switched off or not configured. */
export const HealthState = z.enum(['ok', 'degraded', 'down', 'off']);
export type HealthState = z.infer<typeof HealthState>;

export const HealthPart = z.enum([
  'database',
  'replicas',
  'processes',
  'workers',
  'jobs',
  'mail',
  'identity',
  'files',
  'scanner',
  'search',
  'push',
  'backups',
  'webhooks',
  'proofs',
  'audit',
  /** Only when a certificate was read. */
  'certificates',
  /** The version of Node of the process that answers. */
  'runtime',
]);
export type HealthPart = z.infer<typeof HealthPart>;

/** The result of a check. The administration has one sentence that describes each, and one that says what to do. */
export const HealthFinding = z.enum([
  'databaseAnswers',
  'databaseSlow',
  'databaseDown',
  'replicasUsed',
  'replicasLeftOut',
  'replicasOff',
  /** This part is checked through the database, which is not responding. */
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
  /** The store is a bucket, whose free space cannot be determined. */
  'bucketReady',
  'filesLow',
  'filesDown',
  'scannerAnswers',
  'scannerDown',
  /** Uploads are not scanned. */
  'scannerOff',
  /** The scanner responds, but files are still waiting. */
  'scannerBehind',
  'searchCurrent',
  'searchBehind',
  'pushConnected',
  'pushLost',
  'brokerLost',
  'backupsCurrent',
  /** The portal makes no backups; another tool might. */
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
  'webhooksNone',
  'proofsSigned',
  /** The witness has signed it, too. */
  'proofsWitnessed',
  /** The witness did not sign when it was last asked. */
  'proofsUnwitnessed',
  /** Proofs are recorded, but nobody can save a receipt without a key. */
  'proofsUnsigned',
  /** Records or published checkpoints of the log were changed. */
  'proofsBroken',
  /** The log is checked every day. */
  'proofsUnchecked',
  'auditHolds',
  /** Entries of the audit log are missing or were changed. */
  'auditBroken',
  /** Entries are verified every hour. */
  'auditLate',
  'auditUnverified',
  'certificatesValid',
  'certificatesExpire',
  'certificatesExpired',
  'runtimePatched',
  'runtimeUnpatched',
  'runtimeUnsupported',
]);
export type HealthFinding = z.infer<typeof HealthFinding>;

/** A figure about a part, independent of its state. */
export const HealthFact = z.object({
  fact: z.enum([
    'backupMade',
    'backupVerified',
    'backupNext',
    'verificationNext',
    /** Backups are encrypted with a key that this portal does not have. */
    'verificationOff',
    'deliveriesWaiting',
    'certificate',
    'runtime',
    'runtimeFloor',
  ]),
  /** The host and port of a certificate, or a version of Node. */
  of: z.optional(z.string()),
  /** Time of the past or future event; null for never. */
  at: z.nullable(z.iso.datetime()),
  /** Hours since then, deliveries, days until a certificate expires, rounded up, or days since a version's release. */
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
  /** Time of the last heartbeat, for parts that have one. */
  seenAt: z.nullable(z.iso.datetime()),
  /** Missing from earlier versions, which can still respond during an upgrade. */
  facts: z.optional(z.array(HealthFact)),
});
export type PartHealth = z.infer<typeof PartHealth>;

/** A running process, as described by its last heartbeat. */
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
  /** Longest running first. */
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
