import type { CallResult } from '@portico/contracts/endpoint';
import type { EntryChange, getDeskEntry } from '@portico/contracts/studio/formsDesk';
import { t } from '../../locale/text.ts';
import { senderLabel, stateTexts, whenLabel } from './entryLabels.ts';
import styles from './formsDesk.module.css';

/** What a change did, as one or two sentences. */
function changeLabels({ by: actor, from, to }: EntryChange): string[] {
  const by = actor ?? t('formsDesk.somebody');
  return [
    ...(from.state === to.state
      ? []
      : [t('formsDesk.changedState', { by, from: t(stateTexts[from.state]), to: t(stateTexts[to.state]) })]),
    ...(from.assignee === to.assignee
      ? []
      : [
          to.assignee === null
            ? t('formsDesk.unassigned', { by })
            : t('formsDesk.changedAssignee', { by, to: to.assignee }),
        ]),
  ];
}

/** What happened to an entry, from when it was received to now. */
export function EntryHistory({ entry }: { entry: CallResult<typeof getDeskEntry> }) {
  const events = [
    { key: 'received', at: entry.receivedAt, label: t('formsDesk.receivedFrom', { name: senderLabel(entry) }) },
    ...entry.changes.flatMap((change) =>
      changeLabels(change).map((label, index) => ({ key: `${change.id}.${index}`, at: change.at, label })),
    ),
  ];
  return (
    <section aria-labelledby="history" className={styles.card}>
      <h2 id="history" className={styles.subtitle}>
        {t('formsDesk.history')}
      </h2>
      <ol className={styles.notes}>
        {events.map(({ key, at, label }) => (
          <li key={key}>
            {label}{' '}
            <time dateTime={at} className={styles.fact}>
              {whenLabel(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
