import {
  listActiveTasks,
  listCompletedTasks,
  type ActiveTasks,
  type CompletedTasks,
  type TodoTask,
} from '@portico/contracts/todo';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** Active tasks in the reader's order. The widget shows errors in place. */
export const activeTasksQuery = () =>
  queryOptions({
    ...query(listActiveTasks, {}),
    throwOnError: false,
  });

export const completedTasksQuery = () =>
  queryOptions({
    ...query(listCompletedTasks, {}),
    throwOnError: false,
  });

/** Updates the cached list, if there is one. */
export function patchActive(cache: QueryClient, patch: (tasks: ActiveTasks) => ActiveTasks): void {
  cache.setQueryData(activeTasksQuery().queryKey, (tasks) => tasks && patch(tasks));
}

export function patchCompleted(cache: QueryClient, patch: (tasks: CompletedTasks) => CompletedTasks): void {
  cache.setQueryData(completedTasksQuery().queryKey, (tasks) => tasks && patch(tasks));
}

/** Merges `changes` into a task in either list. */
export function patchTask(cache: QueryClient, id: string, changes: Partial<TodoTask>): void {
  const patched = (items: TodoTask[]) => items.map((task) => (task.id === id ? { ...task, ...changes } : task));
  patchActive(cache, (tasks) => ({ ...tasks, items: patched(tasks.items) }));
  patchCompleted(cache, (tasks) => ({ ...tasks, items: patched(tasks.items) }));
}

/** Resets a task's state to match the list that contains it. Only server responses move tasks between lists. */
export function restoreState(cache: QueryClient, { id, completedAt }: TodoTask): void {
  const patched = (items: TodoTask[], changes: Partial<TodoTask>) =>
    items.map((task) => (task.id === id ? { ...task, ...changes } : task));
  patchActive(cache, (tasks) => ({ ...tasks, items: patched(tasks.items, { state: 'Active', completedAt: null }) }));
  patchCompleted(cache, (tasks) => ({ ...tasks, items: patched(tasks.items, { state: 'Completed', completedAt }) }));
}

/** Removes a task from both lists. Returns a function that restores it at its old position. */
export function removeTask(cache: QueryClient, id: string): () => void {
  const active = cache.getQueryData(activeTasksQuery().queryKey)?.items ?? [];
  const completed = cache.getQueryData(completedTasksQuery().queryKey)?.items ?? [];
  const without = (items: TodoTask[]) => items.filter((task) => task.id !== id);
  patchActive(cache, (tasks) => ({ ...tasks, items: without(tasks.items) }));
  patchCompleted(cache, (tasks) => ({
    items: without(tasks.items),
    total: tasks.total - (tasks.items.length - without(tasks.items).length),
  }));
  const reinsert = (before: TodoTask[]) => (items: TodoTask[]) => {
    const index = before.findIndex((task) => task.id === id);
    return index < 0 || items.some((task) => task.id === id) ? items : items.toSpliced(index, 0, before[index]!);
  };
  return () => {
    patchActive(cache, (tasks) => ({ ...tasks, items: reinsert(active)(tasks.items) }));
    patchCompleted(cache, (tasks) => ({
      items: reinsert(completed)(tasks.items),
      total: tasks.total + (completed.some((task) => task.id === id) ? 1 : 0),
    }));
  };
}

/** Moves a task before another one, or to the end if `beforeId` is null. */
export function moved(items: TodoTask[], id: string, beforeId: string | null): TodoTask[] {
  const task = items.find((item) => item.id === id);
  if (!task || beforeId === id) return items;
  const others = items.filter((item) => item.id !== id);
  const index = beforeId === null ? others.length : others.findIndex((item) => item.id === beforeId);
  return index < 0 ? items : others.toSpliced(index, 0, task);
}
