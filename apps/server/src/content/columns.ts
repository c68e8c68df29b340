import { sql } from 'kysely';
import { z } from 'zod/mini';
import { CreatorInfo } from '@portico/kinds/itemParts';
import { ImageRef } from '@portico/kinds/media';
import { Instant } from '../db/rows.ts';

/** The columns of an item and its revision that every card shows. */
export const SummaryRow = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  published_at: Instant,
  author_department: z.nullable(z.string()),
  creator_kind: CreatorInfo.shape.kind,
  creator_name: z.nullable(z.string()),
  image: z.nullable(ImageRef),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

/** Columns of a SummaryRow, from `content_items item` joined with its revision `rev`. */
export const summaryColumns = sql`item.id, rev.header, rev.description, rev.categories, rev.published_at,
  rev.author_department, rev.creator_kind, rev.creator_name, rev.image`;

export const publishedRevision = sql`content_items item join content_revisions rev on rev.id = item.published_revision_id`;

/** A SummaryRow in the shape of the contracts. */
export function summaryOf(row: SummaryRow) {
  return {
    id: row.id,
    header: row.header,
    description: row.description,
    categories: row.categories,
    publishedAt: row.published_at,
    authorDepartment: row.author_department,
    creatorInfo: { kind: row.creator_kind, ...(row.creator_name ? { name: row.creator_name } : {}) },
    image: row.image,
  };
}
