import { HOUR_MS } from '@portico/contracts/durations';
import type { HealthFact, HealthFinding, PartHealth } from '@portico/contracts/admin/health';
import { canVerify } from '../../../backup/canVerify.ts';
import { nextTime } from '../../../backup/nextTime.ts';
import type { Config } from '../../../config.ts';
import type { HealthCounts } from './health.queries.ts';
import { part, unknown } from './partHealth.ts';

/** Allows for a backup that takes hours, and for half an hour of retries when one fails. */
const GRACE_MS = 6 * HOUR_MS;

/** Whether backups succeed and can be restored, when both last happened, and when they are due next. */
export async function backupHealth(config: Config, counts: HealthCounts | undefined, now: Date): Promise<PartHealth> {
  if (config.BACKUP_URL === undefined) return part('backups', 'off', 'backupsElsewhere');
  if (!counts) return unknown('backups');
  const isVerifying = canVerify(config);
  const { newestBackupAt, verifiedAt } = counts;
  const backupDue = await nextTime(config.BACKUP_SCHEDULE, since(newestBackupAt, now));
  const verificationDue = await nextTime(config.BACKUP_VERIFY_SCHEDULE, since(verifiedAt, now));
  const found = findingOf(counts, { backupDue, verificationDue, isVerifying, now });
  const facts: HealthFact[] = [
    pastFact('backupMade', newestBackupAt, now),
    pastFact('backupVerified', verifiedAt, now),
    nextFact('backupNext', await nextTime(config.BACKUP_SCHEDULE, now)),
    isVerifying
      ? nextFact('verificationNext', await nextTime(config.BACKUP_VERIFY_SCHEDULE, now))
      : nextFact('verificationOff', undefined),
  ];
  return part('backups', found.finding === 'backupsCurrent' ? 'ok' : 'degraded', found.finding, {
    count: found.lateMs === undefined ? null : Math.floor(found.lateMs / HOUR_MS),
    facts,
  });
}

interface Plan {
  backupDue: Date | undefined;
  verificationDue: Date | undefined;
  isVerifying: boolean;
  now: Date;
}

function findingOf(
  counts: HealthCounts,
  { backupDue, verificationDue, isVerifying, now }: Plan,
): { finding: HealthFinding; lateMs?: number } {
  if (counts.hasBackupFailed) return { finding: 'backupFailed' };
  if (counts.newestBackupAt === null) return { finding: 'backupsMissing' };
  const late = (due: Date | undefined) => (due === undefined ? 0 : now.getTime() - due.getTime());
  if (late(backupDue) > GRACE_MS) return { finding: 'backupOverdue', lateMs: late(backupDue) };
  if (counts.hasVerificationFailed) return { finding: 'verificationFailed' };
  if (!isVerifying) return { finding: 'backupsCurrent' };
  if (counts.verifiedAt === null) return { finding: 'backupsUnverified' };
  return late(verificationDue) > GRACE_MS
    ? { finding: 'verificationOverdue', lateMs: late(verificationDue) }
    : { finding: 'backupsCurrent' };
}

const since = (instant: string | null, now: Date): Date => (instant === null ? now : new Date(instant));

const pastFact = (fact: HealthFact['fact'], instant: string | null, now: Date): HealthFact =>
  instant === null
    ? { fact, at: null, count: null }
    : {
        fact,
        at: new Date(instant).toISOString(),
        count: Math.max(Math.floor((now.getTime() - Date.parse(instant)) / HOUR_MS), 0),
      };

const nextFact = (fact: HealthFact['fact'], at: Date | undefined): HealthFact => ({
  fact,
  at: at?.toISOString() ?? null,
  count: null,
});
