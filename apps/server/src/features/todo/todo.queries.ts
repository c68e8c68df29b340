import { createHash, randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { dayIn } from '@portico/contracts/times';
import {
  MAX_ACTIVE_TASKS,
  MAX_COMPLETED_TASKS,
  ActiveTasks,
  type CompletedTasks,
  type NewTask,
  type TaskChange,
  TodoTask,
} from '@portico/contracts/todo';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { compileOnce, nullsFor, readRow, readRowOrThrow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { announce, announcement } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { listOpenDuties } from './openDuties.queries.ts';
import { listDueChecklists } from './dueChecklists.queries.ts';
import { changesSince, hasEveryValue, ChangedIn } from './taskChanges.ts';
import { findItemSource, type ItemSource } from './taskSource.queries.ts';

export type Sort = ActiveTasks['sort'];

const TaskRow = z.extend(z.omit(TodoTask, { source: true, state: true, changedBy: true }), {
  sourceTitle: z.nullable(z.string()),
  sourcePath: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
});

const taskColumns = sql`todo.id, todo.title, todo.note, todo.due_date::text as "dueDate", todo.priority, todo.source_title as "sourceTitle",
  todo.source_path as "sourcePath", todo.created_at as "createdAt", todo.completed_at as "completedAt", todo.version,
  (select ${displayName('delegate')} from users delegate where delegate.id = todo.changed_by) as "changedBy"`;

const isActive = sql`todo.completed_at is null and todo.deleted_at is null`;

function taskOf({ sourceTitle, sourcePath, changedBy, ...row }: z.infer<typeof TaskRow>): TodoTask {
  const source = sourceTitle !== null && sourcePath !== null ? { title: sourceTitle, path: sourcePath } : null;
  const state = row.completedAt === null ? 'Active' : 'Completed';
  return { ...row, source, state, ...(changedBy === null ? {} : { changedBy }) };
}

/**
 * Ordered by due date with undated tasks last, then High before Normal, then oldest first. In manual order, tasks that
 * the person has moved come first, in their order.
 */
const orderOf = (sort: RawBuilder<Sort>): RawBuilder<unknown> =>
  sql`case when ${sort} = 'ByHand' then todo.position end nulls last, todo.due_date nulls last, todo.priority = 'High' desc, todo.created_at, todo.id`;

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

const KnownTask = z.extend(TaskRow, { isOwn: z.boolean(), isSame: z.boolean() });

/** A statement that writes a task of the person, announces the change to them, and returns the task. */
const written = (userId: string, write: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with written as (${write} returning ${taskColumns}),
  ${announcement('todo', sql`select ${userId}::text as recipient from written`)}
  select written.* from written cross join announced`;

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

const Move = z.object({ isFound: z.boolean() });

/** Moves an active task before another one, or to the end, and saves the order. False when either task is unknown. */
export function moveTask(db: Db, userId: string, id: string, beforeId: string | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const sort = await lockList(trx, userId);
    const { isFound } = await readRowOrThrow(
      trx,
      Move,
      sql`
        select count(*) filter (where todo.id = ${id}) = 1 and (${beforeId}::uuid is null or count(*) filter (where todo.id = ${beforeId}) = 1) as "isFound"
        from todos todo where todo.user_id = ${userId} and ${isActive}`,
    );
    if (!isFound) return false;
    await sql`
      with shown as (
        select todo.id, row_number() over (order by ${orderOf(sql`${sort}`)}) as rank from todos todo where todo.user_id = ${userId} and ${isActive}
      ), placed as (
        select id, row_number() over (order by
          case when id = ${id} then coalesce((select rank from shown where id = ${beforeId}) - 0.5, 'infinity') else rank end) as position
        from shown
      )
      update todos set position = placed.position from placed where todos.id = placed.id and todos.position is distinct from placed.position`.execute(
      trx,
    );
    await trx.updateTable('todo_lists').set({ sort: 'ByHand' }).where('user_id', '=', userId).execute();
    await announce(trx, 'todo', userId);
    return true;
  });
}

export async function saveSort(db: Db, userId: string, sort: Sort): Promise<void> {
  await sql`
    with saved as (
      insert into todo_lists (user_id, sort) values (${userId}, ${sort}) on conflict (user_id) do update set sort = excluded.sort
    ), ${announcement('todo', sql`select ${userId}::text as recipient`)}
    select from announced`.execute(db);
}

/** Purges tasks deleted more than a day ago. */
export async function purgeTasks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('todos').where('deleted_at', '<=', dayBefore(now).toISOString()).execute();
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

const tooMany = () =>
  new PortalError(
    'conflict',
    `You have ${MAX_ACTIVE_TASKS} active tasks, which is the maximum. Complete or delete some first.`,
  );

const LockedList = z.object({ sort: ActiveTasks.shape.sort });

/**
 * Locks the person's list against concurrent counting and sorting until the transaction ends. Returns the sort of the
 * list.
 */
async function lockList(trx: Transaction<DB>, userId: string): Promise<Sort> {
  const { sort } = await readRowOrThrow(trx, LockedList, sql`select sort from lock_todo_list(${userId})`);
  return sort;
}

/** Records the version that changed these fields. */
function noted(fields: string[]): RawBuilder<unknown> {
  return sql`changed_in = changed_in || ${fields.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(fields.flatMap((name) => [sql`${name}::text`, sql`version + 1`]))})`}`;
}
