import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { announce, announcement } from '../../push/announce.ts';
import { isActive, lockList, orderOf, type Sort } from './taskRows.ts';

const Move = z.object({ isFound: z.boolean() });

/** Moves an active task before another one, or to the end, and saves the order. False when either task is unknown. */
export function moveTask(db: Db, userId: string, id: string, beforeId: string | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const sort = await lockList(trx, userId);
    const { isFound } = await readRowOrThrow(
      trx,
      Move,
      sql`
        select count(*) filter (where todo.id = ${id}) = 1 and (${beforeId}::uuid is null or count(*) filter (where todo.id = ${beforeId}) = 1) as "isFound"
        from todos todo where todo.user_id = ${userId} and ${isActive}`,
    );
    if (!isFound) return false;
    await sql`
      with shown as (
        select todo.id, row_number() over (order by ${orderOf(sql`${sort}`)}) as rank from todos todo where todo.user_id = ${userId} and ${isActive}
      ), placed as (
        select id, row_number() over (order by
          case when id = ${id} then coalesce((select rank from shown where id = ${beforeId}) - 0.5, 'infinity') else rank end) as position
        from shown
      )
      update todos set position = placed.position from placed where todos.id = placed.id and todos.position is distinct from placed.position`.execute(
      trx,
    );
    await trx.updateTable('todo_lists').set({ sort: 'ByHand' }).where('user_id', '=', userId).execute();
    await announce(trx, 'todo', userId);
    return true;
  });
}

export async function saveSort(db: Db, userId: string, sort: Sort): Promise<void> {
  await sql`
    with saved as (
      insert into todo_lists (user_id, sort) values (${userId}, ${sort}) on conflict (user_id) do update set sort = excluded.sort
    ), ${announcement('todo', sql`select ${userId}::text as recipient`)}
    select from announced`.execute(db);
}
