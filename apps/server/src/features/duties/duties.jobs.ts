import { followDuties } from '../../content/duties.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Runs every minute: opens and closes duties where people, or the dates of items, decide who has them. */
export const updateDuties = (_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> =>
  followDuties(db, now());
