import { z } from 'zod/mini';

export const SortDirection = z.enum(['Ascending', 'Descending']);
export type SortDirection = z.infer<typeof SortDirection>;

/** Days back from now that a list can be narrowed to. Source: spec §3, time window. */
export const TIME_WINDOWS = [30, 60, 90] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** Pages beyond this one are rejected: nobody reads them, and each costs more than the last. */
export const MAX_PAGE = 1000;
export const MAX_PAGE_SIZE = 50;

/** A whole number in a query string, between the limits. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );

/** A query parameter that may be repeated: one value or several become an array. */
export const queryList = (item: z.ZodMiniType<string, string>, max: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value) => (typeof value === 'string' ? [value] : value)),
    ),
    z.array(item).check(z.maxLength(max)),
  );

/** Words to find in the items of a list: all of them, the last one also as a beginning. */
export const MAX_LIST_TEXT = 200;
export const ListText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LIST_TEXT));

export const page = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), total: z.int() });

/** With filters, no more items than that are counted: nobody reads as many pages. */
export const MAX_COUNTED = 10_000;

/** A page of a list that may have too many items to count all that its filters match. */
export const filteredPage = <Item extends z.core.$ZodType>(item: Item) =>
  z.extend(page(item), {
    /** There are more than `total` items. */
    totalIsMinimum: z.optional(z.literal(true)),
  });

export interface PageTotal {
  total: number;
  totalIsMinimum?: true | undefined;
}
export interface Page<Item> extends PageTotal {
  items: Item[];
  page: number;
  pageSize: number;
}
