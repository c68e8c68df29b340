import { MAX_TASK_TITLE } from '@portico/contracts/todo';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import ListPlus from 'lucide-react/icons/list-plus';
import { useEffect, useRef, useState } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';
import type { TaskSubject } from '../../kit/ShellSlots.ts';
import { requestTask } from '../../frame/requestedTask.ts';
import { activeTasksQuery } from './todo.queries.ts';
import { reasonOf, refreshTasks, useTasks } from './useTasks.ts';

const MESSAGE_MS = 10_000;

/** Titles of items may be longer than those of tasks. */
const shortened = (title: string): string =>
  title.length > MAX_TASK_TITLE
    ? `${title
        .slice(0, MAX_TASK_TITLE - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
    : title;

/** Puts an item among the reader's tasks; once it is there, leads to its task. */
export function AddTaskButton({ subject: { itemId, title, path, dueDate } }: { subject: TaskSubject }) {
  const cache = useQueryClient();
  const { data, isPending } = useQuery(activeTasksQuery());
  const { create } = useTasks();
  // A try whose answer was lost makes no second task.
  const [id, setId] = useState(() => crypto.randomUUID());
  // The second of two quick presses comes before the first one shows.
  const isUnderWay = useRef(false);
  useEffect(() => onTopic('todo', () => refreshTasks(cache)), [cache]);

  const own = data?.items.find((task) => task.state === 'Active' && task.source?.path === path);
  if (own) {
    return (
      <Button variant="quiet" size="small" onPress={() => requestTask(own.id)}>
        <ListChecks aria-hidden="true" />
        {t('widgets.inTasks')}
      </Button>
    );
  }
  const add = () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    create.mutate(
      { id, title: shortened(title), dueDate, itemId },
      {
        onSuccess: () => {
          setId(crypto.randomUUID());
          showToast(t('widgets.isInTasks', { title }), { type: 'success' });
        },
        onSettled: () => {
          isUnderWay.current = false;
        },
        onError: (error) =>
          showToast(`${t('widgets.notInTasks', { title })} ${reasonOf(error)}`, {
            type: 'error',
            duration: MESSAGE_MS,
          }),
      },
    );
  };
  // Until it is known, there may be one; where it can't be known, the server tells.
  return (
    <Button variant="quiet" size="small" isDisabled={isPending} pending={create.isPending} onPress={add}>
      <ListPlus aria-hidden="true" />
      {t('widgets.addToTasks')}
    </Button>
  );
}
