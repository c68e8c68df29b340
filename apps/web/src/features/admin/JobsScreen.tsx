import { type AdminJob, giveUpJob, JobState, retryJob } from '@portico/contracts/admin/jobs';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ListEnd from 'lucide-react/icons/list-end';
import { call } from '../../api/call.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { jobsQuery, type JobsQuery } from './admin.queries.ts';
import { momentLabel } from './adminLabels.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { useAdminAction } from './useAdminAction.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

const texts = (): ListTexts => ({
  one: t('admin.job'),
  many: t('admin.jobs'),
  none: t('admin.noJobs'),
  noMatch: t('admin.noJobMatches'),
  advice: t('admin.noJobMatchesAdvice'),
  loading: t('admin.loadingJobs'),
  pages: t('admin.jobPages'),
});

const states = JobState.def.entries;

function readQuery({ state, name, page }: Record<string, unknown>): JobsQuery {
  return {
    ...(typeof state === 'string' && state in states ? { state: state as JobState } : {}),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(Number(page) > 1 ? { page: String(page) } : {}),
  };
}

/** The jobs in the queue and those that failed, with actions to retry or give up. */
export function JobsScreen() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(jobsQuery(query));
  const page = Number(query.page ?? 1);
  const hrefOf = (next: JobsQuery) => `/admin/jobs${stringifySearch(next)}`;
  const change = (next: JobsQuery) =>
    void navigate({ to: hrefOf({ ...query, ...next, page: undefined }), replace: true, resetScroll: false });
  const clear = () => void navigate({ to: '/admin/jobs' });
  const names = [...new Set([...(list?.names ?? []), ...(query.name === undefined ? [] : [query.name])])];
  return (
    <>
      <p className={styles.lead}>{t('admin.jobsLead')}</p>
      <div className={rows.filters}>
        <Select<JobState | ''>
          label={t('admin.jobState')}
          value={query.state ?? ''}
          options={[
            { value: '', label: t('admin.all') },
            ...Object.values(states).map((value) => ({ value, label: jobStateLabel(value) })),
          ]}
          onChange={(state) => change({ state: state === '' ? undefined : state })}
        />
        <Select
          label={t('admin.jobName')}
          value={query.name ?? ''}
          options={[{ value: '', label: t('admin.all') }, ...names.map((value) => ({ value, label: value }))]}
          onChange={(name) => change({ name: name === '' ? undefined : name })}
        />
      </div>
      <RowList<AdminJob>
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        hrefOf={(to) => hrefOf({ ...query, page: to })}
        renderItem={(job) => <JobRow job={job} />}
        icon={<ListEnd />}
        onClear={clear}
        onFirstPage={() => void navigate({ to: hrefOf({ ...query, page: undefined }) })}
        empty={query.state === undefined && query.name === undefined ? { title: t('admin.noJobs') } : undefined}
      />
    </>
  );
}

function JobRow({ job }: { job: AdminJob }) {
  const { id, name, state, attempts, maxAttempts, lastError, runAt, createdAt } = job;
  const act = useAdminAction();
  const labels = { name, id };
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{name}</p>
        <p className={rows.facts}>
          {t('admin.jobFacts', { id, attempts, maxAttempts, created: momentLabel(createdAt) })}
          {(state === 'waiting' || state === 'retrying') && ` · ${t('admin.nextTry', { moment: momentLabel(runAt) })}`}
        </p>
        {lastError !== null && <p className={styles.value}>{lastError}</p>}
      </div>
      <StatusLabel tone={state === 'failed' || state === 'retrying' ? 'warning' : 'neutral'}>
        {jobStateLabel(state)}
      </StatusLabel>
      {state !== 'running' && (
        <div className={rows.tools}>
          <Button
            size="small"
            aria-label={t('admin.retryJob', labels)}
            onPress={() => void act(() => call(retryJob, { params: { jobId: id } }), t('admin.jobRetried', labels))}
          >
            {t('admin.retry')}
          </Button>
          <ConfirmButton
            size="small"
            actionVariant="danger"
            label={t('admin.giveUp')}
            ariaLabel={t('admin.giveUpJob', labels)}
            title={t('admin.giveUpTitle')}
            text={t('admin.giveUpText', labels)}
            onConfirm={() => act(() => call(giveUpJob, { params: { jobId: id } }), t('admin.jobGivenUp', labels))}
          />
        </div>
      )}
    </div>
  );
}

const jobStateLabel = (state: JobState): string =>
  ({
    failed: t('admin.jobFailed'),
    retrying: t('admin.jobRetrying'),
    running: t('admin.jobRunning'),
    waiting: t('admin.jobWaiting'),
  })[state];
