import { z } from 'zod/mini';
import { cleanText } from '@portico/kinds/typedText';

export const SortDirection = z.enum(['Ascending', 'Descending']);
export type SortDirection = z.infer<typeof SortDirection>;

/** Lists can be narrowed to this many days before now. Source: spec §3, time window. */
export const TIME_WINDOWS = [30, 60, 90] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** Pages beyond this are rejected: no one reads that far, and each page costs more than the previous one. */
export const MAX_PAGE = 1000;
export const MAX_PAGE_SIZE = 50;

/** An integer in a query string, within the limits. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );

/** A query parameter that can be repeated: one value or several become an array. */
export const queryList = (item: z.ZodMiniType<string, string>, max: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value) => (typeof value === 'string' ? [value] : value)),
    ),
    z.array(item).check(z.maxLength(max)),
  );

/** Maximum length of a text filter. An item matches if it contains every word; the last word can be a prefix. */
export const MAX_LIST_TEXT = 200;
export const ListText = z.string().check(z.overwrite(cleanText), z.minLength(1), z.maxLength(MAX_LIST_TEXT));

export const page = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), total: z.int() });

/** Filtered lists count at most this many items: no one reads that many pages. */
export const MAX_COUNTED = 10_000;

/** A page of a list that can be too long to count every match of its filters. */
export const filteredPage = <Item extends z.core.$ZodType>(item: Item) =>
  z.extend(page(item), {
    /** Set when there are more than `total` items. */
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
