import { z } from 'zod/mini';
import { OffsetInstantInput } from './base/dayInputs.ts';
import { Category, CreatorInfo } from '@portico/kinds/itemParts';
import { ComponentTree } from '@portico/kinds/content';
import { endpoint } from './base/endpoint.ts';
import { RevisionId } from './base/revisionId.ts';
import { ImageRef } from '@portico/kinds/media';
import { ListText, MAX_PAGE, MAX_PAGE_SIZE, SortDirection, filteredPage, queryInt, queryList } from './base/paging.ts';

export const NEWS_PAGE_SIZE = 10;

/** A news item as a card shows it. `publishedAt` is ISO 8601 in UTC; `header` is the title. Source: spec §3. */
export const NewsSummary = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(Category),
  publishedAt: z.iso.datetime(),
  authorDepartment: z.nullable(z.string()),
  creatorInfo: CreatorInfo,
  image: z.nullable(ImageRef),
});
export type NewsSummary = z.infer<typeof NewsSummary>;

/** A whole news item, with up to three others in its categories, newest first. */
export const NewsItem = z.extend(NewsSummary, {
  revisionId: RevisionId,
  components: ComponentTree,
  related: z.array(NewsSummary),
});
export type NewsItem = z.infer<typeof NewsItem>;

/** `from` is inclusive, `to` exclusive; both are instants, because the reader's day is not the server's. */
export const NewsQuery = z.object({
  page: z.optional(queryInt(1, MAX_PAGE)),
  pageSize: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  sort: z.optional(SortDirection),
  from: z.optional(OffsetInstantInput),
  to: z.optional(OffsetInstantInput),
  /** Matches any of these. */
  category: z.optional(queryList(Category, 20)),
  text: z.optional(ListText),
});
export type NewsQuery = z.infer<typeof NewsQuery>;

export const listNews = endpoint({
  method: 'GET',
  path: '/api/v1/news',
  summary: 'News that the reader may see, a page at a time',
  query: NewsQuery,
  response: filteredPage(NewsSummary),
});
export const getNewsItem = endpoint({
  method: 'GET',
  path: '/api/v1/news/:newsId',
  summary: 'One news item with its components',
  params: z.object({ newsId: z.uuid() }),
  response: NewsItem,
});
export const previewNewsItem = endpoint({
  method: 'GET',
  path: '/api/v1/news/:newsId/preview',
  summary: 'The draft of a news item',
  access: 'studio',
  isHidden: true,
  params: z.object({ newsId: z.uuid() }),
  response: NewsItem,
});
