import { sql, type Kysely } from 'kysely';
import { ReadershipKind } from '@portico/contracts/studio/readership';
import { insightPeriods } from '@portico/contracts/studio/insights';
import { dayAfter, dayIn } from '@portico/contracts/times';
import type { Config } from '../../../config.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addressedToPerson, isShown } from '../../../visibility/visibility.ts';
import { leastCount, mostCount } from './shownCounts.ts';

interface SummingDependencies extends Pick<Dependencies, 'db' | 'now'> {
  config: Pick<Config, 'FIRM_TIME_ZONE' | 'INSIGHTS_RETENTION_DAYS'>;
}

const kinds = sql`${[...ReadershipKind.options]}::text[]`;

/**
 * Counts for how many people each item is, completes the days that are over, sums them up for the list, and deletes
 * what is older than the firm keeps. Running it again changes nothing.
 */
export async function sumReadership(_payload: unknown, { db, config, now }: SummingDependencies): Promise<void> {
  const today = dayIn(config.FIRM_TIME_ZONE, now());
  await sql`delete from readership_marks where day < ${today}::date`.execute(db);
  await sql`delete from readership_salts where day < ${today}::date`.execute(db);
  await countAudiences(db, today, now());
  await completeDays(db, today);
  await purgeReadership(db, dayAfter(today, -config.INSIGHTS_RETENTION_DAYS));
  await db.transaction().execute((trx) => sumPeriods(trx, dayAfter(today, -1)));
}

/**
 * A row for each item whose number of people changed. More people count from today, fewer from tomorrow, because the
 * others saw it today. Items with the same audience have the same number, which is counted once.
 */
async function countAudiences(db: Kysely<DB>, today: string, now: Date): Promise<void> {
  await sql`
    with shown as materialized (
      select item.id, item.audience from content_items item where item.kind = any (${kinds}) and ${isShown(now)}
    ),
    sized as (
      select item.audience, (
        select count(*)::int from users person where person.disabled_at is null and coalesce(${addressedToPerson('item')}, false)) as people
      from (select distinct audience from shown) item
    ),
    latest as (select distinct on (item_id) item_id, people from readership_audiences order by item_id, day desc),
    current as (
      select coalesce(shown.id, latest.item_id) as item_id, coalesce(sized.people, 0) as people, latest.people as before
      from shown join sized using (audience) full join latest on latest.item_id = shown.id
    )
    insert into readership_audiences (item_id, day, people)
    select item_id, case
        when before is null then coalesce((select min(day) from readership_counts own where own.item_id = current.item_id), ${today}::date)
        when people < before then ${today}::date + 1 else ${today}::date end, people
    from current where people is distinct from before
    on conflict (item_id, day) do update set people = excluded.people`.execute(db);
}

/** Gives counts of days that are over the number of people on that day. */
async function completeDays(db: Kysely<DB>, today: string): Promise<void> {
  await sql`
    update readership_counts counted set audience = coalesce((
      select known.people from readership_audiences known
      where known.item_id = counted.item_id and known.day <= counted.day order by known.day desc limit 1), 0)
    where counted.audience is null and counted.day < ${today}::date`.execute(db);
}

/** The row that says the number of people on the first day that is left stays. */
async function purgeReadership(db: Kysely<DB>, first: string): Promise<void> {
  await sql`delete from readership_counts where day < ${first}::date`.execute(db);
  await sql`
    delete from readership_audiences old where old.day < ${first}::date and exists (
      select from readership_audiences later where later.item_id = old.item_id and later.day > old.day and later.day <= ${first}::date)`.execute(
    db,
  );
}

/**
 * Sums of what is shown of each day, for the periods that can be chosen, once after the last of their days is over.
 * Sums of the counts themselves would reveal those that are not shown.
 */
async function sumPeriods(db: Kysely<DB>, until: string): Promise<void> {
  const { rows } = await sql`select from readership_totals where until = ${until}::date limit 1`.execute(db);
  if (rows.length > 0) return;
  const [readers, downloads, audience] = [sql.ref('readers'), sql.ref('downloads'), sql.ref('audience')];
  await sql`delete from readership_totals`.execute(db);
  await sql`
    insert into readership_totals (days, item_id, until, readers_least, readers_most, downloads_least, downloads_most,
      best_share, best_day, best_least, best_most, best_audience)
    select days, item_id, ${until}::date, readers_least, readers_most, downloads_least, downloads_most,
      best[1], ${until}::date + best[2]::int, best[3], best[4], best[5]
    from (
      select period.days, counted.item_id, sum(counted.readers_least) as readers_least, sum(counted.readers_most) as readers_most,
        sum(counted.downloads_least) as downloads_least, sum(counted.downloads_most) as downloads_most,
        max(array[counted.readers_least / counted.audience::float8, counted.day - ${until}::date, counted.readers_least,
          counted.readers_most, counted.audience]) as best
      from (
        select item_id, day, audience, ${leastCount(readers, audience)} as readers_least, ${mostCount(readers, audience)} as readers_most,
          ${leastCount(downloads, audience)} as downloads_least, ${mostCount(downloads, audience)} as downloads_most
        from readership_counts where day <= ${until}::date and audience > 0
      ) counted
      join unnest(${insightPeriods.map(Number)}::int[]) period (days) on counted.day > ${until}::date - period.days
      group by period.days, counted.item_id
    ) summed`.execute(db);
}
