import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { dayIn } from '@portico/contracts/times';
import {
  MAX_ACTIVE_TASKS,
  MAX_COMPLETED_TASKS,
  ActiveTasks,
  type CompletedTasks,
  type TaskChange,
  type TodoTask,
} from '@portico/contracts/todo';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { nullsFor, readRow, readRowOrThrow, readRows } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { listOpenDuties } from './openDuties.queries.ts';
import { listDueChecklists } from './dueChecklists.queries.ts';
import { changesSince, hasEveryValue, ChangedIn } from './taskChanges.ts';
import { isActive, orderOf, taskColumns, taskOf, TaskRow, tooMany, written } from './taskRows.ts';

const sortOfList = { sort: z.nullable(ActiveTasks.shape.sort) };
/** When there are no tasks, there is one row with only the sort. */
const ActiveRow = z.union([z.extend(TaskRow, sortOfList), z.extend(nullsFor(TaskRow), sortOfList)]);

/** The person's active tasks, in order, checklists with a due date, and what they must confirm or earn. */
export async function listActive(db: Db, reader: Reader, timeZone: string): Promise<ActiveTasks> {
  const [rows, checklists, duties] = await Promise.all([
    readRows(
      db,
      ActiveRow,
      sql`
        select list.sort, ${taskColumns}
        from (select ${reader.id}::uuid as user_id) person
        left join todo_lists list on list.user_id = person.user_id
        left join todos todo on todo.user_id = person.user_id and ${isActive}
        order by ${orderOf(sql`list.sort`)}`,
    ),
    listDueChecklists(db, reader),
    listOpenDuties(db, reader, { today: dayIn(timeZone, reader.now), timeZone }),
  ]);
  const items = rows.filter((row) => row.id !== null).map(({ sort: _, ...row }) => taskOf(row));
  return { items, sort: rows[0]?.sort ?? 'Usual', checklists, duties };
}

const CompletedRow = z.extend(TaskRow, { total: z.int() });

/** Completed tasks, newest first. `total` also counts those past the end of the list. */
export async function listCompleted(db: Db, userId: string): Promise<CompletedTasks> {
  const rows = await readRows(
    db,
    CompletedRow,
    sql`
      select ${taskColumns}, count(*) over ()::int as total from todos todo
      where todo.user_id = ${userId} and todo.completed_at is not null and todo.deleted_at is null
      order by todo.completed_at desc, todo.id limit ${MAX_COMPLETED_TASKS}`,
  );
  return { items: rows.map(({ total: _, ...row }) => taskOf(row)), total: rows[0]?.total ?? 0 };
}

const ChangedTask = z.extend(TaskRow, { changedIn: ChangedIn });

/**
 * Updates the given fields. Throws `conflict` with the changes when the task has changed since the caller's version.
 * Undefined for an unknown task.
 */
export async function updateTask(
  db: Db,
  { id: userId, actedBy }: Reader,
  id: string,
  { version, ...fields }: z.infer<typeof TaskChange>,
): Promise<TodoTask | undefined> {
  const columns = { title: sql`title`, note: sql`note`, dueDate: sql`due_date`, priority: sql`priority` };
  const changed = (Object.keys(columns) as Array<keyof typeof columns>).filter((name) => fields[name] !== undefined);
  const row = await readRow(
    db,
    TaskRow,
    written(
      userId,
      sql`
        update todos todo set ${sql.join([
          ...changed.map((name) => sql`${columns[name]} = ${fields[name]}`),
          sql`version = version + 1`,
          sql`changed_by = ${actedBy ?? null}::uuid`,
          noted(changed),
        ])}
        where todo.id = ${id} and todo.user_id = ${userId} and todo.deleted_at is null and todo.version = ${version}`,
    ),
  );
  if (row) return taskOf(row);
  const current = await readRow(
    db,
    ChangedTask,
    sql`
      select ${taskColumns}, todo.changed_in as "changedIn" from todos todo
      where todo.id = ${id} and todo.user_id = ${userId} and todo.deleted_at is null`,
  );
  if (!current) return undefined;
  const { changedIn, ...rest } = current;
  const task = taskOf(rest);
  // The response to this change was lost, and the caller is retrying it.
  if (task.version === version + 1 && hasEveryValue(task, fields)) return task;
  const { detail, issues } = changesSince(version, task, changedIn);
  throw new PortalError('conflict', detail, { issues });
}

