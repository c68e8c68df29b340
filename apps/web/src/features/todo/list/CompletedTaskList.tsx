import { ApiError } from '@portico/client/ApiError';
import type { TodoTask } from '@portico/contracts/todo';
import { ErrorState } from '@portico/ui/ErrorState';
import { IconButton } from '@portico/ui/IconButton';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import Trash from 'lucide-react/icons/trash-2';
import { useRef, type RefObject } from 'react';
import { taskDueLabel } from '../../../dates/dateLabels.ts';
import { dayOf } from '../../../dates/days.ts';
import { t } from '../../../locale/text.ts';
import styles from './CompletedTaskList.module.css';
import { SourceLink } from '../row/SourceLink.tsx';
import lists from '../row/TaskList.module.css';
import { TasksSkeleton } from './TasksSkeleton.tsx';
import { completedTasksQuery } from '../todo.queries.ts';
import { useRowFocus } from './useRowFocus.ts';
import type { Tasks } from '../useTasks.ts';

/** Completed tasks, latest first. */
export function CompletedTaskList({ tasks }: { tasks: Tasks }) {
  const completed = useQuery(completedTasksQuery());
  const list = useRef<HTMLElement>(null);
  const items = completed.data?.items ?? [];
  useRowFocus(
    list,
    items.map((task) => task.id),
  );
  if (!completed.data) {
    if (!completed.isError) return <TasksSkeleton />;
    return (
      <ErrorState
        size="compact"
        headingLevel={3}
        title={t('widgets.todoNotLoaded')}
        onRetry={() => void completed.refetch()}
        isRetrying={completed.isFetching}
        requestId={completed.error instanceof ApiError ? completed.error.requestId : undefined}
      />
    );
  }
  if (items.length === 0)
    return (
      <p ref={list as RefObject<HTMLParagraphElement | null>} className={lists.empty} tabIndex={-1}>
        {t('widgets.noneCompleted')}
      </p>
    );
  const older = completed.data.total - items.length;
  return (
    <>
      <ul ref={list as RefObject<HTMLUListElement | null>} className={lists.list} aria-label={t('widgets.completed')}>
        {items.map((task) => (
          <DoneRow key={task.id} task={task} tasks={tasks} />
        ))}
      </ul>
      {older > 0 && <p className={lists.more}>{t('widgets.olderCompleted', { count: older })}</p>}
    </>
  );
}

function DoneRow({ task, tasks }: { task: TodoTask; tasks: Tasks }) {
  const { id, title, source, completedAt, state } = task;
  const isDone = state === 'Completed';
  return (
    <li className={lists.row} data-task={id}>
      <label className={lists.check}>
        <input
          type="checkbox"
          checked={isDone}
          data-part="check"
          onChange={() => (isDone ? tasks.uncheck : tasks.check).mutate(task)}
        />
        <VisuallyHidden>{t('widgets.markDone', { title })}</VisuallyHidden>
      </label>
      <div className={lists.text}>
        <p className={styles.title} data-done={isDone || undefined} dir="auto">
          {title}
        </p>
        <p className={styles.facts}>
          {completedAt !== null && (
            <span>{t('widgets.completedOn', { day: taskDueLabel(dayOf(new Date(completedAt))) })}</span>
          )}
          {source && <SourceLink title={title} source={source} />}
        </p>
      </div>
      <IconButton
        size="small"
        label={`${t('widgets.delete')}: ${title}`}
        hasTooltip={false}
        icon={<Trash aria-hidden="true" />}
        data-part="delete"
        onPress={() => tasks.remove.mutate(task)}
      />
    </li>
  );
}
