import { MAX_TASK_TITLE } from '@portico/contracts/todo';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import ListPlus from 'lucide-react/icons/list-plus';
import { useEffect, useRef, useState } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';
import type { PageItem } from '../../kit/ShellSlots.ts';
import { requestTask } from './requestedTask.ts';
import { activeTasksQuery } from './todo.queries.ts';
import { errorReason, refreshTasks, useTasks } from './useTasks.ts';

const MESSAGE_MS = 10_000;

/** Item titles can be longer than the limit for task titles. */
const shortened = (title: string): string =>
  title.length > MAX_TASK_TITLE
    ? `${title
        .slice(0, MAX_TASK_TITLE - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
    : title;

/** Adds an item to the reader's tasks. Once added, the button opens the task instead. */
export function AddTaskButton({ item: { itemId, title, path, day } }: { item: PageItem }) {
  const cache = useQueryClient();
  const { data, isPending } = useQuery(activeTasksQuery());
  const { create } = useTasks();
  // Reusing the id on a retry keeps a lost response from creating a second task.
  const [id, setId] = useState(() => crypto.randomUUID());
  // `isPending` updates too late to stop a quick second press.
  const isSending = useRef(false);
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
    if (isSending.current) return;
    isSending.current = true;
    create.mutate(
      { id, title: shortened(title), dueDate: day, itemId },
      {
        onSuccess: () => {
          setId(crypto.randomUUID());
          showToast(t('widgets.isInTasks', { title }), { type: 'success' });
        },
        onSettled: () => {
          isSending.current = false;
        },
        onError: (error) =>
          showToast(`${t('widgets.notInTasks', { title })} ${errorReason(error)}`, {
            type: 'error',
            duration: MESSAGE_MS,
          }),
      },
    );
  };
  // Wait for the list, because a task may already exist. If the list fails to load, the server rejects a duplicate.
  return (
    <Button variant="quiet" size="small" isDisabled={isPending} pending={create.isPending} onPress={add}>
      <ListPlus aria-hidden="true" />
      {t('widgets.addToTasks')}
    </Button>
  );
}
