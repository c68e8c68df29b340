import type { Db } from '../../db/pool.ts';

const columns = ['email', 'daily_email as isOn'] as const;

export interface DailyEmailRow {
  email: string | null;
  isOn: boolean;
}

export function findDailyEmail(db: Db, userId: string): Promise<DailyEmailRow> {
  return db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow();
}

export function saveDailyEmail(db: Db, userId: string, isOn: boolean): Promise<DailyEmailRow> {
  return db
    .updateTable('users')
    .set({ daily_email: isOn })
    .where('id', '=', userId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}
