import { entryPath, type BegunForm, type EntrySummary } from '@portico/contracts/forms';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { savedLabel } from '../status/SaveStatus.tsx';
import styles from './EntriesPage.module.css';

/** The forms that the reader has started and not sent; renders nothing if there are none. */
export function Drafts({ begun }: { begun: readonly BegunForm[] }) {
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="begun" className={styles.section}>
      <h2 id="begun" className={styles.subtitle}>
        {t('forms.begun')}
      </h2>
      <ul className={styles.list}>
        {begun.map(({ formId, title, path, savedAt }) => (
          <li key={formId} className={styles.row}>
            <span className={styles.name}>{path === null ? title : <PortalLink href={path}>{title}</PortalLink>}</span>
            <span className={styles.fact}>
              {savedLabel(savedAt, new Date())}
              {path === null && `. ${t('forms.noPage')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An entry that the reader sent. */
export function SentEntry({ entry: { id, title, receivedAt, isReturned, sentBy } }: { entry: EntrySummary }) {
  return (
    <div className={styles.row}>
      <span className={styles.name}>
        <PortalLink href={entryPath(id)}>{title}</PortalLink>
      </span>
      {isReturned && <StatusLabel tone="warning">{t('forms.pleaseCorrect')}</StatusLabel>}
      {sentBy !== undefined && <span className={styles.fact}>{t('forms.sentBy', { name: sentBy })}</span>}
      <time className={styles.fact} dateTime={receivedAt}>
        {newsDateLabel(receivedAt)}, {timeLabel(receivedAt)}
      </time>
    </div>
  );
}
