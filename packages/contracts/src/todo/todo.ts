import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { NewTask, TaskChange, TaskPriority } from './newTask.ts';

// In separate files, because the dashboard makes calls but does not need the schemas.
export * from './newTask.ts';
export * from './taskLimits.ts';

export const TaskState = z.enum(['Active', 'Completed']);

/**
 * Where a task came from: the item it was created for, with the title the item had at the time, or the page of a
 * checklist.
 */
export const TaskSource = z.object({ title: z.string(), path: z.string() });
export type TaskSource = z.infer<typeof TaskSource>;

/**
 * A task of the reader. `dueDate` is a day in the person's own calendar (`yyyy-MM-dd`), not an instant. Source: spec
 * §3, §4.
 */
export const TodoTask = z.object({
  id: z.uuid(),
  title: z.string(),
  note: z.string(),
  dueDate: z.nullable(z.iso.date()),
  priority: TaskPriority,
  state: TaskState,
  /** Null for a task that the person wrote. */
  source: z.nullable(TaskSource),
  createdAt: z.iso.datetime(),
  completedAt: z.nullable(z.iso.datetime()),
  /** Who changed it last, or added it, for the person; absent if they did themselves. */
  changedBy: z.optional(z.string()),
  /** Increases with every change; a change based on an older version is rejected. */
  version: z.int(),
});
export type TodoTask = z.infer<typeof TodoTask>;

const TaskParams = z.object({ id: z.uuid() });

/** A checklist with a due date on a page that the reader may see, listed until it is complete. */
export const TodoChecklist = z.object({
  componentId: z.string(),
  title: z.string(),
  dueDate: z.iso.date(),
  done: z.int(),
  total: z.int(),
  source: TaskSource,
});
export type TodoChecklist = z.infer<typeof TodoChecklist>;

/** A confirmation that the reader owes, on the page of an item that they may see. */
export const TodoDuty = z.object({ id: z.uuid(), title: z.string(), dueDate: z.iso.date(), path: z.string() });
export type TodoDuty = z.infer<typeof TodoDuty>;

/** `sort` is `Usual` (due date, then priority, then age) until the person reorders tasks manually. */
export const ActiveTasks = z.object({
  items: z.array(TodoTask),
  sort: z.enum(['Usual', 'ByHand']),
  checklists: z.array(TodoChecklist),
  /** What the reader must confirm, first due first; `total` is the number on the page of duties. */
  duties: z.object({ items: z.array(TodoDuty), total: z.int() }),
});
export type ActiveTasks = z.infer<typeof ActiveTasks>;
export const CompletedTasks = z.object({ items: z.array(TodoTask), total: z.int() });
export type CompletedTasks = z.infer<typeof CompletedTasks>;

export const listActiveTasks = endpoint({
  method: 'GET',
  path: '/api/v1/todo/active',
  summary: 'Active tasks, in order',
  response: ActiveTasks,
});
export const listCompletedTasks = endpoint({
  method: 'GET',
  path: '/api/v1/todo/completed',
  summary: 'Completed tasks, latest first',
  response: CompletedTasks,
});
export const createTask = endpoint({
  method: 'POST',
  path: '/api/v1/todo',
  summary: 'Adds a task',
  body: NewTask,
  response: TodoTask,
});
export const updateTask = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/:id',
  summary: 'Changes a task',
  params: TaskParams,
  body: TaskChange,
  response: TodoTask,
});
export const checkTask = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/:id/check',
  summary: 'Marks a task done',
  params: TaskParams,
  response: TodoTask,
});
export const uncheckTask = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/:id/uncheck',
  summary: 'Reopens a task',
  params: TaskParams,
  response: TodoTask,
});
export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/v1/todo/:id',
  summary: 'Deletes a task',
  params: TaskParams,
});
/** Possible for a day after the deletion. */
export const restoreTask = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/:id/restore',
  summary: 'Restores a deleted task',
  params: TaskParams,
  response: TodoTask,
});
/**
 * A null `beforeId` moves the task to the end. The first move switches to manual order, which starts from the order as
 * shown.
 */
export const moveTask = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/:id/position',
  summary: 'Moves a task within the custom order',
  params: TaskParams,
  body: z.object({ beforeId: z.nullable(z.uuid()) }),
  response: ActiveTasks,
});
export const sortTasks = endpoint({
  method: 'PUT',
  path: '/api/v1/todo/sort',
  summary: 'Chooses the default or the custom order',
  body: z.object({ sort: z.enum(['Usual', 'ByHand']) }),
  response: ActiveTasks,
});
