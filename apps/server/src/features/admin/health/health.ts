import type { Health, PartHealth } from '@portico/contracts/admin/health';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { Dependencies } from '../../../dependencies.ts';
import { tryMailServer } from '../../../mail/sendMail.ts';
import type { ReplicaState } from '../../../db/replicas/replica.ts';
import type { Push } from '../../../push/listen.ts';
import { backupHealth } from './backupHealth.ts';
import { certificateHealth } from './certificateHealth.ts';
import { readHealthCounts, type HealthCounts } from './health.queries.ts';
import { part, unknown } from './partHealth.ts';
import { runtimeHealth } from './runtimeHealth.ts';

/** A healthy database responds to a query over a few small tables within a few milliseconds. */
const SLOW_DATABASE_MS = 500;
/** Timed jobs run every minute, so a working queue is never this late. */
const LATE_JOBS_S = 300;
/** Keys are fetched every five minutes, so this means two failures in a row. */
const OLD_KEYS_S = 600;
/** The daily check of the log of proofs has been missed. */
const LATE_CHECK_MS = 2 * DAY_MS;
/** The hourly verification of the audit log has been missed, twice. */
const LATE_VERIFICATION_MS = 3 * HOUR_MS;
const LOW_SPACE_BYTES = 1024 ** 3;

/** Checks every part now. Parts that only the database knows about are unknown while it does not respond. */
export async function checkHealth(dependencies: Dependencies, push: Push): Promise<Health> {
  const { db, now } = dependencies;
  const started = performance.now();
  const counting = readHealthCounts(db, now()).then(
    (counts) => ({ counts, ms: Math.round(performance.now() - started) }),
    () => undefined,
  );
  const [known, mailServer, files, scannerAnswers, certificates] = await Promise.all([
    counting,
    reachMailServer(dependencies),
    fileHealth(dependencies),
    reachScanner(dependencies),
    certificateHealth(dependencies.certificates, now()),
  ]);
  const counts = known?.counts;
  return {
    checkedAt: now().toISOString(),
    parts: [
      databaseHealth(known?.ms),
      dependencies.replicas ? replicaHealth(dependencies.replicas.states()) : part('replicas', 'off', 'replicasOff'),
      ...(counts
        ? [processHealth(counts), workerHealth(counts), jobHealth(counts)]
        : (['processes', 'workers', 'jobs'] as const).map(unknown)),
      mailHealth(mailServer, counts?.failingEmails ?? 0),
      identityHealth(dependencies),
      files,
      scannerHealth(scannerAnswers, counts?.heldFiles ?? 0),
      counts ? searchHealth(counts) : unknown('search'),
      pushHealth(dependencies, push),
      await backupHealth(dependencies.config, counts, now()),
      counts ? webhookHealth(counts) : unknown('webhooks'),
      proofsHealth(dependencies, counts),
      counts ? auditHealth(counts, now()) : unknown('audit'),
      ...(certificates ? [certificates] : []),
      runtimeHealth(process.versions.node, now()),
    ],
    processes: (counts?.processes ?? []).map((one) => ({
      ...one,
      startedAt: new Date(one.startedAt).toISOString(),
      seenAt: new Date(one.seenAt).toISOString(),
    })),
  };
}

function proofsHealth({ config, now }: Dependencies, counts: HealthCounts | undefined): PartHealth {
  if (config.PROOF_KEYS === undefined) return part('proofs', 'off', 'proofsUnsigned');
  if (!counts) return unknown('proofs');
  if (counts.areProofsBroken) return part('proofs', 'down', 'proofsBroken');
  const { proofsCheckedAt: at } = counts;
  return at !== null && now().getTime() - new Date(at).getTime() > LATE_CHECK_MS
    ? part('proofs', 'degraded', 'proofsUnchecked')
    : witnessHealth(config, counts);
}

function auditHealth({ auditCheckedAt: at, isAuditBroken }: HealthCounts, now: Date): PartHealth {
  if (isAuditBroken) return part('audit', 'down', 'auditBroken');
  if (at === null) return part('audit', 'off', 'auditUnverified');
  const isLate = now.getTime() - new Date(at).getTime() > LATE_VERIFICATION_MS;
  return isLate ? part('audit', 'degraded', 'auditLate') : part('audit', 'ok', 'auditHolds');
}

/** Nothing depends on the witness, so its failure is no more than a warning. */
function witnessHealth(
  { PROOF_WITNESS: witness }: Dependencies['config'],
  { failingWitnesses }: HealthCounts,
): PartHealth {
  if (witness === undefined) return part('proofs', 'ok', 'proofsSigned');
  return failingWitnesses.includes(witness.key)
    ? part('proofs', 'degraded', 'proofsUnwitnessed')
    : part('proofs', 'ok', 'proofsWitnessed');
}

function databaseHealth(ms: number | undefined): PartHealth {
  if (ms === undefined) return part('database', 'down', 'databaseDown');
  return ms > SLOW_DATABASE_MS
    ? part('database', 'degraded', 'databaseSlow', { count: ms })
    : part('database', 'ok', 'databaseAnswers', { count: ms });
}

