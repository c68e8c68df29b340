import { sql } from 'kysely';
import { z } from 'zod/mini';
import { shownFields } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items/resource/shape';
import type { Page } from '@portico/contracts/paging';
import {
  RESOURCES_PAGE_SIZE,
  type Resource,
  type ResourceSummary,
  type ResourcesQuery,
} from '@portico/contracts/resources';
import { summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { ResourceDetails } from '../../content/details.ts';
import { findRelated, type ArticleShape } from '../../content/findArticle.ts';
import { listPage, listedItems, totalOf } from '../../content/listPage.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

const RELATED_COUNT = 4;

const ResourceRow = z.extend(SummaryRow, { details: ResourceDetails });

const columns = sql`${summaryColumns}, rev.details`;

/** A page of the resources that the reader may see, newest first by default, with the total. */
export async function listResourcesPage(db: Db, reader: Reader, query: ResourcesQuery): Promise<Page<ResourceSummary>> {
  const {
    page = 1,
    pageSize = RESOURCES_PAGE_SIZE,
    sortBy = 'Date',
    sort = sortBy === 'Title' ? 'Ascending' : 'Descending',
    ...filters
  } = query;
  const { rows, ...total } = await listPage(db, {
    ...listedItems(reader, 'resource', filters),
    ...totalOf(reader, 'resource', filters),
    orderBy: sortBy === 'Title' ? sql`lower(item.title)` : sql`item.published_at`,
    sort,
    Row: ResourceRow,
    columns,
    page,
    pageSize,
  });
  return { items: rows.map(resourceSummaryOf), page, pageSize, ...total };
}

/** A whole resource, with its newest related resources. */
export const resourceArticle: ArticleShape<'resource', typeof ResourceRow, Resource> = {
  kind: 'resource',
  relatedCount: RELATED_COUNT,
  Row: ResourceRow,
  columns,
  itemOf: (article, related) => ({
    ...resourceSummaryOf(article),
    ...shownFields(fields, article.details, 'page'),
    related: related.map(resourceSummaryOf),
  }),
};

/** The newest published resources related to a draft. */
export async function findRelatedResources(
  db: Db,
  reader: Reader,
  draft: { id: string; categories: string[] },
): Promise<ResourceSummary[]> {
  return (await findRelated(db, reader, { ...resourceArticle, draft })).map(resourceSummaryOf);
}

function resourceSummaryOf(row: z.infer<typeof ResourceRow>): ResourceSummary {
  return { ...summaryOf(row), ...shownFields(fields, row.details, 'card') };
}
