import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { ActiveTasks, MAX_ACTIVE_TASKS, TodoTask } from '@portico/contracts/todo';
import { readRowOrThrow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { announcement } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';

export type Sort = ActiveTasks['sort'];

/** A task with the title and path of the item it is for, and the name of a delegate who changed it last. */
export const TaskRow = z.extend(z.omit(TodoTask, { source: true, state: true, changedBy: true }), {
  sourceTitle: z.nullable(z.string()),
  sourcePath: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
});

export const taskColumns = sql`todo.id, todo.title, todo.note, todo.due_date::text as "dueDate", todo.priority, todo.source_title as "sourceTitle",
  todo.source_path as "sourcePath", todo.created_at as "createdAt", todo.completed_at as "completedAt", todo.version,
  (select ${displayName('delegate')} from users delegate where delegate.id = todo.changed_by) as "changedBy"`;

export const isActive = sql`todo.completed_at is null and todo.deleted_at is null`;

export function taskOf({ sourceTitle, sourcePath, changedBy, ...row }: z.infer<typeof TaskRow>): TodoTask {
  const source = sourceTitle !== null && sourcePath !== null ? { title: sourceTitle, path: sourcePath } : null;
  const state = row.completedAt === null ? 'Active' : 'Completed';
  return { ...row, source, state, ...(changedBy === null ? {} : { changedBy }) };
}

/**
 * Ordered by due date with undated tasks last, then High before Normal, then oldest first. In manual order, tasks that
 * the person has moved come first, in their order.
 */
export const orderOf = (sort: RawBuilder<Sort>): RawBuilder<unknown> =>
  sql`case when ${sort} = 'ByHand' then todo.position end nulls last, todo.due_date nulls last, todo.priority = 'High' desc, todo.created_at, todo.id`;

/** A statement that writes a task of the person, announces the change to them, and returns the task. */
export const written = (userId: string, write: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with written as (${write} returning ${taskColumns}),
  ${announcement('todo', sql`select ${userId}::text as recipient from written`)}
  select written.* from written cross join announced`;

/** The refusal of one more active task. */
export const tooMany = () =>
  new PortalError(
    'conflict',
    `You have ${MAX_ACTIVE_TASKS} active tasks, which is the maximum. Complete or delete some first.`,
  );

const LockedList = z.object({ sort: ActiveTasks.shape.sort });

/**
 * Locks the person's list against concurrent counting and sorting until the transaction ends. Returns the sort of the
 * list.
 */
export async function lockList(trx: Transaction<DB>, userId: string): Promise<Sort> {
  const { sort } = await readRowOrThrow(trx, LockedList, sql`select sort from lock_todo_list(${userId})`);
  return sort;
}
