import type { Dependencies } from '../../dependencies.ts';
import { deleteExpired } from './browsers.queries.ts';

export function purgeRememberedBrowsers(
  _payload: unknown,
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
): Promise<void> {
  return deleteExpired(db, now());
}
