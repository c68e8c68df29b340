import { ApiError } from '@portico/client/ApiError';
import { receivedEntriesPath, type FormOverview } from '@portico/contracts/forms';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { ExportButton } from './ExportButton.tsx';
import { formListQuery } from '../forms.queries.ts';

const isHidden = (error: unknown) => error instanceof ApiError && error.status === 404;

/** For editors: every form with what came in, and its entries as a file. Everybody else comes to what they sent themselves. */
export function Page() {
  const { data, error } = useQuery({
    ...formListQuery(),
    throwOnError: (failure, query) => query.state.data === undefined && !isHidden(failure),
  });
  if (isHidden(error)) return <Navigate to="/forms/entries" replace />;
  return (
    <div className={styles.page}>
      <PageHeading title="Forms" />
      <p className={styles.lead}>
        What people have sent, form by form. An export holds every entry with a column for each field of any version of
        the form.
      </p>
      {data ? (
        <FormList forms={data.items} />
      ) : (
        <SkeletonGroup label="Loading the forms" className={styles.section}>
          <Skeleton shape="box" height="11rem" />
        </SkeletonGroup>
      )}
      {data && (
        <div data-print="hidden">
          <PortalLinkButton href="/forms/entries">My entries</PortalLinkButton>
        </div>
      )}
    </div>
  );
}

function FormList({ forms }: { forms: FormOverview[] }) {
  if (forms.length === 0)
    return (
      <EmptyState
        icon={<ClipboardList />}
        title="There are no forms yet"
        description="A form appears here once a page with it is published."
      />
    );
  return (
    <ul className={styles.list} aria-label="Forms">
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
            '0 entries'
          ) : (
            <PortalLink href={receivedEntriesPath(formId)} aria-label={`${entryCount(entries)} of ${title}`}>
              {entryCount(entries)}
            </PortalLink>
          )}
          {lastReceivedAt !== null && `, the last on ${newsDateLabel(lastReceivedAt)} at ${timeLabel(lastReceivedAt)}`}
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

const entryCount = (entries: number) => (entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`);
