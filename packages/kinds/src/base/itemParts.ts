import { z } from 'zod/mini';
import { nonEmptyText } from './contentBase.ts';

/** Who created an item. `name` is absent for `System`. Source: spec §3, creator kind. */
export const CreatorInfo = z.object({
  kind: z.enum(['User', 'Admin', 'System']),
  name: z.optional(z.string()),
});
export type CreatorInfo = z.infer<typeof CreatorInfo>;

/* The limits of what editors write about an item: for the form, drafts, what is published, and the import. */
export const MAX_TITLE = 300;
export const MAX_DESCRIPTION = 1000;
export const MAX_CATEGORIES = 20;
export const MAX_CATEGORY_LENGTH = 80;
export const MAX_DEPARTMENT = 200;
export const MAX_FILE_NAME = 200;
export const MAX_JOIN_LINK = 2000;
export const MAX_CAPACITY = 100_000;
export const MAX_BANNER_TITLE = 200;
export const MAX_BANNER_TEXT = 500;
export const MAX_WIDGETS = 10;
/** Items that a home page can pin, for all audiences together. */
export const MAX_HOME_PINS = 20;
/** Callouts and galleries of a home page that have their own audience. */
export const MAX_ENTRY_AUDIENCES = 100;

export const Category = nonEmptyText(MAX_CATEGORY_LENGTH);
