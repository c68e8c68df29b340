import { sql } from 'kysely';
import { NEWS_PAGE_SIZE, type NewsItem, type NewsQuery, type NewsSummary } from '@portico/contracts/news';
import type { Page } from '@portico/contracts/paging';
import { summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { findRelated, type ArticleShape } from '../../content/findArticle.ts';
import { listPage, listedItems, totalOf } from '../../content/listPage.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

const RELATED_COUNT = 3;

/** A page of the news that the reader may see, newest first by default, with the total. */
export async function listNewsPage(db: Db, reader: Reader, query: NewsQuery): Promise<Page<NewsSummary>> {
  const { page = 1, pageSize = NEWS_PAGE_SIZE, sort = 'Descending', ...filters } = query;
  const { rows, ...total } = await listPage(db, {
    ...listedItems(reader, 'news', filters),
    ...totalOf(reader, 'news', filters),
    orderBy: sql`item.published_at`,
    sort,
    Row: SummaryRow,
    columns: summaryColumns,
    page,
    pageSize,
  });
  return { items: rows.map(summaryOf), page, pageSize, ...total };
}

/** A whole news item, with its newest related items. */
export const newsArticle: ArticleShape<'news', typeof SummaryRow, NewsItem> = {
  kind: 'news',
  relatedCount: RELATED_COUNT,
  Row: SummaryRow,
  columns: summaryColumns,
  itemOf: (article, related) => ({ ...summaryOf(article), related: related.map(summaryOf) }),
};

/** The newest published news related to a draft. */
export async function findRelatedNews(
  db: Db,
  reader: Reader,
  draft: { id: string; categories: string[] },
): Promise<NewsSummary[]> {
  const wanted = {
    kind: 'news',
    draft,
    Row: SummaryRow,
    columns: summaryColumns,
    relatedCount: RELATED_COUNT,
  } as const;
  return (await findRelated(db, reader, wanted)).map(summaryOf);
}
