import type { StudioActivity } from '@portico/contracts/studio/retention';
import { useQuery } from '@tanstack/react-query';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import type { ItemFacts } from '../session/sessionState.ts';
import styles from './HistoryPanel.module.css';
import { activityQuery } from '../retention/retention.queries.ts';

const labels: Record<string, TextKey> = {
  created: 'releases.didCreate',
  published: 'releases.didPublish',
  notified: 'releases.didNotify',
  unpublished: 'releases.didArchive',
  scheduled: 'releases.didSchedule',
  unscheduled: 'releases.didUnschedule',
  held: 'releases.didHold',
  'hold-lifted': 'releases.didLift',
  moved: 'releases.didMove',
  written: 'releases.didWrite',
  'review-requested': 'releases.didRequest',
  'review-withdrawn': 'releases.didWithdraw',
  approved: 'releases.didApprove',
  returned: 'releases.didReturn',
  'approval-voided': 'releases.didVoid',
  commented: 'releases.didComment',
  'comments-resolved': 'releases.didResolve',
  'comments-reopened': 'releases.didReopen',
  'owner-changed': 'releases.didChangeOwner',
  'content-confirmed': 'releases.didConfirm',
  'left-to-expire': 'releases.didLetExpire',
};

/** What happened to an item, from the audit log. */
export function ActivityList({ item }: { item: ItemFacts }) {
  const { data } = useQuery(activityQuery(item.id, item.version));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="activity-title" className={styles.panel}>
      <h2 id="activity-title" className={styles.title}>
        {t('releases.activity')}
      </h2>
      <ol className={styles.list}>
        {data.items.map((entry) => (
          <li key={entry.id}>
            <p>{actionLabel(entry)}</p>
            <p className={styles.facts}>
              {t('studio.revisionBy', {
                name: entry.by ?? t('releases.bySystem'),
                day: newsDateLabel(entry.at),
                time: timeLabel(entry.at),
              })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Actions without a label, such as newer ones, show their own name. */
function actionLabel({ action, revision, before }: StudioActivity): string {
  const verb = action.slice(action.indexOf('.') + 1);
  const label = labels[verb];
  const what = label === undefined ? verb.replaceAll('-', ' ') : t(label);
  if (revision === null) return what;
  return before === null || before === revision
    ? t('releases.didVersion', { what, number: revision })
    : t('releases.didVersionOver', { what, number: revision, before });
}
