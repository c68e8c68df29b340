import type { ActiveTasks, TodoTask } from '@portico/contracts/todo';
import { Skeleton } from '@portico/ui/Skeleton';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import { taskDueLabel } from '../../dates/dateLabels.ts';
import { dayOf } from '../../dates/days.ts';
import { useToday } from '../../dates/useToday.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { requestTask } from '../todo/requestedTask.ts';
import { activeTasksQuery } from '../todo/todo.queries.ts';
import { useTasks } from '../todo/useTasks.ts';
import styles from './DueTasks.module.css';
import home from './HomePage.module.css';

const DAYS_AHEAD = 7;
const MAX_SHOWN = 2;

/** A task, or a link to a page with a checklist or something to confirm. */
type Due = { id: string; title: string; dueDate: string } & ({ task: TodoTask } | { path: string });

/** The reader's tasks, checklists and confirmations that are overdue or due within a week, most urgent first. */
export function DueTasks() {
  const today = useToday();
  const { data, isError } = useQuery(activeTasksQuery());
  const { check } = useTasks();
  if (isError && !data) return null;
  const due = data && dueUntil(data, dayOf(new Date(), DAYS_AHEAD));
  const hidden = due ? due.length - MAX_SHOWN : 0;
  const first = data?.items[0];
  return (
    <section aria-labelledby="home-tasks" className={home.section} data-due="">
      <div className={home.sectionHead}>
        <h2 id="home-tasks">{t('dashboard.tasks')}</h2>
        {hidden > 0 && first && (
          <button type="button" className={styles.more} onClick={() => requestTask(first.id)}>
            {t('dashboard.moreTasks', { count: hidden })}
          </button>
        )}
      </div>
      {!due && <Skeleton shape="box" height="6rem" />}
      {due?.length === 0 && <p className={styles.none}>{t('dashboard.noTasks')}</p>}
      {due && due.length > 0 && (
        <ul className={styles.list}>
          {due
            .slice(0, MAX_SHOWN)
            .map((item) =>
              'task' in item ? (
                <TaskLine key={item.id} task={item.task} today={today} onDone={() => check.mutate(item.task)} />
              ) : (
                <LinkLine key={item.id} {...item} today={today} />
              ),
            )}
        </ul>
      )}
    </section>
  );
}

function dueUntil({ items, checklists, duties }: ActiveTasks, last: string): Due[] {
  return [
    ...items.flatMap((task) => (task.dueDate === null ? [] : [{ ...task, dueDate: task.dueDate, task }])),
    ...checklists.map((list) => ({ ...list, id: list.componentId, path: list.source.path })),
    ...duties.items,
  ]
    .filter(({ dueDate }) => dueDate <= last)
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}

function TaskLine({ task, today, onDone }: { task: TodoTask; today: string; onDone: () => void }) {
  return (
    <li className={styles.line}>
      <label className={styles.check}>
        <input type="checkbox" checked={task.state === 'Completed'} onChange={onDone} />
        <VisuallyHidden>{t('widgets.markDone', { title: task.title })}</VisuallyHidden>
      </label>
      <button type="button" className={styles.title} dir="auto" onClick={() => requestTask(task.id)}>
        {task.title}
      </button>
      <DueDay day={task.dueDate ?? today} today={today} />
    </li>
  );
}

function LinkLine({ title, path, dueDate, today }: { title: string; path: string; dueDate: string; today: string }) {
  return (
    <li className={styles.line}>
      <ListChecks aria-hidden="true" className={styles.mark} />
      <PortalLink href={path} className={styles.title}>
        {title}
      </PortalLink>
      <DueDay day={dueDate} today={today} />
    </li>
  );
}

function DueDay({ day, today }: { day: string; today: string }) {
  return (
    <span className={styles.due} data-late={day < today || undefined}>
      <VisuallyHidden>{t('widgets.dueOn', { day: '' })}</VisuallyHidden>
      <time dateTime={day}>{day === today ? t('widgets.today') : taskDueLabel(day)}</time>
      {day < today && <span className={styles.late}>{t('widgets.overdue')}</span>}
    </span>
  );
}
