import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MAX_ACTIVE_TASKS, type NewTask, type TodoTask } from '@portico/contracts/todo';
import type { Db } from '../../db/pool.ts';
import { compileOnce, readRow } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { findItemSource, type ItemSource } from './taskSource.queries.ts';
import { lockList, taskColumns, taskOf, TaskRow, tooMany, written } from './taskRows.ts';

const KnownTask = z.extend(TaskRow, { isOwn: z.boolean(), isSame: z.boolean() });

interface AddedTask {
  id: string;
  userId: string;
  title: string;
  note: string;
  dueDate: string | null;
  priority: string;
  sourceTitle: string | null;
  sourcePath: string | null;
  now: Date;
  madeOf: Buffer;
  changedBy: string | null;
}

/** Adds a task unless the id is in use or there are too many. */
const addTask = compileOnce(TaskRow, (task: AddedTask) =>
  written(
    task.userId,
    sql`
      insert into todos as todo (id, user_id, title, note, due_date, priority, source_title, source_path, created_at, made_of, changed_by)
      select ${task.id}::uuid, ${task.userId}::uuid, ${task.title}, ${task.note}, ${task.dueDate}::date, ${task.priority}, ${task.sourceTitle},
        ${task.sourcePath}, ${task.now}::timestamptz, ${task.madeOf}::bytea, ${task.changedBy}::uuid
      from lock_todo_list(${task.userId}) list where list.active < ${MAX_ACTIVE_TASKS}
      on conflict (id) do nothing`,
  ),
);

/**
 * Adds a task. An id that the person has already used returns the task of the first attempt. Throws `conflict` when the
 * first attempt differed, when the id cannot be used, when there are too many tasks, or when there is an active one for
 * the same item; `not_found` for an item that the person cannot see.
 */
export function createTask(db: Db, reader: Reader, task: z.infer<typeof NewTask>): Promise<TodoTask> {
  const { itemId } = task;
  if (itemId === undefined) return addOrFind(db, reader, task);
  return db.transaction().execute(async (trx) => {
    await lockList(trx, reader.id);
    return addOrFind(trx, reader, task, await findItemSource(trx, reader, itemId));
  });
}

/** In a transaction that holds the lock of the list if the task is for an item. */
async function addOrFind(
  db: Db,
  { id: userId, now, actedBy }: Reader,
  task: z.infer<typeof NewTask>,
  source?: ItemSource,
): Promise<TodoTask> {
  const { id = randomUUID(), title, note = '', dueDate = null, priority = 'Normal', itemId } = task;
  const madeOf = createHash('sha256')
    .update(JSON.stringify([title, note, dueDate, priority, ...(itemId === undefined ? [] : [itemId])]))
    .digest();
  const mayBeAdded = itemId === undefined || source?.hasTask === false;
  const of = { sourceTitle: source?.title ?? null, sourcePath: source?.path ?? null, changedBy: actedBy ?? null };
  const [added] = mayBeAdded
    ? await addTask(db, { id, userId, title, note, dueDate, priority, now, madeOf, ...of })
    : [];
  if (added) return taskOf(added);
  const known = await readRow(
    db,
    KnownTask,
    sql`select ${taskColumns}, todo.user_id = ${userId} as "isOwn", coalesce(todo.made_of = ${madeOf}, false) as "isSame" from todos todo where todo.id = ${id}`,
  );
  if (known) {
    const { isOwn, isSame, ...row } = known;
    if (isOwn && isSame) return taskOf(row);
    throw new PortalError(
      'conflict',
      isOwn ? 'This task was already added with different content.' : 'This ID can’t be used. Try another one.',
    );
  }
  if (mayBeAdded) throw tooMany();
  if (source) throw new PortalError('conflict', 'You already have a task for this.');
  throw new PortalError('not_found', 'The item was not found.');
}