function replicaHealth(states: ReplicaState[]): PartHealth {
  const leftOut = states.filter(({ problem }) => problem !== undefined).length;
  return leftOut > 0
    ? part('replicas', 'degraded', 'replicasLeftOut', { count: leftOut })
    : part('replicas', 'ok', 'replicasUsed', { count: states.length });
}

function processHealth({ processes }: HealthCounts): PartHealth {
  const count = processes.length;
  if (count === 0) return part('processes', 'degraded', 'processesSilent');
  const versions = new Set(processes.map(({ version, build }) => `${version} ${build}`));
  return versions.size > 1
    ? part('processes', 'degraded', 'processesDiffer', { count: versions.size })
    : part('processes', 'ok', 'processesRun', { count });
}

function workerHealth({ workers, workerSeenAt: seenAt }: HealthCounts): PartHealth {
  return workers === 0
    ? part('workers', 'down', 'workersSilent', { seenAt })
    : part('workers', 'ok', 'workersRun', { count: workers, seenAt });
}

function jobHealth({ lateSeconds, failedJobs }: HealthCounts): PartHealth {
  if (lateSeconds > LATE_JOBS_S) return part('jobs', 'degraded', 'jobsLate', { count: Math.floor(lateSeconds / 60) });
  return failedJobs > 0
    ? part('jobs', 'degraded', 'jobsFailed', { count: failedJobs })
    : part('jobs', 'ok', 'jobsFlow');
}

async function reachMailServer({ config: { SMTP_URL: url } }: Dependencies) {
  if (url === undefined) return 'missing';
  return tryMailServer(url).then(
    () => 'answers' as const,
    () => 'silent' as const,
  );
}

function mailHealth(server: 'answers' | 'silent' | 'missing', failing: number): PartHealth {
  if (server === 'missing') return part('mail', 'off', 'mailMissing');
  if (server === 'silent') return part('mail', 'down', 'mailSilent');
  return failing > 0 ? part('mail', 'degraded', 'mailFails', { count: failing }) : part('mail', 'ok', 'mailAccepts');
}

function identityHealth({ provider }: Dependencies): PartHealth {
  if (!provider.isReady()) return part('identity', 'down', 'identityMissing');
  return (provider.keys()?.ageSeconds() ?? 0) > OLD_KEYS_S
    ? part('identity', 'degraded', 'identitySilent')
    : part('identity', 'ok', 'identityKeys');
}

/** Writes a few bytes, as an upload would, and checks the free space. */
async function fileHealth({ store }: Dependencies): Promise<PartHealth> {
  try {
    await store.assertWorks();
    const space = await store.space();
    if (!space) return part('files', 'ok', 'bucketReady');
    const { freeBytes: count } = space;
    return count < LOW_SPACE_BYTES
      ? part('files', 'degraded', 'filesLow', { count })
      : part('files', 'ok', 'filesReady', { count });
  } catch {
    return part('files', 'down', 'filesDown');
  }
}

/** Undefined when no scanner is configured. */
async function reachScanner({ scanner }: Dependencies): Promise<boolean | undefined> {
  return scanner?.ping().then(
    () => true,
    () => false,
  );
}

function scannerHealth(answers: boolean | undefined, held: number): PartHealth {
  if (answers === undefined) return part('scanner', 'off', 'scannerOff');
  if (!answers) return part('scanner', 'down', 'scannerDown');
  return held > 0
    ? part('scanner', 'degraded', 'scannerBehind', { count: held })
    : part('scanner', 'ok', 'scannerAnswers');
}

function pushHealth({ config }: Dependencies, push: Push): PartHealth {
  if (push.isConnected()) return part('push', 'ok', 'pushConnected');
  return part('push', 'degraded', config.PUSH_URL === undefined ? 'pushLost' : 'brokerLost');
}

function searchHealth({ unindexed }: HealthCounts): PartHealth {
  return unindexed > 0
    ? part('search', 'degraded', 'searchBehind', { count: unindexed })
    : part('search', 'ok', 'searchCurrent');
}

function webhookHealth(counts: HealthCounts): PartHealth {
  const { webhooks, failingWebhooks, givenUpWebhooks, lateDeliverySeconds, waitingDeliveries } = counts;
  if (webhooks === 0) return part('webhooks', 'off', 'webhooksNone');
  const facts = [{ fact: 'deliveriesWaiting' as const, at: null, count: waitingDeliveries }];
  if (failingWebhooks > 0) return part('webhooks', 'degraded', 'webhooksFail', { count: failingWebhooks, facts });
  if (givenUpWebhooks > 0) return part('webhooks', 'degraded', 'webhooksGivenUp', { count: givenUpWebhooks, facts });
  return lateDeliverySeconds > LATE_JOBS_S
    ? part('webhooks', 'degraded', 'webhooksLate', { count: Math.floor(lateDeliverySeconds / 60), facts })
    : part('webhooks', 'ok', 'webhooksDeliver', { count: webhooks, facts });
}
