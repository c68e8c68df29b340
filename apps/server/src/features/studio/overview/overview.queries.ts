import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { openDepartments } from '@portico/authoring/mayDo';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  MAX_CALENDAR_DAYS,
  MAX_CALENDAR_ENTRIES,
  OVERVIEW_ITEMS,
  type CalendarEntry,
  type getStudioOverview,
  type listStudioCalendar,
} from '@portico/contracts/studio/overview';
import { StudioGroup } from '@portico/contracts/studio/studio';
import { StudioKind } from '@portico/contracts/studio/draft';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { groups, isOfAny, joined, publishedWhere, startsAt, title, updatedAt } from '../studioItems.queries.ts';

const GroupedRow = z.object({
  group: StudioGroup,
  total: z.int(),
  id: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  at: z.nullable(z.iso.datetime()),
  reviewOn: z.nullable(z.iso.date()),
});

/**
 * The number of items in each group and the first few: changed last, starting, ending or to be reviewed next, by title.
 * `today` is a day of the firm.
 */
export async function readOverview(
  db: Db,
  actor: StudioActor,
  today: string,
): Promise<CallResult<typeof getStudioOverview>> {
  const starts = startsAt(actor.now);
  const none = sql`null::timestamptz`;
  const byReview = sql`(select extract(epoch from review_on) from content_owners owned where owned.item_id = item.id)`;
  const shown: Array<{ group: StudioGroup; at: RawBuilder<unknown>; place: RawBuilder<unknown> }> = [
    { group: 'Mine', at: updatedAt, place: sql`-extract(epoch from ${updatedAt})` },
    { group: 'Scheduled', at: starts, place: sql`extract(epoch from ${starts})` },
    { group: 'Ending', at: sql`item.expires_at`, place: sql`extract(epoch from item.expires_at)` },
    { group: 'MyReviews', at: none, place: byReview },
    { group: 'Reviews', at: none, place: byReview },
    { group: 'BrokenLinks', at: none, place: sql`0::numeric` },
  ];
  const isIn = groups(actor, today);
  const rows = await readRows(
    db,
    GroupedRow,
    sql`
      with grouped (id, kind, "group", at, place) as (${sql.join(
        shown.map(
          ({ group, at, place }) => sql`
            select item.id, item.kind, ${group}::text, ${at}, ${place} from ${joined}
            where item.kind <> 'asset' and ${isOfAny(openDepartments(actor))} and ${isIn[group]}`,
        ),
        sql` union all `,
      )}),
      ranked as (
        select *, count(*) over (partition by "group")::int as total, rank() over (partition by "group" order by place) as rank from grouped
      ),
      -- Titles are in revisions and drafts, so only those that can come first are read.
      titled as (
        select ranked.*, own.title from ranked
        cross join lateral (select ${title} as title from ${joined} where item.id = ranked.id limit 1) own where rank <= ${OVERVIEW_ITEMS}
      ),
      placed as (select *, row_number() over (partition by "group" order by place, title, id) as number from titled)
      select "group", total, placed.id, kind, title, at, case when "group" in ('MyReviews', 'Reviews') then owned.review_on::text end as "reviewOn"
      from placed left join content_owners owned on owned.item_id = placed.id
      where number <= ${OVERVIEW_ITEMS} order by "group", number`,
  );
  const groupOf = (group: StudioGroup) => {
    const found = rows.filter((row) => row.group === group);
    return { total: found[0]?.total ?? 0, items: found.map(({ group: _group, total: _total, ...item }) => item) };
  };
  return {
    Mine: groupOf('Mine'),
    MyReviews: groupOf('MyReviews'),
    Scheduled: groupOf('Scheduled'),
    Ending: groupOf('Ending'),
    Reviews: groupOf('Reviews'),
    BrokenLinks: groupOf('BrokenLinks'),
  };
}

const EntryRow = z.object({
  itemId: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  what: z.custom<CalendarEntry['what']>(),
  at: z.iso.datetime(),
});

/** What starts and ends in a period, by time. Throws `invalid_input` for a period that is empty or too long. */
export async function readCalendar(
  db: Db,
  { from, until }: Received<typeof listStudioCalendar>['query'],
  actor: StudioActor,
): Promise<CallResult<typeof listStudioCalendar>> {
  const length = Date.parse(until) - Date.parse(from);
  if (length <= 0 || length > MAX_CALENDAR_DAYS * DAY_MS)
    throw new PortalError('invalid_input', `Choose a period of at most ${MAX_CALENDAR_DAYS} days.`);
  const isWithin = (at: RawBuilder<unknown>) => sql`${at} >= ${from}::timestamptz and ${at} < ${until}::timestamptz`;
  const entries = await readRows(
    db,
    EntryRow,
    sql`
      select item.id as "itemId", item.kind, ${title} as title, own.what, own.at
      from ${joined} cross join lateral (values ('Starts', ${startsAt(actor.now)}),
        ('Ends', case when item.published_revision_id is not null then item.expires_at end)) own (what, at)
      where item.id in (select item_id from content_waiting
          union all ${publishedWhere(isWithin(sql`dated.published_at`))} union all ${publishedWhere(isWithin(sql`dated.expires_at`))})
        and item.kind <> 'asset' and ${isOfAny(openDepartments(actor))} and ${isWithin(sql`own.at`)}
      order by own.at, own.what, item.id limit ${MAX_CALENDAR_ENTRIES}`,
  );
  return { entries };
}
