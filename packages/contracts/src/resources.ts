import { z } from 'zod/mini';
import { OffsetInstantInput } from './base/dayInputs.ts';
import { readerShape } from '@portico/kinds/fieldSchemas';
import { fields } from '@portico/kinds/items/resource/shape';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { Category, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { ComponentTree } from '@portico/kinds/content';
import { endpoint } from './base/endpoint.ts';
import { RevisionId } from './base/revisionId.ts';
import { NewsSummary } from './news.ts';
import { ListText, MAX_PAGE, MAX_PAGE_SIZE, SortDirection, filteredPage, queryInt, queryList } from './base/paging.ts';

export const RESOURCES_PAGE_SIZE = 12;

/** A resource as a panel shows it: like a news item, with the department it is for. Source: spec §3. */
export const ResourceSummary = z.extend(NewsSummary, readerShape(fields, 'card'));
export type ResourceSummary = z.infer<typeof ResourceSummary>;

/** A whole resource, with the person responsible for it and up to four others in its categories, newest first. */
export const Resource = z.extend(ResourceSummary, {
  ...readerShape(fields, 'page'),
  revisionId: RevisionId,
  components: ComponentTree,
  related: z.array(ResourceSummary),
});
export type Resource = z.infer<typeof Resource>;

/** `from` is inclusive, `to` exclusive; both instants. Sorted by date, newest first, by default. */
export const ResourcesQuery = z.object({
  page: z.optional(queryInt(1, MAX_PAGE)),
  pageSize: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  sortBy: z.optional(z.enum(['Date', 'Title'])),
  sort: z.optional(SortDirection),
  from: z.optional(OffsetInstantInput),
  to: z.optional(OffsetInstantInput),
  /** Matches any of these. */
  category: z.optional(queryList(Category, 20)),
  department: z.optional(queryList(nonEmptyText(MAX_DEPARTMENT), 20)),
  text: z.optional(ListText),
});
export type ResourcesQuery = z.infer<typeof ResourcesQuery>;

const ResourceParams = z.object({ resourceId: z.uuid() });

export const listResources = endpoint({
  method: 'GET',
  path: '/api/v1/resources',
  summary: 'Resources that the reader may see, a page at a time',
  query: ResourcesQuery,
  response: filteredPage(ResourceSummary),
});
export const getResource = endpoint({
  method: 'GET',
  path: '/api/v1/resources/:resourceId',
  summary: 'One resource with its components',
  params: ResourceParams,
  response: Resource,
});
export const previewResource = endpoint({
  method: 'GET',
  path: '/api/v1/resources/:resourceId/preview',
  summary: 'The draft of a resource',
  access: 'studio',
  isHidden: true,
  params: ResourceParams,
  response: Resource,
});
