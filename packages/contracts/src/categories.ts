import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A category in use among what the reader may see, with how many items carry it. Ordered by name. */
export const CategoryCount = z.object({ name: z.string(), count: z.int() });
export type CategoryCount = z.infer<typeof CategoryCount>;

export const listNewsCategories = endpoint({
  method: 'GET', path: '/api/v1/categories/news', summary: 'Categories of the news that the reader may see',
  response: z.array(CategoryCount),
});
