import { z } from 'zod/mini';
import { nonEmptyText } from './contentBase.ts';

/** Who created an item. `name` is absent for `System`. Source: spec §3, creator kind. */
export const CreatorInfo = z.object({
  kind: z.enum(['User', 'Admin', 'System']),
  name: z.optional(z.string()),
});
export type CreatorInfo = z.infer<typeof CreatorInfo>;

export const MAX_CATEGORY_LENGTH = 80;
export const Category = nonEmptyText(MAX_CATEGORY_LENGTH);
