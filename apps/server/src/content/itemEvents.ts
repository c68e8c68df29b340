import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { Instant, readRowOrThrow } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { recordEvent } from '../webhooks/recordEvent.ts';
import { itemPath } from './itemPath.ts';

const Facts = z.object({
  id: z.uuid(),
  kind: z.string(),
  version: z.int(),
  path: z.nullable(z.string()),
  /** Readers see it from then on. */
  publishedAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
});

/** Records for webhooks that an item was published or withdrawn, in its current state. */
export async function recordItemEvent(
  trx: Transaction<DB>,
  event: 'item.published' | 'item.withdrawn',
  itemId: string,
  now: Date,
): Promise<void> {
  const facts = await readRowOrThrow(
    trx,
    Facts,
    sql`select id, kind, version, ${itemPath} as path, published_at as "publishedAt", expires_at as "expiresAt"
      from content_items item where id = ${itemId}`,
  );
  await recordEvent(trx, event, facts, now);
}
