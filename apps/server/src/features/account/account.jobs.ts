import type { Parts } from '../../parts.ts';
import { deleteExpired } from './browsers.queries.ts';

export function forgetBrowsers(_payload: unknown, { db, now }: Pick<Parts, 'db' | 'now'>): Promise<void> {
  return deleteExpired(db, now());
}
