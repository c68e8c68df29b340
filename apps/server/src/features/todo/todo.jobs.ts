import type { Dependencies } from '../../dependencies.ts';
import { purgeTasks } from './todo.queries.ts';

/** Purges tasks whose deletion can no longer be undone. */
export async function purgeTodo(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  await purgeTasks(db, now());
}
