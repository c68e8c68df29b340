import type { TodoChecklist } from '@portico/contracts/todo';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ListChecks from 'lucide-react/icons/list-checks';
import { taskDueLabel } from '../../../dates/dateLabels.ts';
import { useToday } from '../../../dates/useToday.ts';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './DueChecklists.module.css';

/** Checklists with a due date and the reader's progress, each linked to its page. */
export function DueChecklists({ checklists }: { checklists: TodoChecklist[] }) {
  const today = useToday();
  if (checklists.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('widgets.checklists')}>
      <h3 className={styles.heading}>{t('widgets.checklists')}</h3>
      <ul className={styles.list}>
        {checklists.map(({ componentId, title, dueDate, done, total, source }) => {
          const isLate = dueDate < today;
          return (
            <li key={componentId} className={styles.row}>
              <ListChecks aria-hidden="true" />
              <div className={styles.text}>
                <PortalLink href={source.path} className={styles.title}>
                  {title}
                </PortalLink>
                {source.title !== title && <p className={styles.source}>{source.title}</p>}
                <p className={styles.facts}>
                  <span className={styles.due} data-late={isLate || undefined}>
                    {isLate && (
                      <>
                        <CircleAlert aria-hidden="true" />
                        {t('widgets.overdue')}
                      </>
                    )}
                    <VisuallyHidden>{t('widgets.dueOn', { day: '' })}</VisuallyHidden>
                    <time dateTime={dueDate}>{taskDueLabel(dueDate)}</time>
                  </span>
                  <span aria-hidden="true">{t('widgets.progress', { done, total })}</span>
                </p>
                <ProgressBar
                  label={t('widgets.progressOf', { title })}
                  value={done}
                  max={total}
                  valueLabel={t('widgets.progress', { done, total })}
                  hasVisibleText={false}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
