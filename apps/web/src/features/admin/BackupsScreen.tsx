import {
  type Backup,
  type BackupRun,
  type Backups,
  makeBackup,
  verifyNewestBackup,
} from '@portico/contracts/admin/backups';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { backupsQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import { rowSkeletons } from './rowSkeletons.tsx';
import { useAdminAction } from './useAdminAction.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** The backups, whether they can be restored, and what went wrong. */
export function BackupsScreen() {
  const { data } = useQuery(backupsQuery());
  return (
    <>
      <p className={styles.lead}>{t('admin.backupsLead')}</p>
      {data === undefined ? (
        <SkeletonGroup label={t('admin.loadingBackups')} className={styles.section}>
          {rowSkeletons}
        </SkeletonGroup>
      ) : data.plan === null ? (
        <EmptyState
          headingLevel={2}
          icon={<Archive />}
          title={t('admin.noBackupPlan')}
          description={t('admin.noBackupPlanAdvice')}
        />
      ) : (
        <>
          <Tools backups={data} canVerify={data.plan.canVerify} />
          <Troubles plan={data.plan} isAway={data.items === null} removalProblem={data.removalProblem} />
          <Plan plan={data.plan} />
          {data.items !== null && <CompleteBackups items={data.items} />}
          <Runs runs={data.runs} />
        </>
      )}
    </>
  );
}

type BackupPlan = NonNullable<Backups['plan']>;

function Tools({ backups: { queued, runs, items }, canVerify }: { backups: Backups; canVerify: boolean }) {
  const act = useAdminAction();
  const running = runs.find(({ state }) => state === 'running');
  const [waiting] = queued;
  return (
    <>
      <div className={rows.tools}>
        <Button variant="primary" onPress={() => void act(() => call(makeBackup, {}), t('admin.backupQueued'))}>
          {t('admin.backUpNow')}
        </Button>
        <Button
          isDisabled={!canVerify || items?.length === 0}
          onPress={() => void act(() => call(verifyNewestBackup, {}), t('admin.verificationQueued'))}
        >
          {t('admin.verifyNow')}
        </Button>
      </div>
      {running ? (
        <Banner isLive>{runningText(running)}</Banner>
      ) : (
        waiting !== undefined && (
          <Banner isLive>{waiting === 'backup' ? t('admin.backupWaits') : t('admin.verificationWaits')}</Banner>
        )
      )}
    </>
  );
}

const runningText = ({ kind, startedAt }: BackupRun): string => {
  const moment = momentLabel(startedAt);
  return kind === 'backup' ? t('admin.backupRuns', { moment }) : t('admin.verificationRuns', { moment });
};

function Troubles({
  plan: { isEncrypted, canVerify, deniedRole },
  isAway,
  removalProblem,
}: {
  plan: BackupPlan;
  isAway: boolean;
  removalProblem: string | null;
}) {
  return (
    <>
      {isAway && <Banner tone="danger">{t('admin.backupAddressAway')}</Banner>}
      {removalProblem !== null && (
        <Banner tone="warning">
          {t('admin.backupsNotRemoved')} {removalProblem}{' '}
          <PortalLink href="/admin/jobs">{t('admin.toRemovalJob')}</PortalLink>
        </Banner>
      )}
      {!isEncrypted && <Banner tone="warning">{t('admin.backupsNotEncrypted')}</Banner>}
      {!canVerify && (
        <Banner tone="warning">
          {deniedRole === null
            ? t('admin.backupsNotVerified')
            : t('admin.backupsNotVerifiedWithoutRight', { role: deniedRole })}
        </Banner>
      )}
    </>
  );
}

function Plan({ plan: { address, schedule, verifySchedule, keep, canVerify } }: { plan: BackupPlan }) {
  const facts: Array<[string, string]> = [
    [t('admin.backupAddress'), address],
    [t('admin.backupSchedule'), t('admin.backupScheduleValue', { pattern: schedule })],
    [t('admin.backupVerifySchedule'), canVerify ? t('admin.backupScheduleValue', { pattern: verifySchedule }) : '–'],
    [t('admin.backupKeep'), t('admin.backupKeepValue', keep)],
  ];
  return (
    <dl className={rows.rows}>
      {facts.map(([name, value]) => (
        <div key={name} className={rows.row}>
          <dt className={rows.title}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Listed({ id, title, none, children }: { id: string; title: string; none: string; children: ReactNode[] }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.subtitle}>
        {title}
      </h2>
      {children.length === 0 ? (
        <p className={styles.lead}>{none}</p>
      ) : (
        <ul aria-labelledby={id} className={rows.rows}>
          {children}
        </ul>
      )}
    </section>
  );
}

function CompleteBackups({ items }: { items: Backup[] }) {
  return (
    <Listed id="complete-backups" title={t('admin.completeBackups')} none={t('admin.noBackups')}>
      {items.map(({ id, takenAt, verifiedAt, isEncrypted, ...counts }) => (
        <li key={id} className={rows.row}>
          <div className={rows.what}>
            <p className={rows.title}>{momentLabel(takenAt)}</p>
            <p className={rows.facts}>
              {t('admin.backupFacts', {
                size: fileSizeLabel(counts.bytes),
                rows: t('admin.rowCount', { count: counts.rows }),
                files: t('admin.backupFileCount', { count: counts.files }),
                version: counts.version,
              })}
              {' · '}
              {isEncrypted ? t('admin.backupEncrypted') : t('admin.backupPlain')}
              {' · '}
              {id}
            </p>
          </div>
          <StatusLabel tone={verifiedAt === null ? 'neutral' : 'accent'}>
            {verifiedAt === null
              ? t('admin.backupNotVerified')
              : t('admin.backupVerified', { moment: momentLabel(verifiedAt) })}
          </StatusLabel>
        </li>
      ))}
    </Listed>
  );
}

function Runs({ runs }: { runs: BackupRun[] }) {
  return (
    <Listed id="backup-runs" title={t('admin.lastBackupRuns')} none={t('admin.noBackupRuns')}>
      {runs.map(({ id, kind, state, startedAt, finishedAt, problem }) => (
        <li key={id} className={rows.row}>
          <div className={rows.what}>
            <p className={rows.title}>{kind === 'backup' ? t('admin.backupRun') : t('admin.verificationRun')}</p>
            <p className={rows.facts}>
              {finishedAt === null
                ? momentLabel(startedAt)
                : t('admin.runTook', {
                    moment: momentLabel(startedAt),
                    seconds: secondsBetween(startedAt, finishedAt),
                  })}
            </p>
            {problem !== null && <p className={styles.value}>{problem}</p>}
          </div>
          <StatusLabel tone={state === 'failed' ? 'warning' : 'neutral'}>{runStateLabel(state)}</StatusLabel>
        </li>
      ))}
    </Listed>
  );
}

const secondsBetween = (start: string, end: string): number =>
  Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 1000));

const runStateLabel = (state: BackupRun['state']): string =>
  ({
    succeeded: t('admin.runSucceeded'),
    failed: t('admin.runFailed'),
    running: t('admin.runRunning'),
  })[state];
