import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { WebhookEvent } from '@portico/contracts/admin/webhooks';
import { readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { addJob } from '../jobs/queue.ts';

export const Delivery = z.object({ id: z.uuid(), webhookId: z.uuid() });

/** Facts that anyone may know: ids, kinds, times and paths. Never content, and nothing about people. */
export type EventFacts = Record<string, string | number | null>;

/** Adds a delivery for each webhook that subscribes to the event. They are sent only if the transaction commits. */
export async function recordEvent(
  trx: Transaction<DB>,
  event: WebhookEvent,
  facts: EventFacts,
  now: Date,
): Promise<void> {
  const rows = await readRows(trx, Delivery, addedDeliveries(event, facts, now));
  await queueDeliveries(trx, rows);
}

/** The first half of the same, as a part of a statement; `queueDeliveries` has to follow with the rows it returns. */
export const addedDeliveries = (event: WebhookEvent, facts: EventFacts, now: Date): RawBuilder<unknown> => sql`
  insert into webhook_deliveries (webhook_id, event, body, created_at, next_attempt_at)
  select id, ${event}, ${bodyOf(event, facts, now)}, ${now}, ${now} from webhooks
  where disabled_at is null and ${event} = any (events) order by id
  returning id, webhook_id as "webhookId"`;

export async function queueDeliveries(trx: Transaction<DB>, rows: Array<z.infer<typeof Delivery>>): Promise<void> {
  for (const delivery of rows) await queueDelivery(trx, delivery);
}

/** The body that a receiver gets. Source: Standard Webhooks, payload structure. */
export const bodyOf = (type: string, data: EventFacts, now: Date): string =>
  JSON.stringify({ type, timestamp: now.toISOString(), data });

/** Deliveries of one webhook are sent one after another, so that a slow receiver occupies only one worker. */
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
