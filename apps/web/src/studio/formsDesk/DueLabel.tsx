import type { DeskEntry } from '@portico/contracts/studio/formsDesk';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import styles from './formsDesk.module.css';

/** Until when an entry is to be done, marked once that day is over; nothing without such a day. */
export function DueLabel({ entry: { dueOn, isOverdue } }: { entry: Pick<DeskEntry, 'dueOn' | 'isOverdue'> }) {
  if (dueOn === null) return null;
  const day = newsDateLabel(`${dueOn}T00:00:00Z`, 'UTC');
  return isOverdue ? (
    <StatusLabel tone="danger">{t('formsDesk.overdueSince', { day })}</StatusLabel>
  ) : (
    <span className={styles.fact}>{t('formsDesk.due', { day })}</span>
  );
}
