import type { ActiveTasks } from '@portico/contracts/todo';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { taskDueLabel } from '../../../dates/dateLabels.ts';
import { useToday } from '../../../dates/useToday.ts';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './DueChecklists.module.css';

/** What the reader must confirm first, with a link to everything; nothing if there is nothing. */
export function OpenDuties({ duties: { items, total } }: { duties: ActiveTasks['duties'] }) {
  const today = useToday();
  if (total === 0) return null;
  return (
    <section className={styles.section} aria-label={t('widgets.duties')}>
      <h3 className={styles.heading}>{t('widgets.duties')}</h3>
      <ul className={styles.list}>
        {items.map(({ id, title, dueDate, path }) => (
          <li key={id} className={styles.row}>
            <BadgeCheck aria-hidden="true" />
            <div className={styles.text}>
              <PortalLink href={path} className={styles.title}>
                {title}
              </PortalLink>
              <p className={styles.facts}>
                <span className={styles.due} data-late={dueDate < today || undefined}>
                  {dueDate < today && t('widgets.overdue')}
                  <VisuallyHidden>{t('widgets.dueOn', { day: '' })}</VisuallyHidden>
                  <time dateTime={dueDate}>{taskDueLabel(dueDate)}</time>
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <PortalLink href="/duties">{t('widgets.allDuties', { total })}</PortalLink>
      </p>
    </section>
  );
}
