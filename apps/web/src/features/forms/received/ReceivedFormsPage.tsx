import { ApiError } from '@portico/client/ApiError';
import { receivedEntriesPath, type FormOverview } from '@portico/contracts/forms';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { ExportButton } from './ExportButton.tsx';
import { formListQuery } from '../forms.queries.ts';
import { t } from '../../../locale/text.ts';

const isHidden = (error: unknown) => error instanceof ApiError && error.status === 404;

/** For editors: every form with its number of entries and its exports. Everyone else is redirected to the forms. */
export function Page() {
  const { data, error } = useQuery({
    ...formListQuery(),
    throwOnError: (failure, query) => query.state.data === undefined && !isHidden(failure),
  });
  if (isHidden(error)) return <Navigate to="/forms" replace />;
  return (
    <div className={styles.page}>
      <PageHeading title={t('shared.receivedFormsTitle')} />
      <p className={styles.lead}>{t('forms.formsLead')}</p>
      {data ? (
        <FormList forms={data.items} />
      ) : (
        <SkeletonGroup label={t('forms.loadingForms')} className={styles.section}>
          <Skeleton shape="box" height="11rem" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function FormList({ forms }: { forms: FormOverview[] }) {
  if (forms.length === 0)
    return <EmptyState icon={<ClipboardList />} title={t('forms.noForms')} description={t('forms.noFormsNote')} />;
  return (
    <ul className={styles.list} aria-label={t('shared.receivedFormsTitle')}>
      {forms.map((form) => (
        <li key={form.formId} className={styles.row}>
          <FormRow form={form} />
        </li>
      ))}
    </ul>
  );
}

function FormRow({ form: { formId, title, path, entries, lastReceivedAt } }: { form: FormOverview }) {
  return (
    <>
      <div className={styles.name}>
        {path === null ? title : <PortalLink href={path}>{title}</PortalLink>}
        <p className={styles.fact}>
          {entries === 0 ? (
            entryCount(0)
          ) : (
            <PortalLink
              href={receivedEntriesPath(formId)}
              aria-label={t('forms.entryCountOf', { entries: entryCount(entries), title })}
            >
              {entryCount(entries)}
            </PortalLink>
          )}
          {lastReceivedAt !== null &&
            `, ${t('forms.lastReceived', { day: newsDateLabel(lastReceivedAt), time: timeLabel(lastReceivedAt) })}`}
        </p>
      </div>
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <ExportButton key={format} formId={formId} title={title} format={format} isDisabled={entries === 0} />
        ))}
      </div>
    </>
  );
}

const entryCount = (entries: number) =>
  entries === 1
    ? t('forms.entryCount', { count: 1 })
    : t('forms.entryCount', { count: entries.toLocaleString('en-US') });
