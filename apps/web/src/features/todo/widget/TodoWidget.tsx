import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { ErrorState } from '@portico/ui/ErrorState';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Select } from '@portico/ui/Select';
import { Spinner } from '@portico/ui/Spinner';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { onTopic } from '../../../api/liveTopics.ts';
import { t } from '../../../locale/text.ts';
import { useRequestedTask } from '../requestedTask.ts';
import { ActiveTaskList } from '../list/ActiveTaskList.tsx';
import { CompletedTaskList } from '../list/CompletedTaskList.tsx';
import { DueChecklists } from '../list/DueChecklists.tsx';
import { OpenDuties } from '../list/OpenDuties.tsx';
import { QuickAdd } from './QuickAdd.tsx';
import { TasksSkeleton } from '../list/TasksSkeleton.tsx';
import widget from '../../../kit/Widget.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import unsavedStyles from '../row/UnsavedTask.module.css';
import styles from './TodoWidget.module.css';
import { activeTasksQuery } from '../todo.queries.ts';
import { refreshTasks, useTasks } from '../useTasks.ts';
import { useUnsavedTasks, type UnsavedTask } from '../useUnsavedTasks.ts';

/** The reader's tasks: add, complete, edit, and reorder. Changes from other tabs and devices show immediately. */
export function TodoWidget() {
  const cache = useQueryClient();
  const active = useQuery(activeTasksQuery());
  const tasks = useTasks();
  const [shown, setShown] = useState<'active' | 'completed'>('active');
  const [spokenText, setSpokenText] = useState('');
  const { unsaved, add, send, discard } = useUnsavedTasks(tasks.create, (title) =>
    setSpokenText(t('widgets.added', { title })),
  );

  const requestedTask = useRequestedTask();
  useEffect(() => {
    if (requestedTask !== undefined) setShown('active');
  }, [requestedTask]);
  useEffect(() => onTopic('todo', () => refreshTasks(cache)), [cache]);
  useEffect(() => onTopic('checklists', () => refreshTasks(cache)), [cache]);

  return (
    <div className={widget.widget} data-due="">
      <QuickAdd onAdd={add} />
      <Unsaved unsaved={unsaved} onRetry={send} onDiscard={discard} />
      <div className={styles.bar}>
        <SegmentedControl
          label={t('widgets.whichTasks')}
          value={shown}
          onChange={setShown}
          hasLabels
          options={[
            { value: 'active', label: t('widgets.active') },
            { value: 'completed', label: t('widgets.completed') },
          ]}
        />
        {shown === 'active' && active.data && active.data.items.length > 1 && (
          <Select
            label={t('widgets.order')}
            labelPosition="hidden"
            value={active.data.sort}
            onChange={(sort) => tasks.sort.mutate(sort)}
            options={[
              { value: 'Usual', label: t('widgets.orderUsual') },
              { value: 'ByHand', label: t('widgets.orderByHand') },
            ]}
          />
        )}
      </div>
      {shown === 'completed' && (
        <>
          <CompletedTaskList tasks={tasks} />
          <p>
            <PortalLink href="/duties?state=Done">{t('widgets.confirmedDuties')}</PortalLink>
          </p>
        </>
      )}
      {shown === 'active' && active.data && (
        <>
          <ActiveTaskList items={active.data.items} tasks={tasks} onAdd={add} say={setSpokenText} />
          <DueChecklists checklists={active.data.checklists} />
          <OpenDuties duties={active.data.duties} />
        </>
      )}
      {shown === 'active' &&
        !active.data &&
        (active.isError ? (
          <ErrorState
            size="compact"
            headingLevel={3}
            title={t('widgets.todoNotLoaded')}
            onRetry={() => void active.refetch()}
            isRetrying={active.isFetching}
            requestId={active.error instanceof ApiError ? active.error.requestId : undefined}
          />
        ) : (
          <TasksSkeleton />
        ))}
      <VisuallyHidden role="status">{spokenText}</VisuallyHidden>
    </div>
  );
}

function Unsaved({
  unsaved,
  onRetry,
  onDiscard,
}: {
  unsaved: UnsavedTask[];
  onRetry: (task: UnsavedTask['task']) => void;
  onDiscard: (id: string) => void;
}) {
  if (unsaved.length === 0) return null;
  return (
    <ul className={unsavedStyles.unsaved}>
      {unsaved.map(({ task, reason }) => (
        <li key={task.id}>
          <p className={unsavedStyles.unsavedTitle} dir="auto">
            {task.title}
          </p>
          {reason === undefined ? (
            <p className={unsavedStyles.sending}>
              <Spinner size="small" label={t('widgets.adding')} />
              {t('widgets.adding')}
            </p>
          ) : (
            <>
              <p role="alert" className={unsavedStyles.reason}>
                <CloudOff aria-hidden="true" />
                {t('widgets.notAdded', { reason })}
              </p>
              <p className={unsavedStyles.choices}>
                <Button size="small" onPress={() => onRetry(task)}>
                  {t('widgets.tryAgain')}
                </Button>
                <Button size="small" variant="quiet" onPress={() => onDiscard(task.id)}>
                  {t('widgets.discard')}
                </Button>
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
