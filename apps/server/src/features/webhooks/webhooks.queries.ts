import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import {
  MAX_WEBHOOKS,
  SECRET_OVERLAP_HOURS,
  Webhook,
  WebhookDelivery,
  type createWebhook as createCall,
  type listWebhooks as listCall,
  type saveWebhook as saveCall,
} from '@portico/contracts/admin/webhooks';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { Page } from '@portico/contracts/paging';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, readRow, readRows, pageOf } from '../../db/rows.ts';
import { found, PortalError } from '../../errors.ts';
import { bodyOf, queueDelivery } from '../../webhooks/recordEvent.ts';
import { newWebhookSecret } from './signature.ts';

const PAGE_SIZE = 25;

/** The person who makes a change, and when. */
export interface Actor {
  actorId: string;
  now: Date;
}

const WebhookRow = z.extend(Webhook, {
  createdAt: Instant,
  failingSince: z.nullable(Instant),
  lastDeliveredAt: z.nullable(Instant),
  previousSecretUntil: z.nullable(Instant),
});

const webhooksWhere = (condition: RawBuilder<unknown>, now: Date) => sql`
  select hook.id, hook.name, hook.url, hook.events, hook.created_at as "createdAt", hook.failing_since as "failingSince",
    case when hook.is_given_up then 'givenUp' when hook.disabled_at is not null then 'off'
      when hook.failing_since is not null then 'failing' else 'on' end as state,
    (select max(attempted_at) from webhook_deliveries where webhook_id = hook.id and state = 'delivered') as "lastDeliveredAt",
    case when hook.previous_secret_until > ${now} then hook.previous_secret_until end as "previousSecretUntil"
  from webhooks hook where ${condition} order by lower(hook.name), hook.id`;

export async function listWebhooks(db: Db, now: Date): Promise<CallResult<typeof listCall>> {
  return { items: await readRows(db, WebhookRow, webhooksWhere(sql`true`, now)) };
}

const findWebhook = async (db: Db, id: string, now: Date): Promise<Webhook> =>
  found(await readRow(db, WebhookRow, webhooksWhere(sql`hook.id = ${id}`, now)), 'webhook');

/** Returns the secret, which cannot be retrieved later. Throws `conflict` when there are too many webhooks. */
export function createWebhook(
  db: Db,
  { name, url, events }: Received<typeof createCall>['body'],
  { actorId, now }: Actor,
): Promise<CallResult<typeof createCall>> {
  const secret = newWebhookSecret();
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portico webhooks'))`.execute(trx);
    const { count } = await trx
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_WEBHOOKS)
      throw new PortalError('conflict', `There are already ${count} webhooks. Delete the ones that no one uses.`);
    const { id } = await trx
      .insertInto('webhooks')
      .values({ name, url, events: [...new Set(events)], secret, created_by: actorId, created_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, {
      actorId,
      action: 'webhook.created',
      objectKind: 'webhook',
      objectId: id,
      details: { name, host: new URL(url).host, events: events.join(' ') },
    });
    return { webhook: await findWebhook(trx, id, now), secret };
  });
}

/** Throws `not_found`. Turning the webhook on again resets its failures. */
export function saveWebhook(
  db: Db,
  id: string,
  { name, url, events, isOn }: Received<typeof saveCall>['body'],
  { actorId, now }: Actor,
): Promise<Webhook> {
  return db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id);
    const wasOn = before.disabled_at === null;
    await trx
      .updateTable('webhooks')
      .set({
        name,
        url,
        events: [...new Set(events)],
        ...(isOn === wasOn
          ? {}
          : { disabled_at: isOn ? null : now.toISOString(), is_given_up: false, failing_since: null }),
      })
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      actorId,
      action: 'webhook.changed',
      objectKind: 'webhook',
      objectId: id,
      details: { name, host: new URL(url).host, events: events.join(' '), isOn },
    });
    return findWebhook(trx, id, now);
  });
}

