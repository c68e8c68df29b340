import type { Db } from '../db/pool.ts';

/** A browser that remembers the person from `now` on. */
export async function addRememberedBrowser(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('remembered_browsers')
    .values({
      user_id: userId,
      secret_hash: Buffer.alloc(32, 1),
      rotated_at: now.toISOString(),
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute();
}
