import type { Dependencies } from '../../dependencies.ts';
import { purgeTasks } from './todo.queries.ts';

/** Removes tasks whose deletion can't be taken back any more. */
export async function purgeTodo(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  await purgeTasks(db, now());
}
