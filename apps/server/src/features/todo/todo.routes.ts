import type { FastifyInstance } from 'fastify';
import {
  checkTask as checkTaskEndpoint,
  createTask as createTaskEndpoint,
  deleteTask as deleteTaskEndpoint,
  listActiveTasks,
  listCompletedTasks,
  moveTask as moveTaskEndpoint,
  restoreTask as restoreTaskEndpoint,
  sortTasks,
  uncheckTask as uncheckTaskEndpoint,
  updateTask as updateTaskEndpoint,
} from '@portico/contracts/todo';
import { found, PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Db } from '../../db/pool.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { createTask } from './createTask.queries.ts';
import { moveTask, saveSort } from './taskOrder.queries.ts';
import {
  checkTask,
  deleteTask,
  listActive,
  listCompleted,
  restoreTask,
  uncheckTask,
  updateTask,
} from './todo.queries.ts';

export function todoRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  const active = (reads: Db, reader: Reader) => listActive(reads, reader, config.FIRM_TIME_ZONE);

  route(portal, listActiveTasks, ({ reader, reads }) => active(reads, reader));
  route(portal, listCompletedTasks, ({ person, reads }) => listCompleted(reads, person.id));
  route(portal, createTaskEndpoint, ({ reader, body }) => createTask(db, reader, body));
  route(portal, sortTasks, async ({ person, reader, body }) => {
    await saveSort(db, person.id, body.sort);
    return active(db, reader);
  });
  route(portal, updateTaskEndpoint, async ({ reader, params, body }) =>
    found(await updateTask(db, reader, params.id, body), 'task'),
  );
  route(portal, checkTaskEndpoint, async ({ reader, params }) => found(await checkTask(db, reader, params.id), 'task'));
  route(portal, uncheckTaskEndpoint, async ({ reader, params }) =>
    found(await uncheckTask(db, reader, params.id), 'task'),
  );
  route(portal, restoreTaskEndpoint, async ({ reader, params }) =>
    found(await restoreTask(db, reader, params.id), 'task'),
  );
  route(portal, deleteTaskEndpoint, async ({ reader, params }) => {
    if (!(await deleteTask(db, reader, params.id))) throw new PortalError('not_found', 'The task was not found.');
  });
  route(portal, moveTaskEndpoint, async ({ person, reader, params, body }) => {
    if (!(await moveTask(db, person.id, params.id, body.beforeId)))
      throw new PortalError('not_found', 'The task was not found.');
    return active(db, reader);
  });
}
