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
  publishedAt: Instant,
  authorDepartment: z.nullable(z.string()),
  creatorKind: CreatorInfo.shape.kind,
  creatorName: z.nullable(z.string()),
  image: z.nullable(ImageRef),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

/** Columns of a SummaryRow, from `content_items item` joined with its revision `rev`. */
export const summaryColumns = sql`item.id, rev.header, rev.description, rev.categories,
  rev.published_at as "publishedAt", rev.author_department as "authorDepartment", rev.creator_kind as "creatorKind",
  rev.creator_name as "creatorName", rev.image`;

export const publishedRevision = sql`content_items item join content_revisions rev on rev.id = item.published_revision_id`;

/** A SummaryRow in the shape of the contracts. */
export function summaryOf({ creatorKind: kind, creatorName: name, ...row }: SummaryRow) {
  const { id, header, description, categories, publishedAt, authorDepartment, image } = row;
  const creatorInfo = { kind, ...(name ? { name } : {}) };
  return { id, header, description, categories, publishedAt, authorDepartment, creatorInfo, image };
}
