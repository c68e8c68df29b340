import { sql } from 'kysely';
import { TodoDuty, type ActiveTasks } from '@portico/contracts/todo';
import { CREDITS_PATH, creditsTitle, ownCreditDuties, type CreditsClock } from '../../content/creditStandings.ts';
import { openDuties } from '../../content/duties.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readPage } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';

/** The page of duties lists the others. */
const MAX_DUTIES = 3;

/** What the reader must confirm or earn first, and how much in all. */
export async function listOpenDuties(db: Db, reader: Reader, clock: CreditsClock): Promise<ActiveTasks['duties']> {
  const { rows, total } = await readPage(
    db,
    TodoDuty,
    sql`
      with owed as materialized (
        select duty.id, item.title, duty.due_date::text as "dueDate", ${itemPath} || '?from=todo' as path from ${openDuties(reader)}
        union all
        select id, ${creditsTitle('credits')}, due_on::text, ${CREDITS_PATH} from (${ownCreditDuties(clock, reader)}) credits
      )
      select every.total, shown.* from (select count(*)::int as total from owed) every
      left join (select * from owed order by "dueDate", title, id limit ${MAX_DUTIES}) shown on true order by "dueDate", title, id`,
  );
  return { items: rows.map(({ id, title, dueDate, path }) => ({ id, title, dueDate, path })), total };
}
