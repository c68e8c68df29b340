import { correctEntry, type FormEntry } from '@portico/contracts/forms';
import { Button } from '@portico/ui/Button';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { ApiError } from '@portico/client/ApiError';
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
            {entry.sentBy !== undefined && <span>{t('forms.sentBy', { name: entry.sentBy })}</span>}
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

function Sent({ entry: { id, form, values, files, returned } }: { entry: FormEntry }) {
  return (
    <>
      {returned && <Returned entryId={id} returned={returned} />}
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

/** What the person is to change, and the way to do it. */
function Returned({ entryId, returned }: { entryId: string; returned: NonNullable<FormEntry['returned']> }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const correct = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const { path } = await call(correctEntry, { params: { entryId } });
      await navigate({ to: path });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : t('forms.tryLater'));
      setPending(false);
    }
  };
  return (
    <section aria-labelledby="please-correct" className={styles.card}>
      <h2 id="please-correct" className={styles.subtitle}>
        {t('forms.pleaseCorrect')}
      </h2>
      <p className={styles.fact}>
        <time dateTime={returned.at}>
          {t('forms.atTime', { day: eventDateLabel(returned.at), time: timeLabel(returned.at) })}
        </time>
      </p>
      <p dir="auto" className={styles.note}>
        {returned.note}
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={styles.actions} data-print="hidden">
        <Button variant="primary" pending={pending} onPress={() => void correct()}>
          {t('forms.correct')}
        </Button>
      </div>
    </section>
  );
}
