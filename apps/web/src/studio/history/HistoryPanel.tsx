import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import type { StudioRevision } from '@portico/contracts/studio/studio';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { ActivityList } from './ActivityList.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { revisionsQuery } from '../studio.queries.ts';
import styles from './HistoryPanel.module.css';
import { Revision } from './Revision.tsx';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

const channels = {
  Notice: 'studio.notifiedByNotice',
  Banner: 'studio.notifiedByBanner',
  Mail: 'studio.notifiedByMail',
} as const satisfies Record<NotifyChannel, TextKey>;

const notifiedLabel = ({ notifyBy, isWaiting }: StudioRevision): string => {
  const how = list.format(notifyBy.map((channel) => t(channels[channel])));
  return t(isWaiting ? 'studio.willNotify' : 'studio.notifiedBy', { how });
};

/**
 * The revisions of an item. Each can be compared with the current draft, and restored as a change that can be undone.
 */
export function HistoryPanel({ session, state }: { session: DraftSession; state: SessionState }) {
  const { data, error, isFetching, refetch } = useQuery({ ...revisionsQuery(state.item.id), throwOnError: false });
  const numbers = (data?.items ?? []).map(({ number }) => number);
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <section aria-labelledby="history-title" className={styles.panel}>
      <h2 id="history-title" className={styles.title}>
        {t('studio.panelhistory')}
      </h2>
      {!data && !error && <Skeleton shape="box" height="6rem" />}
      {!data && error && (
        <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {data?.items.length === 0 && <p>{t('studio.noHistory')}</p>}
      <ol className={styles.list}>
        {data?.items.map((revision) => (
          <li key={revision.number} className={styles.revision}>
            <p className={styles.name}>
              {t('studio.revision', { number: revision.number })}
              {revision.isWaiting && <span className={styles.live}>{t('studio.stateScheduled')}</span>}
              {revision.isPublished && <span className={styles.live}>{t('studio.statePublished')}</span>}
            </p>
            <p className={styles.facts}>
              {t('studio.revisionBy', {
                name: revision.createdBy ?? t('studio.import'),
                day: newsDateLabel(revision.createdAt),
                time: timeLabel(revision.createdAt),
              })}
            </p>
            {revision.writers.some((name) => name !== revision.createdBy) && (
              <p className={styles.facts}>{t('studio.writtenBy', { names: list.format(revision.writers) })}</p>
            )}
            {revision.note !== null && <p>{revision.note}</p>}
            {revision.notifyBy.length > 0 && <p className={styles.facts}>{notifiedLabel(revision)}</p>}
            <Button
              size="small"
              aria-expanded={opened === revision.number}
              onPress={() => setOpened(opened === revision.number ? null : revision.number)}
            >
              {t('studio.compare')}
            </Button>
            {opened === revision.number && (
              <Revision session={session} state={state} number={revision.number} numbers={numbers} />
            )}
          </li>
        ))}
      </ol>
      <ActivityList item={state.item} />
    </section>
  );
}
