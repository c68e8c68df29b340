import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { highlightsOf } from '@portico/authoring/readerPage';
import type { ComponentTree } from '@portico/kinds/content';
import { NotificationBanner } from '@portico/kinds/items/home/schemas';
import {
  FIRST_VISIT_DAYS,
  HOME_EVENT_COUNT,
  HOME_NEWS_COUNT,
  HOME_VISIT_MINUTES,
  type Home,
} from '@portico/contracts/home';
import { publishedRevision, summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, limitTo, nullsFor, readRowOrThrow, readRows, storedJson } from '../../db/rows.ts';
import { publicationBanners } from '../publication-notifications/publicationBanners.queries.ts';
import { eventColumns, eventJoins, eventSummaryOf, noEventColumns, EventColumns } from '../events/events.queries.ts';

const noEvent = nullsFor(EventColumns).shape;
const noHome = { components: z.null(), banner: z.null() };
const noVisit = { new_since: z.null() };
const noSummary = nullsFor(SummaryRow).shape;
const nulls = sql.join(
  [...Object.keys(SummaryRow.shape), ...Object.keys(EventColumns.shape), 'components'].map(() => sql`null`),
);
const HomeRow = z.union([
  z.extend(SummaryRow, {
    ...noEvent,
    ...noVisit,
    part: z.literal('home'),
    components: storedJson<ComponentTree>(),
    banner: z.nullable(NotificationBanner),
  }),
  z.object({
    ...noSummary,
    ...noEvent,
    ...noVisit,
    part: z.literal('notified'),
    components: z.null(),
    banner: NotificationBanner,
  }),
  z.extend(SummaryRow, { ...noEvent, ...noHome, new_since: z.nullable(Instant), part: z.literal('news') }),
  z.extend(SummaryRow, { ...EventColumns.shape, ...noHome, ...noVisit, part: z.literal('event') }),
]);

type HomeRow = z.infer<typeof HomeRow>;

const visitLength = sql`make_interval(mins => ${HOME_VISIT_MINUTES}::integer)`;

/** Midnight in UTC, so that the value stays the same during a visit. */
function firstVisitSince(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - FIRST_VISIT_DAYS));
}

/** Records that the reader is viewing the dashboard. */
export async function saveVisit(db: Db, reader: Reader): Promise<void> {
  await sql`
    insert into home_visits as visit (user_id, seen_at, previous_seen_at)
    values (${reader.id}, ${reader.now}, ${firstVisitSince(reader.now)})
    on conflict (user_id) do update set seen_at = excluded.seen_at,
      previous_seen_at = case when visit.seen_at < excluded.seen_at - ${visitLength} then visit.seen_at else visit.previous_seen_at end`.execute(
    db,
  );
}

const banner = sql`nullif(rev.details->'notificationBanner', 'null')`;
const bannerId = sql`rev.details#>>'{notificationBanner,id}'`;

const isClosed = (reader: Reader, id: RawBuilder<unknown>) =>
  sql`exists (select from banner_closings where user_id = ${reader.id} and banner_id = ${id})`;

/**
 * The dashboard in one statement: the newest home page that the reader may see, with its banner unless they closed it,
 * the latest news and the next events. A banner about an item takes precedence over the page's until it is closed.
 */
export async function findHome(db: Db, reader: Reader, firmTimeZone: string): Promise<Home> {
  const rows = await readRows(
    db,
    HomeRow,
    sql`
      (select 'home' as part, ${summaryColumns}, ${noEventColumns}, rev.components,
         case when not ${isClosed(reader, bannerId)} then ${banner} end as banner,
         null::timestamptz as new_since
       from ${publishedRevision}
       where item.kind = 'home' and ${visibleTo(reader)} order by item.published_at desc, item.id desc limit 1)
      union all ${newsAndEvents(reader)}
      union all
      (select 'notified', ${nulls}, notified.banner, null from (${publicationBanners(reader)}) notified
       where not ${isClosed(reader, sql`notified.id`)} limit 1)`,
  );
  const { components = [], banner: own = null } = rows.find((row) => row.part === 'home') ?? {};
  const publicationBanner = rows.find((row) => row.part === 'notified')?.banner;
  return {
    notificationBanner: publicationBanner ?? own,
    ...highlightsOf(components),
    ...aroundHomeOf(rows, reader, firmTimeZone),
  };
}

/** What the dashboard shows the reader whichever home page is published: the newest news and the next events. */
export async function findAroundHome(
  db: Db,
  reader: Reader,
  firmTimeZone: string,
): Promise<Pick<Home, 'news' | 'events' | 'newSince'>> {
  return aroundHomeOf(await readRows(db, HomeRow, newsAndEvents(reader)), reader, firmTimeZone);
}

const newsAndEvents = (reader: Reader) => sql`
  (select 'news' as part, ${summaryColumns}, ${noEventColumns}, null::jsonb as components, null::jsonb as banner,
     (select case when seen_at < ${reader.now}::timestamptz - ${visitLength} then seen_at else previous_seen_at end
      from home_visits where user_id = ${reader.id}) as new_since
   from ${publishedRevision}
   where item.kind = 'news' and ${visibleTo(reader)} order by item.published_at desc, item.id desc ${limitTo(HOME_NEWS_COUNT)})
  union all
  (select 'event', ${summaryColumns}, ${eventColumns}, null, null, null from ${publishedRevision} ${eventJoins(reader)}
   where item.kind = 'event' and ${visibleTo(reader)} and item.ends_at > ${reader.now}
   order by item.starts_at, item.id ${limitTo(HOME_EVENT_COUNT)})`;

function aroundHomeOf(
  rows: HomeRow[],
  { now }: Reader,
  firmTimeZone: string,
): Pick<Home, 'news' | 'events' | 'newSince'> {
  const news = rows.filter((row) => row.part === 'news');
  return {
    news: news.map(summaryOf),
    events: rows.filter((row) => row.part === 'event').map((row) => eventSummaryOf(row, firmTimeZone)),
    newSince: news[0]?.new_since ?? firstVisitSince(now).toISOString(),
  };
}

const ClosedBanner = z.object({ found: z.boolean() });

/** Closes a banner of a dashboard, or about an item, that the reader may see. Idempotent. False for an unknown id. */
export async function closeBanner(db: Db, reader: Reader, id: string): Promise<boolean> {
  const row = await readRowOrThrow(
    db,
    ClosedBanner,
    sql`
      with shown as (select 1 from ${publishedRevision} where item.kind = 'home' and ${visibleTo(reader)} and ${bannerId} = ${id}
        union all select 1 from (${publicationBanners(reader)}) notified where notified.id = ${id} limit 1),
      closed as (insert into banner_closings (user_id, banner_id, closed_at) select ${reader.id}, ${id}, ${reader.now} from shown on conflict do nothing)
      select exists (select from shown) as found`,
  );
  return row.found;
}
