import { sql } from 'kysely';
import {
  createTask,
  listActiveTasks,
  listCompletedTasks,
  updateTask,
  type TaskChange,
  type TodoTask,
} from '@portico/contracts/todo';
import type { z } from 'zod/mini';
import { testPortal } from '../../../testing/testPortal.ts';

export const now = new Date('2026-06-10T12:00:00Z');

/** A portal with helpers for what a person does with tasks. */
export async function todoPortal() {
  const portal = await testPortal({ now });
  const { as, clock } = portal;
  return {
    ...portal,
    add: (
      title: string,
      more: { dueDate?: string; priority?: 'High' | 'Normal'; note?: string; id?: string } = {},
      name = 'ana',
    ) => {
      // One second apart, so that tasks can be ordered by age.
      clock.now = new Date(clock.now.getTime() + 1000);
      return as(name).call(createTask, { body: { title, ...more } });
    },
    titles: async (name = 'ana') => (await as(name).call(listActiveTasks, {})).items.map((task) => task.title),
    done: async (name = 'ana') => (await as(name).call(listCompletedTasks, {})).items.map((task) => task.title),
    change: (task: TodoTask, change: Omit<z.input<typeof TaskChange>, 'version'>, name = 'ana') =>
      as(name).call(updateTask, { params: { id: task.id }, body: { version: task.version, ...change } }),
    /** Fills the list directly in the database. */
    fill: async (name: string, count: number, isDone = false) =>
      void (await sql`
      insert into todos (id, user_id, title, created_at, completed_at) select gen_random_uuid(), users.id, 'Task ' || n, ${now}, ${isDone ? now : null}
      from users, generate_series(1, ${count}::int) n where subject = ${name}`.execute(portal.db)),
  };
}