/** Idempotent. Undefined for an unknown task. */
export async function checkTask(
  db: Db,
  { id: userId, now, actedBy }: Reader,
  id: string,
): Promise<TodoTask | undefined> {
  const row = await readRow(
    db,
    TaskRow,
    written(
      userId,
      sql`
        update todos todo set completed_at = coalesce(completed_at, ${now}),
          changed_by = case when completed_at is null then ${actedBy ?? null}::uuid else changed_by end, version = version + (completed_at is null)::int,
          changed_in = case when completed_at is null then changed_in || jsonb_build_object('state', version + 1) else changed_in end
        where todo.id = ${id} and todo.user_id = ${userId} and todo.deleted_at is null`,
    ),
  );
  return row && taskOf(row);
}

/** Idempotent. Throws `conflict` when there are too many tasks. Undefined for an unknown task. */
export function uncheckTask(db: Db, { id: userId, actedBy }: Reader, id: string): Promise<TodoTask | undefined> {
  return reactivate(
    db,
    userId,
    sql`
      update todos todo set completed_at = null,
        changed_by = case when completed_at is null then changed_by else ${actedBy ?? null}::uuid end, version = version + (completed_at is not null)::int,
        changed_in = case when completed_at is null then changed_in else changed_in || jsonb_build_object('state', version + 1) end
      from lock_todo_list(${userId}) list
      where todo.id = ${id} and todo.user_id = ${userId} and todo.deleted_at is null`,
    sql`todo.completed_at is null`,
  );
}

/** Idempotent for a day, until the task is purged. False for an unknown task. */
export async function deleteTask(db: Db, { id: userId, now, actedBy }: Reader, id: string): Promise<boolean> {
  const row = await readRow(
    db,
    TaskRow,
    written(
      userId,
      sql`
        update todos todo set deleted_at = coalesce(deleted_at, ${now}), changed_by = ${actedBy ?? null}::uuid
        where id = ${id} and user_id = ${userId}`,
    ),
  );
  return row !== undefined;
}

/**
 * Undoes a deletion within a day. A task that was not deleted stays as it is. Throws and returns like `uncheckTask`.
 */
export function restoreTask(db: Db, { id: userId, now, actedBy }: Reader, id: string): Promise<TodoTask | undefined> {
  return reactivate(
    db,
    userId,
    sql`
      update todos todo set deleted_at = null, changed_by = ${actedBy ?? null}::uuid
      from lock_todo_list(${userId}) list
      where todo.id = ${id} and todo.user_id = ${userId} and (todo.deleted_at is null or todo.deleted_at > ${dayBefore(now)})`,
    sql`todo.deleted_at is null or todo.completed_at is not null`,
  );
}

const ListState = z.object({ isFull: z.boolean() });

/**
 * Runs an update that makes a task active, unless there are too many. A task for which `isCounted` is true is already
 * among them. The update joins `list`, the locked list.
 */
async function reactivate(
  db: Db,
  userId: string,
  update: RawBuilder<unknown>,
  isCounted: RawBuilder<unknown>,
): Promise<TodoTask | undefined> {
  const row = await readRow(
    db,
    TaskRow,
    written(userId, sql`${update} and (${isCounted} or list.active < ${MAX_ACTIVE_TASKS})`),
  );
  if (row) return taskOf(row);
  const { isFull } = await readRowOrThrow(
    db,
    ListState,
    sql`select count(*) >= ${MAX_ACTIVE_TASKS} as "isFull" from todos todo where todo.user_id = ${userId} and ${isActive}`,
  );
  if (isFull) throw tooMany();
  return undefined;
}

/** Purges tasks deleted more than a day ago. */
export async function purgeTasks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('todos').where('deleted_at', '<=', dayBefore(now).toISOString()).execute();
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Records the version that changed these fields. */
function noted(fields: string[]): RawBuilder<unknown> {
  return sql`changed_in = changed_in || ${fields.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(fields.flatMap((name) => [sql`${name}::text`, sql`version + 1`]))})`}`;
}
