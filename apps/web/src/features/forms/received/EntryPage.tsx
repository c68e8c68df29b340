import type { FormEntry } from '@portico/contracts/forms';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { MetaLine } from '../../../kit/MetaLine.tsx';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import { PrintButton } from '../../../kit/PrintButton.tsx';
import styles from './EntriesPage.module.css';
import { EntryValues } from '../EntryValues.tsx';
import { ownEntryQuery } from '../forms.queries.ts';

/** The receipt of an entry: what the person sent, when, with its files. */
export function Page() {
  const { entryId = '' } = useParams({ strict: false });
  const { data: entry } = useQuery(ownEntryQuery(entryId));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title={entry?.title ?? 'Your entry'} />
        {entry ? (
          <MetaLine>
            <span>
              Received on{' '}
              <time dateTime={entry.receivedAt}>
                {eventDateLabel(entry.receivedAt)} at {timeLabel(entry.receivedAt)}
              </time>
            </span>
            <span>
              Reference <code className={styles.reference}>{entry.id.slice(0, 8)}</code>
            </span>
          </MetaLine>
        ) : (
          <Skeleton width="16rem" />
        )}
      </header>
      {entry ? (
        <Sent entry={entry} />
      ) : (
        <SkeletonGroup label="Loading the entry">
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Sent({ entry: { form, values, files } }: { entry: FormEntry }) {
  return (
    <>
      <section aria-labelledby="what-was-sent" className={styles.card}>
        <h2 id="what-was-sent" className={styles.subtitle}>
          What you sent
        </h2>
        <EntryValues form={form} values={values} files={files} />
      </section>
      <div className={styles.actions} data-print="hidden">
        <PortalLinkButton href="/forms/entries">My entries</PortalLinkButton>
        <PrintButton />
      </div>
    </>
  );
}
