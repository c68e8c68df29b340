import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/** Names that a category or department had before; absent if it had none. Filters accept them. */
const formerNames = z.optional(z.array(z.string()));

/** A category in use, with the number of items in it that the reader may see. Sorted by name. */
export const CategoryCount = z.object({ name: z.string(), count: z.int(), formerNames });
export type CategoryCount = z.infer<typeof CategoryCount>;

/** A category or department, with the number of items of each kind in it that the reader may see. Sorted by name. */
export const TopicCount = z.object({
  name: z.string(),
  count: z.int(),
  counts: z.object({ news: z.int(), events: z.int(), resources: z.int(), documents: z.int() }),
  formerNames,
});
export type TopicCount = z.infer<typeof TopicCount>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/v1/categories',
  summary: 'Categories of everything that the reader may see',
  response: z.array(TopicCount),
});
export const listNewsCategories = endpoint({
  method: 'GET',
  path: '/api/v1/categories/news',
  summary: 'Categories of the news that the reader may see',
  response: z.array(CategoryCount),
});
export const listEventCategories = endpoint({
  method: 'GET',
  path: '/api/v1/categories/events',
  summary: 'Categories of the events that the reader may see',
  response: z.array(CategoryCount),
});
/** For resources and documents, the department they are for; for news and events, the department that wrote them. */
export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/v1/departments',
  summary: 'Departments of everything that the reader may see',
  response: z.array(TopicCount),
});
