import type { HealthFact, HealthFinding, HealthPart, PartHealth } from '@portico/contracts/admin/health';
import type { AdminPagePath } from '@portico/contracts/admin/paths';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { t } from '../../locale/text.ts';
import { momentLabel } from './adminLabels.ts';

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
    backups: t('admin.partBackups'),
    webhooks: t('admin.partWebhooks'),
    proofs: t('admin.partProofs'),
    audit: t('admin.audit'),
    certificates: t('admin.partCertificates'),
    runtime: t('admin.partRuntime'),
  })[part];

/** The finding, in one sentence. */
export function findingLabel({ finding, count }: Pick<PartHealth, 'finding' | 'count'>): string {
  const counted = { count: count ?? 0 };
  const size = fileSizeLabel(count ?? 0);
  const labels: Record<HealthFinding, string> = {
    databaseAnswers: t('admin.databaseAnswers', counted),
    databaseSlow: t('admin.databaseSlow', counted),
    databaseDown: t('admin.databaseDown'),
    replicasUsed: t('admin.replicasUsed', counted),
    replicasLeftOut: t('admin.replicasLeftOut', counted),
    replicasOff: t('admin.replicasOff'),
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
    scannerOff: t('admin.scannerOff'),
    scannerBehind: t('admin.scannerBehind', counted),
    searchCurrent: t('admin.searchCurrent'),
    searchBehind: t('admin.searchBehind', counted),
    pushConnected: t('admin.pushConnected'),
    pushLost: t('admin.pushLost'),
    brokerLost: t('admin.pushLost'),
    backupsCurrent: t('admin.backupsCurrent'),
    backupsElsewhere: t('admin.backupsElsewhere'),
    backupsMissing: t('admin.backupsMissing'),
    backupFailed: t('admin.backupFailed'),
    backupOverdue: t('admin.backupOverdue', counted),
    backupsUnverified: t('admin.backupsUnverified'),
    verificationFailed: t('admin.verificationFailed'),
    verificationOverdue: t('admin.verificationOverdue', counted),
    webhooksDeliver: t('admin.webhooksDeliver', counted),
    webhooksLate: t('admin.webhooksLate', counted),
    webhooksFail: t('admin.webhooksFail', counted),
    webhooksGivenUp: t('admin.webhooksGivenUp', counted),
    webhooksNone: t('admin.webhooksNone'),
    proofsSigned: t('admin.proofsSigned'),
    proofsWitnessed: t('admin.proofsWitnessed'),
    proofsUnwitnessed: t('admin.proofsUnwitnessed'),
    proofsUnsigned: t('admin.proofsUnsigned'),
    proofsBroken: t('admin.proofsBroken'),
    proofsUnchecked: t('admin.proofsUnchecked'),
    auditHolds: t('admin.auditHolds'),
    auditBroken: t('admin.auditBroken'),
    auditLate: t('admin.auditLate'),
    auditUnverified: t('admin.auditUnverified'),
    certificatesValid: t('admin.certificatesValid', counted),
    certificatesExpire: t('admin.certificatesExpire', counted),
    certificatesExpired: t('admin.certificatesExpired', counted),
    runtimePatched: t('admin.runtimePatched'),
    runtimeUnpatched: t('admin.runtimeUnpatched'),
    runtimeUnsupported: t('admin.runtimeUnsupported'),
  };
  return labels[finding];
}

/** What to do about it; undefined if nothing needs to be done. */
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
    backupsElsewhere: t('admin.adviceBackupsElsewhere'),
    backupsMissing: t('admin.adviceBackupsMissing'),
    backupFailed: t('admin.adviceBackupFailed'),
    backupOverdue: t('admin.adviceBackupOverdue'),
    backupsUnverified: t('admin.adviceBackupsUnverified'),
    verificationFailed: t('admin.adviceVerificationFailed'),
    verificationOverdue: t('admin.adviceVerificationOverdue'),
    proofsUnsigned: t('admin.adviceProofsUnsigned'),
    proofsUnwitnessed: t('admin.adviceProofsUnwitnessed'),
    proofsBroken: t('admin.adviceProofsBroken'),
    proofsUnchecked: t('admin.adviceProofsUnchecked'),
    auditBroken: t('admin.adviceAuditBroken'),
    auditLate: t('admin.adviceAuditLate'),
    webhooksLate: t('admin.adviceWebhooksLate'),
    webhooksFail: t('admin.adviceWebhooksFail'),
    webhooksGivenUp: t('admin.adviceWebhooksGivenUp'),
    certificatesExpire: t('admin.adviceCertificatesExpire'),
    certificatesExpired: t('admin.adviceCertificatesExpire'),
    runtimeUnpatched: t('admin.adviceRuntimeUnpatched'),
    runtimeUnsupported: t('admin.adviceRuntimeUnsupported'),
  };
  return labels[finding];
}

/** One figure of a part, on one line; undefined if there is nothing to report. */
export function factLabel({ fact, of = '', at, count }: HealthFact): string | undefined {
  if (fact === 'deliveriesWaiting') return t('admin.factDeliveriesWaiting', { count: count ?? 0 });
  if (fact === 'verificationOff') return t('admin.factVerificationOff');
  if (fact === 'runtime') return t('admin.factRuntime', { version: of });
  if (fact === 'runtimeFloor') return t('admin.factRuntimeFloor', { version: of, count: count ?? 0 });
  const when = at === null ? undefined : { moment: momentLabel(at), age: ageLabel(count ?? 0) };
  if (fact === 'backupMade') return when ? t('admin.factBackupMade', when) : t('admin.factBackupNever');
  if (fact === 'backupVerified') return when ? t('admin.factVerified', when) : t('admin.factVerifiedNever');
  if (!when) return undefined;
  if (fact === 'certificate') return t('admin.factCertificate', { host: of, moment: when.moment });
  return fact === 'backupNext' ? t('admin.factBackupNext', when) : t('admin.factVerificationNext', when);
}

const HOURS_OF_DAY = 24;

function ageLabel(hours: number): string {
  if (hours === 0) return t('admin.ageRecent');
  return hours < 2 * HOURS_OF_DAY
    ? t('admin.ageHours', { count: hours })
    : t('admin.ageDays', { count: Math.floor(hours / HOURS_OF_DAY) });
}

const pages: Partial<Record<HealthPart, AdminPagePath>> = {
  workers: '/admin/jobs',
  jobs: '/admin/jobs',
  mail: '/admin/mail',
  files: '/admin/storage',
  backups: '/admin/backups',
  webhooks: '/admin/webhooks',
  proofs: '/admin/proofs',
  audit: '/admin/audit',
};
/** Findings for which another page helps more than the part's own. */
const pagesOfFindings: Partial<Record<HealthFinding, AdminPagePath>> = {
  replicasLeftOut: '/admin/settings',
  mailFails: '/admin/jobs',
  mailSilent: '/admin/settings',
  mailMissing: '/admin/settings',
  identitySilent: '/admin/settings',
  identityMissing: '/admin/settings',
  scannerDown: '/admin/settings',
  scannerBehind: '/admin/jobs',
  searchBehind: '/admin/jobs',
  pushLost: '/admin/settings',
  brokerLost: '/admin/settings',
};

/** The administration page with more about a part and with actions for it. */
export const pageOf = ({ part, finding }: Pick<PartHealth, 'part' | 'finding'>): AdminPagePath | undefined =>
  pagesOfFindings[finding] ?? pages[part];
