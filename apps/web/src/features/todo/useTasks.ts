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
  putStateBack,
  removeTask,
} from './todo.queries.ts';

/** Long enough to be read, and to be reached by keyboard. */
const UNDO_OFFER_MS = 10_000;
const KEY = ['todo'];

/** What the server said, or what became of the line. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : t('shared.tryAgainSentence');

interface Change<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** Shows the change before the server has made it. Answers what takes it back. */
  show?: (input: Input) => () => void;
  done?: (result: Result, input: Input) => void;
  /** Says what did not happen. Without it the caller tells. */
  refusal?: (input: Input) => string;
}

/** One kind of change of the tasks. They reach the server one after the other, in the order in which they were made. */
function useChange<Input, Result>(cache: QueryClient, { run, show, done, refusal }: Change<Input, Result>) {
  return useMutation({
    mutationKey: KEY,
    scope: { id: 'todo' },
    mutationFn: run,
    onMutate: async (input: Input) => {
      // Shown before the answers of others are waited out, so that nothing blinks.
      const cancelled = cache.cancelQueries({ queryKey: KEY });
      const takeBack = show?.(input);
      await cancelled;
      return takeBack;
    },
    onSuccess: (result, input) => {
      done?.(result, input);
      notifyOtherTabs('todo');
    },
    onError: (error, input, takeBack) => {
      takeBack?.();
      if (refusal) showToast(`${refusal(input)} ${reasonOf(error)}`, { type: 'error', duration: UNDO_OFFER_MS });
    },
    onSettled: () => refreshTasks(cache, 1),
  });
}

/** Asks the server again, unless changes are on the way: the last of them does so. `own` of those are the caller's. */
export function refreshTasks(cache: QueryClient, own = 0): void {
  if (cache.isMutating({ mutationKey: KEY }) <= own) void cache.invalidateQueries({ queryKey: KEY });
}

/** All that a person can do with tasks. Changes show at once; what the server refuses is taken back, and a message says why. */
export function useTasks() {
  const cache = useQueryClient();

  const uncheck = useChange(cache, {
    run: (task: TodoTask) => call(uncheckTask, { params: { id: task.id } }),
    show: (task) => {
      patchTask(cache, task.id, { state: 'Active', completedAt: null });
      return () => putStateBack(cache, task);
    },
    done: (task) => {
      patchCompleted(cache, ({ items, total }) => ({
        items: items.filter((one) => one.id !== task.id),
        total: total - 1,
      }));
      patchActive(cache, (tasks) => ({ ...tasks, items: [...tasks.items.filter((one) => one.id !== task.id), task] }));
    },
    refusal: ({ title }) => t('widgets.notUnchecked', { title }),
  });

  const check = useChange(cache, {
    run: (task: TodoTask) => call(checkTask, { params: { id: task.id } }),
    show: (task) => {
      patchTask(cache, task.id, { state: 'Completed', completedAt: new Date().toISOString() });
      return () => putStateBack(cache, task);
    },
    done: (task) => {
      patchActive(cache, (tasks) => ({ ...tasks, items: tasks.items.filter((one) => one.id !== task.id) }));
      patchCompleted(cache, ({ items, total }) => ({
        items: [task, ...items.filter((one) => one.id !== task.id)],
        total: total + 1,
      }));
      showToast(t('widgets.isDone', { title: task.title }), {
        type: 'success',
        duration: UNDO_OFFER_MS,
        action: { label: t('shared.undo'), onPress: () => uncheck.mutate(task) },
      });
    },
    refusal: ({ title }) => t('widgets.notChecked', { title }),
  });

  const restore = useChange(cache, {
    run: (task: TodoTask) => call(restoreTask, { params: { id: task.id } }),
    refusal: ({ title }) => t('widgets.notRestored', { title }),
  });

  const remove = useChange(cache, {
    run: (task: TodoTask) => call(deleteTask, { params: { id: task.id } }),
    show: (task) => removeTask(cache, task.id),
    done: (_, task) =>
      showToast(t('widgets.isDeleted', { title: task.title }), {
        duration: UNDO_OFFER_MS,
        action: { label: t('shared.undo'), onPress: () => restore.mutate(task) },
      }),
    refusal: ({ title }) => t('widgets.notDeleted', { title }),
  });

  const move = useChange(cache, {
    run: ({ task, beforeId }: { task: TodoTask; beforeId: string | null }) =>
      call(moveTask, { params: { id: task.id }, body: { beforeId } }),
    show: ({ task, beforeId }) => {
      const before = cache.getQueryData(activeTasksQuery().queryKey);
      patchActive(cache, (tasks) => ({ ...tasks, sort: 'ByHand', items: moved(tasks.items, task.id, beforeId) }));
      const items = before?.items ?? [];
      const next = items[items.findIndex((one) => one.id === task.id) + 1];
      return () =>
        patchActive(cache, (tasks) => ({
          ...tasks,
          sort: before?.sort ?? tasks.sort,
          items: moved(tasks.items, task.id, next?.id ?? null),
        }));
    },
    refusal: ({ task: { title } }) => t('widgets.notMoved', { title }),
  });

  const sort = useChange(cache, {
    run: (wanted: ActiveTasks['sort']) => call(sortTasks, { body: { sort: wanted } }),
    show: (wanted) => {
      const before = cache.getQueryData(activeTasksQuery().queryKey)?.sort ?? 'Usual';
      patchActive(cache, (tasks) => ({ ...tasks, sort: wanted }));
      return () => patchActive(cache, (tasks) => ({ ...tasks, sort: before }));
    },
    refusal: () => t('widgets.notSorted'),
  });

  const update = useChange(cache, {
    run: ({ task, change }: { task: TodoTask; change: z.input<typeof TaskChange> }) =>
      call(updateTask, { params: { id: task.id }, body: change }),
    done: (task) => patchTask(cache, task.id, task),
  });

  const create = useChange(cache, {
    run: (task: z.input<typeof NewTask>) => call(createTask, { body: task }),
    done: (task) =>
      patchActive(cache, (tasks) => ({ ...tasks, items: [...tasks.items.filter((one) => one.id !== task.id), task] })),
  });

  return { check, uncheck, remove, move, sort, update, create };
}

export type Tasks = ReturnType<typeof useTasks>;
