import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { Callout, GalleryImage, type ComponentOf, type ComponentTree } from '@portico/contracts/content';
import { HOME_EVENT_COUNT, HOME_NEWS_COUNT, type Home, type NotificationBanner } from '@portico/contracts/home';
import {
  previewedRevision,
  publishedRevision,
  summaryColumns,
  summaryOf,
  type SummaryRow,
} from '../../content/columns.ts';
import { limitTo } from '../../content/listPage.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import {
  eventColumns,
  eventJoins,
  eventSummaryOf,
  noEventColumns,
  type EventColumns,
} from '../events/events.queries.ts';

type HomeRow = SummaryRow &
  EventColumns & { part: 'home' | 'news' | 'event'; components: ComponentTree; banner: NotificationBanner | null };

const banner = sql<NotificationBanner | null>`nullif(rev.details->'notificationBanner', 'null')`;
const bannerId = sql<string | null>`rev.details#>>'{notificationBanner,id}'`;

/**
 * The dashboard in one statement: the newest home page that the reader may see, with its banner unless they closed it,
 * the latest news and the next events.
 */
export function findHome(db: Db, reader: Reader): Promise<Home> {
  return find(
    db,
    reader,
    sql`
    select 'home' as part, ${summaryColumns}, ${noEventColumns}, rev.components,
      case when not exists (select from banner_closings where user_id = ${reader.id} and banner_id = ${bannerId}) then ${banner} end as banner
    from ${publishedRevision}
    where item.kind = 'home' and ${visibleTo(reader)} order by item.published_at desc, item.id desc limit 1`,
  );
}

/**
 * The dashboard from its latest draft, or else its published revision, always with the banner; news and events as the
 * reader sees them. For editors.
 */
export function findHomeDraft(db: Db, reader: Reader): Promise<Home> {
  return find(
    db,
    reader,
    sql`
    select 'home' as part, ${summaryColumns}, ${noEventColumns}, rev.components, ${banner} as banner from ${previewedRevision}
    where item.kind = 'home' and (item.draft_revision_id is not null or ${visibleTo(reader)})
    order by (item.draft_revision_id is null), case when item.draft_revision_id is null then item.published_at else item.updated_at end desc, item.id desc limit 1`,
  );
}

async function find(db: Db, reader: Reader, home: RawBuilder<unknown>): Promise<Home> {
  const { rows } = await sql<HomeRow>`
    (${home})
    union all
    (select 'news', ${summaryColumns}, ${noEventColumns}, null, null from ${publishedRevision}
     where item.kind = 'news' and ${visibleTo(reader)} order by item.published_at desc, item.id desc ${limitTo(HOME_NEWS_COUNT)})
    union all
    (select 'event', ${summaryColumns}, ${eventColumns}, null, null from ${publishedRevision} ${eventJoins(reader)}
     where item.kind = 'event' and ${visibleTo(reader)} and item.ends_at > ${reader.now}
     order by item.starts_at, item.id ${limitTo(HOME_EVENT_COUNT)})`.execute(db);
  const { components = [], banner: notificationBanner = null } = rows.find((row) => row.part === 'home') ?? {};
  return {
    notificationBanner,
    // Components that violate the contract are left out; the rest of the dashboard stays.
    callouts: components
      .filter((component) => component?.type === 'Callout')
      .filter((callout) => z.safeParse(Callout, callout).success),
    carousel: (
      components.find(
        (component): component is ComponentOf<'ImageGallery'> =>
          component?.type === 'ImageGallery' && Array.isArray(component.images),
      )?.images ?? []
    ).filter((image) => z.safeParse(GalleryImage, image).success),
    news: rows.filter((row) => row.part === 'news').map(summaryOf),
    events: rows.filter((row) => row.part === 'event').map(eventSummaryOf),
  };
}

/** Closes a banner of a dashboard that the reader may see. Idempotent. False for an unknown id. */
export async function closeBanner(db: Db, reader: Reader, id: string): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ found: boolean }>`
    with shown as (select 1 from ${publishedRevision} where item.kind = 'home' and ${visibleTo(reader)} and ${bannerId} = ${id} limit 1),
    closed as (insert into banner_closings (user_id, banner_id, closed_at) select ${reader.id}, ${id}, ${reader.now} from shown on conflict do nothing)
    select exists (select from shown) as found`.execute(db);
  return row!.found;
}
