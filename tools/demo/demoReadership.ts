import { hash } from 'node:crypto';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { readRows } from '@portico/server/db/rows';
import { sumReadership } from '@portico/server/features/studio/readership/sumReadership';
import { sql } from 'kysely';
import { z } from 'zod/mini';

const DAYS = 90;
const RETENTION_DAYS = 400;
/** The share of an audience that reads on the first day at most, and how much fewer do on each further day. */
const FIRST_DAY_SHARE = 0.6;
const DAILY_DECLINE = 0.93;
const WEEKEND_SHARE = 0.25;
const DOWNLOAD_SHARE = 0.6;

const ItemRow = z.object({ itemId: z.uuid(), kind: z.string(), age: z.int(), people: z.int() });

/**
 * Gives the items of the demo readers on the days since they were published, as counts: nobody of the demo has read
 * them. Does nothing where readers were counted before.
 */
export async function loadDemoReadership(databaseUrl: string, firmTimeZone: string, now = new Date()): Promise<void> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  const sumUp = () =>
    sumReadership(
      {},
      {
        db,
        config: { FIRM_TIME_ZONE: firmTimeZone, INSIGHTS_RETENTION_DAYS: RETENTION_DAYS },
        now: () => now,
      },
    );
  try {
    const counted = await db.selectFrom('readership_counts').select('day').limit(1).execute();
    if (counted.length > 0) return;
    await sumUp();
    await addReaders(db, dayIn(firmTimeZone, now));
    await sumUp();
  } finally {
    await db.destroy();
  }
}

async function addReaders(db: Db, today: string): Promise<void> {
  const items = await readRows(
    db,
    ItemRow,
    sql`
      select item.id as "itemId", item.kind, least(${DAYS}::int, greatest(0, ${today}::date - item.published_at::date)) as age, known.people
      from content_items item join readership_audiences known on known.item_id = item.id where known.people > 0`,
  );
  const counts = items.flatMap((item) => countsOf(item, today));
  await sql`
    insert into readership_counts (item_id, day, readers, downloads, audience)
    select * from unnest(${counts.map(({ itemId }) => itemId)}::uuid[], ${counts.map(({ day }) => day)}::date[],
      ${counts.map(({ readers }) => readers)}::int[], ${counts.map(({ downloads }) => downloads)}::int[],
      ${counts.map(({ people }) => people)}::int[])`.execute(db);
  await sql`
    update readership_audiences known set day = first.day
    from (select item_id, min(day) as day from readership_counts group by item_id) first where first.item_id = known.item_id`.execute(
    db,
  );
}

function countsOf({ itemId, kind, age, people }: z.infer<typeof ItemRow>, today: string) {
  return Array.from({ length: age }, (_, index) => {
    const day = dayAfter(today, index - age);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const share = FIRST_DAY_SHARE * DAILY_DECLINE ** index * (isWeekend ? WEEKEND_SHARE : 1);
    const readers = Math.round(people * share * portionOf(`${itemId} ${day}`));
    const downloads = kind === 'document' ? Math.round(readers * DOWNLOAD_SHARE) : 0;
    return { itemId, day, readers, downloads, people };
  }).filter(({ readers }) => readers > 0);
}

/** From a half to one, the same for the same text. */
const portionOf = (text: string): number =>
  0.5 + Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 33;