const lockWebhook = async (db: Db, id: string) =>
  found(
    await db
      .selectFrom('webhooks')
      .select(['name', 'secret', 'disabled_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
    'webhook',
  );

export function deleteWebhook(db: Db, id: string, { actorId }: Actor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { name } = await lockWebhook(trx, id);
    await trx.deleteFrom('webhooks').where('id', '=', id).execute();
    await audit(trx, { actorId, action: 'webhook.deleted', objectKind: 'webhook', objectId: id, details: { name } });
  });
}

/** The new secret signs immediately, and the previous one also signs for another day. Throws `not_found`. */
export function rotateSecret(db: Db, id: string, { actorId, now }: Actor): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  return db.transaction().execute(async (trx) => {
    const { name, secret: previous } = await lockWebhook(trx, id);
    const until = new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS);
    await trx
      .updateTable('webhooks')
      .set({ secret, previous_secret: previous, previous_secret_until: until.toISOString() })
      .where('id', '=', id)
      .execute();
    const details = { name };
    await audit(trx, { actorId, action: 'webhook.secret-rotated', objectKind: 'webhook', objectId: id, details });
    return { secret };
  });
}

function assertOn({ disabled_at }: { disabled_at: string | null }): void {
  if (disabled_at !== null) throw new PortalError('conflict', 'The webhook is off. Turn it on first.');
}

/** Queues a delivery of the event `webhook.test`. Throws `not_found`, `conflict`. */
export function sendTest(db: Db, webhookId: string, { actorId, now }: Actor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const hook = await lockWebhook(trx, webhookId);
    assertOn(hook);
    const at = now.toISOString();
    const body = bodyOf('webhook.test', { webhookId }, now);
    const { id } = await trx
      .insertInto('webhook_deliveries')
      .values({ webhook_id: webhookId, event: 'webhook.test', body, created_at: at, next_attempt_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queueDelivery(trx, { id, webhookId });
    const details = { name: hook.name };
    await audit(trx, { actorId, action: 'webhook.tested', objectKind: 'webhook', objectId: webhookId, details });
  });
}

const DeliveryRow = z.extend(WebhookDelivery, {
  createdAt: Instant,
  attemptedAt: z.nullable(Instant),
  nextAttemptAt: z.nullable(Instant),
});

/** Throws `not_found` for an unknown webhook. */
export async function listDeliveriesPage(db: Db, webhookId: string, page = 1): Promise<Page<WebhookDelivery>> {
  found(await db.selectFrom('webhooks').select('id').where('id', '=', webhookId).executeTakeFirst(), 'webhook');
  const { rows, total } = await readPage(
    db,
    DeliveryRow,
    sql`
      with own as not materialized (select * from webhook_deliveries where webhook_id = ${webhookId})
      select every.total, found.* from (select count(*)::int as total from own) every
      left join lateral (
        select id, event, state, created_at as "createdAt", attempts, attempted_at as "attemptedAt",
          next_attempt_at as "nextAttemptAt", status, duration_ms as "durationMs", problem
        from own order by created_at desc, id desc ${pageOf(page, PAGE_SIZE)}
      ) found on true
      order by found."createdAt" desc, found.id desc`,
  );
  return { items: rows, page, pageSize: PAGE_SIZE, total };
}

/** Resends a finished delivery with the same id and content. Throws `not_found`, `conflict`. */
export function retryDelivery(
  db: Db,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  { actorId, now }: Actor,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const hook = await lockWebhook(trx, webhookId);
    const { state } = found(
      await trx
        .selectFrom('webhook_deliveries')
        .select('state')
        .where('id', '=', deliveryId)
        .where('webhook_id', '=', webhookId)
        .forUpdate()
        .executeTakeFirst(),
      'delivery',
    );
    assertOn(hook);
    if (state === 'waiting') throw new PortalError('conflict', 'The delivery is waiting for its next attempt.');
    await trx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: now.toISOString() })
      .where('id', '=', deliveryId)
      .execute();
    await queueDelivery(trx, { id: deliveryId, webhookId });
    const details = { name: hook.name, deliveryId };
    await audit(trx, { actorId, action: 'webhook.redelivered', objectKind: 'webhook', objectId: webhookId, details });
  });
}
