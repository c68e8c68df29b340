import { sql } from 'kysely';
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
import { groups, isOfAny, joined, startsAt, title, updatedAt } from '../studioItems.queries.ts';

const GroupedRow = z.object({
  group: StudioGroup,
  total: z.int(),
  id: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  at: z.nullable(z.iso.datetime()),
});

/** The number of items in each group and the first few: changed last, starting next, ending next, by title. */
export async function readOverview(db: Db, actor: StudioActor): Promise<CallResult<typeof getStudioOverview>> {
  const { Mine, Scheduled, Ending, BrokenLinks } = groups(actor);
  const rows = await readRows(
    db,
    GroupedRow,
    sql`
      with grouped as (
        select own.*, item.id, item.kind, ${title} as title
        from ${joined} cross join lateral (values
          ('Mine', ${Mine}, ${updatedAt}, -extract(epoch from ${updatedAt})),
          ('Scheduled', ${Scheduled}, ${startsAt(actor.now)}, extract(epoch from ${startsAt(actor.now)})),
          ('Ending', ${Ending}, item.expires_at, extract(epoch from item.expires_at)),
          ('BrokenLinks', ${BrokenLinks}, null, 0)) own ("group", is_in, at, place)
        where item.kind <> 'asset' and ${isOfAny(openDepartments(actor))} and own.is_in
      ), placed as (
        select *, count(*) over (partition by "group")::int as total,
          row_number() over (partition by "group" order by place, title, id) as rank
        from grouped
      )
      select "group", total, id, kind, title, at from placed where rank <= ${OVERVIEW_ITEMS} order by "group", rank`,
  );
  const groupOf = (group: StudioGroup) => {
    const found = rows.filter((row) => row.group === group);
    return { total: found[0]?.total ?? 0, items: found.map(({ group: _group, total: _total, ...item }) => item) };
  };
  return {
    Mine: groupOf('Mine'),
    Scheduled: groupOf('Scheduled'),
    Ending: groupOf('Ending'),
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
  const entries = await readRows(
    db,
    EntryRow,
    sql`
      select item.id as "itemId", item.kind, ${title} as title, own.what, own.at
      from ${joined} cross join lateral (values ('Starts', ${startsAt(actor.now)}),
        ('Ends', case when item.published_revision_id is not null then item.expires_at end)) own (what, at)
      where item.kind <> 'asset' and ${isOfAny(openDepartments(actor))}
        and own.at >= ${from}::timestamptz and own.at < ${until}::timestamptz
      order by own.at, own.what, item.id limit ${MAX_CALENDAR_ENTRIES}`,
  );
  return { entries };
}
