import { ApiError } from '@portico/client/ApiError';
import type { FormOverview } from '@portico/contracts/forms';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../shell/PortalLink.tsx';
import { downloadExport } from './downloadExport.ts';
import styles from './EntriesPage.module.css';
import { formListQuery } from './forms.queries.ts';

const isHidden = (error: unknown) => error instanceof ApiError && error.status === 404;

/** For editors: every form with what came in, and its entries as a file. Everybody else comes to what they sent themselves. */
export function Page() {
  const { data, error } = useQuery({
    ...formListQuery(), retry: (failures, failure) => !isHidden(failure) && failures < 3, throwOnError: (failure, query) => query.state.data === undefined && !isHidden(failure),
  });
  if (isHidden(error)) return <Navigate to="/forms/entries" replace />;
  return (
    <div className={styles.page}>
      <PageHeading title="Forms" />
      <p className={styles.lead}>What people have sent, form by form. An export holds every entry with a column for each field of any version of the form.</p>
      {data ? <FormList forms={data.items} /> : (
        <SkeletonGroup label="Loading the forms" className={styles.section}>
          {[0, 1, 2].map((place) => <Skeleton key={place} shape="box" height="5rem" />)}
        </SkeletonGroup>
      )}
      <div data-print="hidden"><PortalLinkButton href="/forms/entries">My entries</PortalLinkButton></div>
    </div>
  );
}

function FormList({ forms }: { forms: FormOverview[] }) {
  if (forms.length === 0) return <EmptyState icon={<ClipboardList />} title="There are no forms yet" description="A form appears here once a page with it is published." />;
  return (
    <ul className={styles.list} aria-label="Forms">
      {forms.map((form) => <li key={form.formId} className={styles.row}><FormRow form={form} /></li>)}
    </ul>
  );
}

function FormRow({ form: { formId, title, path, entries, lastReceivedAt } }: { form: FormOverview }) {
  return (
    <>
      <div className={styles.name}>
        {path === null ? title : <PortalLink href={path}>{title}</PortalLink>}
        <p className={styles.fact}>
          {entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`}
          {lastReceivedAt !== null && `, the last on ${newsDateLabel(lastReceivedAt)} at ${timeLabel(lastReceivedAt)}`}
        </p>
      </div>
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => <ExportButton key={format} formId={formId} title={title} format={format} isDisabled={entries === 0} />)}
      </div>
    </>
  );
}

function ExportButton({ formId, title, format, isDisabled }: { formId: string; title: string; format: 'csv' | 'xlsx'; isDisabled: boolean }) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      showToast(`${await downloadExport(formId, format)} was saved.`, { type: 'success' });
    } catch (error) {
      showToast(error instanceof ApiError && error.status === 0 ? 'The server could not be reached. Try again in a moment.' : 'The file could not be made. Try again in a moment.', { type: 'error' });
    } finally {
      setIsPending(false);
    }
  };
  const name = format === 'csv' ? 'CSV' : 'Excel';
  return (
    <Button size="small" pending={isPending} isDisabled={isDisabled} aria-label={`${name} of ${title}`} onPress={() => void save()}>
      <Download aria-hidden="true" />{name}
    </Button>
  );
}
