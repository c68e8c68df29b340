import { sql, type RawBuilder } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import { HOME_EVENT_COUNT, HOME_NEWS_COUNT, type Home } from '@portico/contracts/home';
import { previewedRevision, publishedRevision, summaryColumns, summaryOf, type SummaryRow } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { eventColumns, eventJoins, eventSummaryOf, noEventColumns, type EventColumns } from '../events/events.queries.ts';

type HomeRow = SummaryRow & EventColumns & { part: 'home' | 'news' | 'event'; components: ComponentTree };

/** The dashboard in one statement: the newest home page that the reader may see, the newest news, the next events. */
export function findHome(db: Db, reader: Reader): Promise<Home> {
  return find(db, reader, sql`
    select 'home' as part, ${summaryColumns}, ${noEventColumns}, rev.components from ${publishedRevision}
    where item.kind = 'home' and ${visibleTo(reader)} order by item.published_at desc, item.id desc limit 1`);
}

/** The dashboard with its draft, the one worked on last, else as it is; news and events as the reader sees them. For editors. */
export function findHomeDraft(db: Db, reader: Reader): Promise<Home> {
  return find(db, reader, sql`
    select 'home' as part, ${summaryColumns}, ${noEventColumns}, rev.components from ${previewedRevision}
    where item.kind = 'home' and (item.draft_revision_id is not null or ${visibleTo(reader)})
    order by (item.draft_revision_id is null), case when item.draft_revision_id is null then item.published_at else item.updated_at end desc, item.id desc limit 1`);
}

async function find(db: Db, reader: Reader, home: RawBuilder<unknown>): Promise<Home> {
  const { rows } = await sql<HomeRow>`
    (${home})
    union all
    (select 'news', ${summaryColumns}, ${noEventColumns}, null from ${publishedRevision}
     where item.kind = 'news' and ${visibleTo(reader)} order by item.published_at desc, item.id desc limit ${HOME_NEWS_COUNT})
    union all
    (select 'event', ${summaryColumns}, ${eventColumns}, null from ${publishedRevision} ${eventJoins(reader)}
     where item.kind = 'event' and ${visibleTo(reader)} and item.ends_at > ${reader.now}
     order by item.starts_at, item.id limit ${HOME_EVENT_COUNT})`.execute(db);
  const components = rows.find((row) => row.part === 'home')?.components ?? [];
  return {
    notificationBanner: null,
    callouts: components.filter((component) => component.type === 'Callout'),
    carousel: components.find((component) => component.type === 'ImageGallery')?.images ?? [],
    news: rows.filter((row) => row.part === 'news').map(summaryOf),
    events: rows.filter((row) => row.part === 'event').map(eventSummaryOf),
  };
}
