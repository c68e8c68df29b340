import type { HealthFinding, HealthPart, PartHealth } from '@portico/contracts/admin/health';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { t } from '../../locale/text.ts';

export const partLabel = (part: HealthPart): string =>
  ({
    database: t('admin.partDatabase'),
    replicas: t('admin.partReplicas'),
    processes: t('admin.partProcesses'),
    workers: t('admin.partWorkers'),
    jobs: t('admin.partJobs'),
    mail: t('admin.partMail'),
    identity: t('admin.partIdentity'),
    files: t('admin.partFiles'),
    scanner: t('admin.partScanner'),
    search: t('admin.partSearch'),
    push: t('admin.partPush'),
  })[part];

/** What was found, in one sentence. */
export function findingLabel({ finding, count }: Pick<PartHealth, 'finding' | 'count'>): string {
  const counted = { count: count ?? 0 };
  const size = fileSizeLabel(count ?? 0);
  const labels: Record<HealthFinding, string> = {
    databaseAnswers: t('admin.databaseAnswers', counted),
    databaseSlow: t('admin.databaseSlow', counted),
    databaseDown: t('admin.databaseDown'),
    replicasUsed: t('admin.replicasUsed', counted),
    replicasLeftOut: t('admin.replicasLeftOut', counted),
    unknown: t('admin.unknown'),
    processesRun: t('admin.processesRun', counted),
    processesDiffer: t('admin.processesDiffer', counted),
    processesSilent: t('admin.processesSilent'),
    workersRun: t('admin.workersRun', counted),
    workersSilent: t('admin.workersSilent'),
    jobsFlow: t('admin.jobsFlow'),
    jobsLate: t('admin.jobsLate', counted),
    jobsFailed: t('admin.jobsFailed', counted),
    mailAccepts: t('admin.mailAccepts'),
    mailFails: t('admin.mailFails', counted),
    mailSilent: t('admin.mailSilent'),
    mailMissing: t('admin.mailMissing'),
    identityKeys: t('admin.identityKeys'),
    identitySilent: t('admin.identitySilent'),
    identityMissing: t('admin.identityMissing'),
    filesReady: t('admin.filesReady', { size }),
    bucketReady: t('admin.bucketReady'),
    filesLow: t('admin.filesLow', { size }),
    filesDown: t('admin.filesDown'),
    scannerAnswers: t('admin.scannerAnswers'),
    scannerDown: t('admin.scannerDown'),
    scannerBehind: t('admin.scannerBehind', counted),
    searchCurrent: t('admin.searchCurrent'),
    searchBehind: t('admin.searchBehind', counted),
    pushConnected: t('admin.pushConnected'),
    pushLost: t('admin.pushLost'),
    brokerLost: t('admin.pushLost'),
  };
  return labels[finding];
}

/** What to do about it; undefined when all is well. */
export function adviceLabel(finding: HealthFinding): string | undefined {
  const labels: Partial<Record<HealthFinding, string>> = {
    databaseSlow: t('admin.adviceDatabaseSlow'),
    databaseDown: t('admin.adviceDatabaseDown'),
    replicasLeftOut: t('admin.adviceReplicasLeftOut'),
    unknown: t('admin.adviceUnknown'),
    processesDiffer: t('admin.adviceProcessesDiffer'),
    processesSilent: t('admin.adviceProcessesSilent'),
    workersSilent: t('admin.adviceWorkersSilent'),
    jobsLate: t('admin.adviceJobsLate'),
    jobsFailed: t('admin.adviceJobsFailed'),
    mailFails: t('admin.adviceMailFails'),
    mailSilent: t('admin.adviceMailSilent'),
    mailMissing: t('admin.adviceMailMissing'),
    identitySilent: t('admin.adviceIdentitySilent'),
    identityMissing: t('admin.adviceIdentityMissing'),
    filesLow: t('admin.adviceFilesLow'),
    filesDown: t('admin.adviceFilesDown'),
    scannerDown: t('admin.adviceScannerDown'),
    scannerBehind: t('admin.adviceScannerBehind'),
    searchBehind: t('admin.adviceSearchBehind'),
    pushLost: t('admin.advicePushLost'),
    brokerLost: t('admin.adviceBrokerLost'),
  };
  return labels[finding];
}
