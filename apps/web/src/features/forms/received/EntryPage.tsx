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
import { t } from '../../../locale/text.ts';

/** The receipt of an entry: its answers and files, and when it was received. */
export function Page() {
  const { entryId = '' } = useParams({ strict: false });
  const { data: entry } = useQuery(ownEntryQuery(entryId));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title={entry?.title ?? t('forms.yourEntry')} />
        {entry ? (
          <MetaLine>
            <span>
              {t('forms.received')}{' '}
              <time dateTime={entry.receivedAt}>
                {t('forms.atTime', { day: eventDateLabel(entry.receivedAt), time: timeLabel(entry.receivedAt) })}
              </time>
            </span>
            <span>
              {t('forms.reference')} <code className={styles.reference}>{entry.id.slice(0, 8)}</code>
            </span>
          </MetaLine>
        ) : (
          <Skeleton width="16rem" />
        )}
      </header>
      {entry ? (
        <Sent entry={entry} />
      ) : (
        <SkeletonGroup label={t('forms.loadingEntry')}>
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
          {t('forms.whatYouSent')}
        </h2>
        <EntryValues form={form} values={values} files={files} />
      </section>
      <div className={styles.actions} data-print="hidden">
        <PortalLinkButton href="/forms/entries">{t('shared.ownEntriesTitle')}</PortalLinkButton>
        <PrintButton />
      </div>
    </>
  );
}
