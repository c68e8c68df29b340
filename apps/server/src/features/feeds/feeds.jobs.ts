import type { Dependencies } from '../../dependencies.ts';
import { deleteEndedFeeds } from './feeds.queries.ts';

export function endFeeds(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  return deleteEndedFeeds(db, now());
}
