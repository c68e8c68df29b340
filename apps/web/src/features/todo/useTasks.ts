import { ApiError } from '@portico/client/ApiError';
import {
  checkTask,
  createTask,
  deleteTask,
  moveTask,
  restoreTask,
  sortTasks,
  uncheckTask,
  updateTask,
  type ActiveTasks,
  type NewTask,
  type TaskChange,
  type TodoTask,
} from '@portico/contracts/todo';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '../../api/call.ts';
import { notifyOtherTabs } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';
import {
  activeTasksQuery,
  moved,
  patchActive,
  patchCompleted,
  patchTask,
  restoreState,
  removeTask,
} from './todo.queries.ts';

/** Leaves time to read the message and reach its button by keyboard. */
const UNDO_OFFER_MS = 10_000;
const KEY = ['todo'];

/** The server's explanation of an error, or a general sentence for any other failure. */
export const errorReason = (error: unknown): string =>
  error instanceof ApiError ? error.detail : t('shared.tryAgainSentence');

interface TaskAction<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** Applies the change to the cache before the server responds. Returns a function that reverts it. */
  show?: (input: Input) => () => void;
  done?: (result: Result, input: Input) => void;
  /** The error message. Without it, the caller reports the error. */
  failureMessage?: (input: Input) => string;
}

/** A mutation of the task list. Mutations reach the server one at a time, in order. */
function useTaskAction<Input, Result>(
  cache: QueryClient,
  { run, show, done, failureMessage }: TaskAction<Input, Result>,
) {
  return useMutation({
    mutationKey: KEY,
    scope: { id: 'todo' },
    mutationFn: run,
    onMutate: async (input: Input) => {
      // Apply the change before waiting for canceled queries; otherwise the row flickers.
      const canceled = cache.cancelQueries({ queryKey: KEY });
      const revert = show?.(input);
      await canceled;
      return revert;
    },
    onSuccess: (result, input) => {
      done?.(result, input);
      notifyOtherTabs('todo');
    },
    onError: (error, input, revert) => {
      revert?.();
      if (failureMessage)
        showToast(`${failureMessage(input)} ${errorReason(error)}`, { type: 'error', duration: UNDO_OFFER_MS });
    },
    onSettled: () => refreshTasks(cache, 1),
  });
}

/**
 * Refetches the tasks, unless other changes are pending: the last one refetches. `own` is the number of pending changes
 * by the caller.
 */
export function refreshTasks(cache: QueryClient, own = 0): void {
  if (cache.isMutating({ mutationKey: KEY }) <= own) void cache.invalidateQueries({ queryKey: KEY });
}

/** All task mutations. Changes show immediately; on an error they are reverted and a toast gives the reason. */
export function useTasks() {
  const cache = useQueryClient();

  const uncheck = useTaskAction(cache, {
    run: (task: TodoTask) => call(uncheckTask, { params: { id: task.id } }),
    show: (task) => {
      patchTask(cache, task.id, { state: 'Active', completedAt: null });
      return () => restoreState(cache, task);
    },
    done: (task) => {
      patchCompleted(cache, ({ items, total }) => ({
        items: items.filter((item) => item.id !== task.id),
        total: total - 1,
      }));
      patchActive(cache, (tasks) => ({
        ...tasks,
        items: [...tasks.items.filter((item) => item.id !== task.id), task],
      }));
    },
    failureMessage: ({ title }) => t('widgets.notUnchecked', { title }),
  });

  const check = useTaskAction(cache, {
    run: (task: TodoTask) => call(checkTask, { params: { id: task.id } }),
    show: (task) => {
      patchTask(cache, task.id, { state: 'Completed', completedAt: new Date().toISOString() });
      return () => restoreState(cache, task);
    },
    done: (task) => {
      patchActive(cache, (tasks) => ({ ...tasks, items: tasks.items.filter((item) => item.id !== task.id) }));
      patchCompleted(cache, ({ items, total }) => ({
        items: [task, ...items.filter((item) => item.id !== task.id)],
        total: total + 1,
      }));
      showToast(t('widgets.isDone', { title: task.title }), {
        type: 'success',
        duration: UNDO_OFFER_MS,
        action: { label: t('shared.undo'), onPress: () => uncheck.mutate(task) },
      });
    },
    failureMessage: ({ title }) => t('widgets.notChecked', { title }),
  });

  const restore = useTaskAction(cache, {
    run: (task: TodoTask) => call(restoreTask, { params: { id: task.id } }),
    failureMessage: ({ title }) => t('widgets.notRestored', { title }),
  });

  const remove = useTaskAction(cache, {
    run: (task: TodoTask) => call(deleteTask, { params: { id: task.id } }),
    show: (task) => removeTask(cache, task.id),
    done: (_, task) =>
      showToast(t('widgets.isDeleted', { title: task.title }), {
        duration: UNDO_OFFER_MS,
        action: { label: t('shared.undo'), onPress: () => restore.mutate(task) },
      }),
    failureMessage: ({ title }) => t('widgets.notDeleted', { title }),
  });

  const move = useTaskAction(cache, {
    run: ({ task, beforeId }: { task: TodoTask; beforeId: string | null }) =>
      call(moveTask, { params: { id: task.id }, body: { beforeId } }),
    show: ({ task, beforeId }) => {
      const before = cache.getQueryData(activeTasksQuery().queryKey);
      patchActive(cache, (tasks) => ({ ...tasks, sort: 'ByHand', items: moved(tasks.items, task.id, beforeId) }));
      const items = before?.items ?? [];
      const next = items[items.findIndex((item) => item.id === task.id) + 1];
      return () =>
        patchActive(cache, (tasks) => ({
          ...tasks,
          sort: before?.sort ?? tasks.sort,
          items: moved(tasks.items, task.id, next?.id ?? null),
        }));
    },
    failureMessage: ({ task: { title } }) => t('widgets.notMoved', { title }),
  });

  const sort = useTaskAction(cache, {
    run: (sort: ActiveTasks['sort']) => call(sortTasks, { body: { sort: sort } }),
    show: (sort) => {
      const before = cache.getQueryData(activeTasksQuery().queryKey)?.sort ?? 'Usual';
      patchActive(cache, (tasks) => ({ ...tasks, sort: sort }));
      return () => patchActive(cache, (tasks) => ({ ...tasks, sort: before }));
    },
    failureMessage: () => t('widgets.notSorted'),
  });

  const update = useTaskAction(cache, {
    run: ({ task, change }: { task: TodoTask; change: z.input<typeof TaskChange> }) =>
      call(updateTask, { params: { id: task.id }, body: change }),
    done: (task) => patchTask(cache, task.id, task),
  });

  const create = useTaskAction(cache, {
    run: (task: z.input<typeof NewTask>) => call(createTask, { body: task }),
    done: (task) =>
      patchActive(cache, (tasks) => ({
        ...tasks,
        items: [...tasks.items.filter((item) => item.id !== task.id), task],
      })),
  });

  return { check, uncheck, remove, move, sort, update, create };
}

export type Tasks = ReturnType<typeof useTasks>;
