import {
  listActiveTasks,
  listCompletedTasks,
  type ActiveTasks,
  type CompletedTasks,
  type TodoTask,
} from '@portico/contracts/todo';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** What is to be done, in order. A failure shows in the widget and leaves the page alone. */
export const activeTasksQuery = () =>
  queryOptions({
    queryKey: ['todo', 'active'],
    queryFn: ({ signal }) => call(listActiveTasks, {}, { signal }),
    throwOnError: false,
  });

export const completedTasksQuery = () =>
  queryOptions({
    queryKey: ['todo', 'completed'],
    queryFn: ({ signal }) => call(listCompletedTasks, {}, { signal }),
    throwOnError: false,
  });

/** Changes a list that the cache has; does nothing to one that it has not. */
export function patchActive(cache: QueryClient, patch: (tasks: ActiveTasks) => ActiveTasks): void {
  cache.setQueryData(activeTasksQuery().queryKey, (tasks) => tasks && patch(tasks));
}

export function patchCompleted(cache: QueryClient, patch: (tasks: CompletedTasks) => CompletedTasks): void {
  cache.setQueryData(completedTasksQuery().queryKey, (tasks) => tasks && patch(tasks));
}

/** Puts `own` into a task, in whichever list it stands. */
export function patchTask(cache: QueryClient, id: string, own: Partial<TodoTask>): void {
  const patched = (items: TodoTask[]) => items.map((task) => (task.id === id ? { ...task, ...own } : task));
  patchActive(cache, (tasks) => ({ ...tasks, items: patched(tasks.items) }));
  patchCompleted(cache, (tasks) => ({ ...tasks, items: patched(tasks.items) }));
}

/** Puts the state of a task back to that of the list in which it stands, which only the server's answer changes. */
export function putStateBack(cache: QueryClient, { id, completedAt }: TodoTask): void {
  const patched = (items: TodoTask[], own: Partial<TodoTask>) =>
    items.map((task) => (task.id === id ? { ...task, ...own } : task));
  patchActive(cache, (tasks) => ({ ...tasks, items: patched(tasks.items, { state: 'Active', completedAt: null }) }));
  patchCompleted(cache, (tasks) => ({ ...tasks, items: patched(tasks.items, { state: 'Completed', completedAt }) }));
}

/** Takes a task out of both lists. Answers what puts it back where it stood. */
export function removeTask(cache: QueryClient, id: string): () => void {
  const active = cache.getQueryData(activeTasksQuery().queryKey)?.items ?? [];
  const completed = cache.getQueryData(completedTasksQuery().queryKey)?.items ?? [];
  const without = (items: TodoTask[]) => items.filter((task) => task.id !== id);
  patchActive(cache, (tasks) => ({ ...tasks, items: without(tasks.items) }));
  patchCompleted(cache, (tasks) => ({
    items: without(tasks.items),
    total: tasks.total - (tasks.items.length - without(tasks.items).length),
  }));
  const putBack = (before: TodoTask[]) => (items: TodoTask[]) => {
    const place = before.findIndex((task) => task.id === id);
    return place < 0 || items.some((task) => task.id === id) ? items : items.toSpliced(place, 0, before[place]!);
  };
  return () => {
    patchActive(cache, (tasks) => ({ ...tasks, items: putBack(active)(tasks.items) }));
    patchCompleted(cache, (tasks) => ({
      items: putBack(completed)(tasks.items),
      total: tasks.total + (completed.some((task) => task.id === id) ? 1 : 0),
    }));
  };
}

/** The tasks with one of them moved before another one, or to the end. */
export function moved(items: TodoTask[], id: string, beforeId: string | null): TodoTask[] {
  const task = items.find((one) => one.id === id);
  if (!task || beforeId === id) return items;
  const others = items.filter((one) => one.id !== id);
  const place = beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId);
  return place < 0 ? items : others.toSpliced(place, 0, task);
}
