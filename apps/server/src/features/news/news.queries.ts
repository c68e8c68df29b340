import { sql, type RawBuilder } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import { NEWS_PAGE_SIZE, type NewsItem, type NewsQuery, type NewsSummary } from '@portico/contracts/news';
import type { Page } from '@portico/contracts/paging';
import { publishedRevision, summaryColumns, summaryOf, type SummaryRow } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';

const RELATED_COUNT = 3;

function matching(reader: Reader, query: NewsQuery): RawBuilder<boolean> {
  const conditions = [sql`item.kind = 'news'`, visibleTo(reader)];
  if (query.from) conditions.push(sql`item.published_at >= ${query.from}`);
  if (query.to) conditions.push(sql`item.published_at < ${query.to}`);
  if (query.category?.length) conditions.push(sql`item.categories && ${query.category}::text[]`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** A page of the news that the reader may see, newest first unless asked otherwise, with the number of all that match. */
export async function listNewsPage(db: Db, reader: Reader, query: NewsQuery): Promise<Page<NewsSummary>> {
  const { page = 1, pageSize = NEWS_PAGE_SIZE, sort = 'Descending' } = query;
  const direction = sql.raw(sort === 'Ascending' ? 'asc' : 'desc');
  const where = matching(reader, query);
  const { rows } = await sql<{ total: number } & (SummaryRow | Record<keyof SummaryRow, null>)>`
    with page as (
      select item.id, item.published_revision_id, item.published_at from content_items item where ${where}
      order by item.published_at ${direction}, item.id ${direction} limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select all_matching.total, found.*
    from (select count(*)::int as total from content_items item where ${where}) all_matching
    left join lateral (
      select ${summaryColumns} from page item join content_revisions rev on rev.id = item.published_revision_id
    ) found on true
    order by found.published_at ${direction}, found.id ${direction}`.execute(db);
  return {
    items: rows.filter((row): row is { total: number } & SummaryRow => row.id !== null).map(summaryOf),
    page, pageSize, total: rows[0]?.total ?? 0,
  };
}

/** The item with its components and its newest relatives, or undefined when the reader may not see it or there is none. */
export async function findNewsItem(db: Db, reader: Reader, newsId: string): Promise<NewsItem | undefined> {
  const { rows } = await sql<SummaryRow & { components: ComponentTree | null }>`
    with wanted as (
      select ${summaryColumns}, rev.components, item.categories as kept_under from ${publishedRevision}
      where item.id = ${newsId} and item.kind = 'news' and ${visibleTo(reader)}
    ), related as (
      select ${summaryColumns}, null::jsonb as components, item.categories as kept_under
      from ${publishedRevision}
      where item.kind = 'news' and item.id <> ${newsId} and ${visibleTo(reader)}
        and item.categories && (select kept_under from wanted)
      order by item.published_at desc, item.id desc limit ${RELATED_COUNT}
    )
    select * from wanted union all select * from related`.execute(db);
  const wanted = rows.find((row) => row.id === newsId);
  if (!wanted) return undefined;
  return {
    ...summaryOf(wanted),
    components: wanted.components ?? [],
    related: rows.filter((row) => row !== wanted).map(summaryOf),
  };
}
