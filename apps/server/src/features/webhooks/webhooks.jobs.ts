import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS, HOUR_S, MINUTE_S } from '@portico/contracts/durations';
import { audit } from '../../db/audit.ts';
import type { DB } from '../../db/schema.generated.ts';
import { Instant, readRow } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Task } from '../../jobs/worker.ts';
import { queueDelivery } from '../../webhooks/recordEvent.ts';
import { post, type Answer } from './receiver.ts';
import { MAX_RETRY_DELAY_S, retryAfterOf } from './retryAfter.ts';
import { signedHeaders } from './signature.ts';

/** The delays before each retry. Source: Standard Webhooks, the example schedule without its last delay. */
const RETRY_DELAYS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  MAX_RETRY_DELAY_S,
] as const;
/** Delays are extended by up to this fraction, so that a receiver that recovers does not get all retries at once. */
const JITTER = 0.2;
const GIVE_UP_MS = 3 * DAY_MS;
const GONE = 410;

const RETENTION_DAYS = 14;
/** The maximum number of finished deliveries stored per webhook. */
const MAX_FINISHED_DELIVERIES = 2000;

const DueRow = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  name: z.string(),
  url: z.string(),
  secret: z.string(),
  previousSecret: z.nullable(z.string()),
  isOff: z.boolean(),
  body: z.string(),
  attempts: z.int(),
  failingSince: z.nullable(Instant),
});
type DueDelivery = z.infer<typeof DueRow>;

/**
 * Sends a delivery and schedules a retry if it fails. If the process dies in between, the delivery is sent again with
 * the same id.
 */
export const deliverWebhook: Task<'deliver-webhook'> = async ({ deliveryId }, dependencies) => {
  const { db, config, now } = dependencies;
  const due = await readRow(
    db,
    DueRow,
    sql`select delivery.id, hook.id as "webhookId", hook.name, hook.url, hook.secret,
        case when hook.previous_secret_until > ${now()} then hook.previous_secret end as "previousSecret",
        hook.disabled_at is not null as "isOff", delivery.body, delivery.attempts, hook.failing_since as "failingSince"
      from webhook_deliveries delivery join webhooks hook on hook.id = delivery.webhook_id
      where delivery.id = ${deliveryId} and delivery.state = 'waiting'`,
  );
  if (!due) return;
  if (due.isOff) {
    await db
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', problem: 'off', next_attempt_at: null })
      .where('id', '=', due.id)
      .execute();
    return;
  }
  const headers = signedHeaders(due, [due.secret, ...(due.previousSecret === null ? [] : [due.previousSecret])], now());
  const startedMs = performance.now();
  const answer = await post(due.url, { body: due.body, headers, networks: config.WEBHOOK_NETWORKS });
  const attempt = { answer, durationMs: Math.round(performance.now() - startedMs) };
  await db.transaction().execute((trx) => saveAttempt(trx, due, attempt, dependencies));
};

const later = (own: Date, theirs: Date | undefined): Date => (theirs !== undefined && theirs > own ? theirs : own);

const hasArrived = (answer: Answer): boolean => 'status' in answer && answer.status >= 200 && answer.status < 300;

async function saveAttempt(
  trx: Transaction<DB>,
  due: DueDelivery,
  { answer, durationMs }: { answer: Answer; durationMs: number },
  dependencies: Pick<Dependencies, 'notify' | 'now' | 'logger'>,
): Promise<void> {
  const now = dependencies.now();
  const arrived = hasArrived(answer);
  const delayS = arrived ? undefined : RETRY_DELAYS_S[due.attempts];
  const retryAt =
    delayS === undefined
      ? undefined
      : later(
          new Date(now.getTime() + delayS * 1000 + randomInt(Math.ceil(delayS * JITTER * 1000))),
          'status' in answer ? retryAfterOf(answer.retryAfter, now) : undefined,
        );
  const problem = 'problem' in answer ? answer.problem : arrived ? null : 'status';
  await trx
    .updateTable('webhook_deliveries')
    .set({
      state: arrived ? 'delivered' : retryAt ? 'waiting' : 'failed',
      attempts: due.attempts + 1,
      attempted_at: now.toISOString(),
      next_attempt_at: retryAt?.toISOString() ?? null,
      status: 'status' in answer ? answer.status : null,
      duration_ms: durationMs,
      problem,
    })
    .where('id', '=', due.id)
    .execute();
  if (retryAt) await queueDelivery(trx, due, retryAt);
  if (arrived) {
    if (due.failingSince !== null)
      await trx.updateTable('webhooks').set({ failing_since: null }).where('id', '=', due.webhookId).execute();
    return;
  }
  dependencies.logger.warn({ webhookId: due.webhookId, deliveryId: due.id, ...answer }, 'a webhook was not delivered');
  const isHopeless = 'status' in answer && answer.status === GONE;
  const failingMs = due.failingSince === null ? 0 : now.getTime() - Date.parse(due.failingSince);
  if (isHopeless || failingMs >= GIVE_UP_MS) await giveUp(trx, due, dependencies);
  else
    await trx
      .updateTable('webhooks')
      .set({ failing_since: now.toISOString() })
      .where('id', '=', due.webhookId)
      .where('failing_since', 'is', null)
      .execute();
}

/** Turns a webhook off and notifies the administrators. */
async function giveUp(
  trx: Transaction<DB>,
  { webhookId, name }: DueDelivery,
  { notify, now }: Pick<Dependencies, 'notify' | 'now'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ disabled_at: now().toISOString(), is_given_up: true })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'admin' = any (roles)`)
    .where('disabled_at', 'is', null)
    .execute();
  await notify(
    trx,
    admins.map(({ id }) => id),
    {
      title: `The webhook ${name} was turned off`,
      description: 'Its receiver has rejected deliveries for days, or reported that it is permanently gone.',
      link: '/admin/webhooks',
    },
    now(),
  );
  await audit(trx, { action: 'webhook.given-up', objectKind: 'webhook', objectId: webhookId, details: { name } });
}

/** Purges finished deliveries: old ones, and those beyond the maximum per webhook. */
export const purgeWebhooks: Task<'purge-webhooks'> = async (_payload, { db, now }) => {
  const before = new Date(now().getTime() - RETENTION_DAYS * DAY_MS);
  await sql`delete from webhook_deliveries where state <> 'waiting' and created_at < ${before}`.execute(db);
  await sql`
    delete from webhook_deliveries where id in (
      select id from (
        select id, row_number() over (partition by webhook_id order by created_at desc, id desc) as position
        from webhook_deliveries where state <> 'waiting'
      ) ranked where position > ${MAX_FINISHED_DELIVERIES}
    )`.execute(db);
};
