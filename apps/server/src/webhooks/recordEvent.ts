import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { WebhookEvent } from '@portico/contracts/admin/webhooks';
import { readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { addJob } from '../jobs/queue.ts';

const Delivery = z.object({ id: z.uuid(), webhookId: z.uuid() });

/** Facts that anyone may know: ids, kinds, times and paths. Never contents, and nothing of a person. */
export type EventFacts = Record<string, string | number | null>;

/**
 * Writes a delivery for each webhook that wants the event. They are sent if the transaction commits, and only then.
 */
export async function recordEvent(
  trx: Transaction<DB>,
  event: WebhookEvent,
  facts: EventFacts,
  now: Date,
): Promise<void> {
  const deliveries = await readRows(
    trx,
    Delivery,
    sql`insert into webhook_deliveries (webhook_id, event, body, created_at, next_attempt_at)
      select id, ${event}, ${bodyOf(event, facts, now)}, ${now}, ${now} from webhooks
      where disabled_at is null and ${event} = any (events) order by id
      returning id, webhook_id as "webhookId"`,
  );
  for (const delivery of deliveries) await queueDelivery(trx, delivery);
}

/** What a receiver gets. Source: Standard Webhooks, payload structure. */
export const bodyOf = (type: string, data: EventFacts, now: Date): string =>
  JSON.stringify({ type, timestamp: now.toISOString(), data });

/** Those of one webhook are sent one after another, so that a slow receiver takes one worker and not all. */
export const queueDelivery = (
  trx: Transaction<DB>,
  { id, webhookId }: z.infer<typeof Delivery>,
  runAt?: Date,
): Promise<void> =>
  addJob(
    trx,
    'deliver-webhook',
    { deliveryId: id },
    { key: `webhook:${id}`, queue: `webhook:${webhookId}`, ...(runAt && { runAt }) },
  );
