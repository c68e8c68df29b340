import type { Parts } from '../../parts.ts';
import { purgeTasks } from './todo.queries.ts';

/** Removes tasks whose deletion can't be taken back any more. */
export async function purgeTodo(_payload: unknown, { db, now }: Pick<Parts, 'db' | 'now'>): Promise<void> {
  await purgeTasks(db, now());
}
