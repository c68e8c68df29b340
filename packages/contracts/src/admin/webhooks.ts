import { z } from 'zod/mini';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';

/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  'item.published',
  'item.withdrawn',
  'registration.created',
  'registration.promoted',
  'registration.canceled',
  'form.received',
] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_NAME = 100;
export const MAX_WEBHOOK_URL = 2000;
/** After a secret is rotated, deliveries are also signed with the previous secret for this long. */
export const SECRET_OVERLAP_HOURS = 24;

const WebhookFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_WEBHOOK_NAME), z.regex(/^[^\p{C}]*$/u)),
  /** An https address without a user name, password or fragment. */
  url: z.string().check(z.overwrite(cleanText), z.maxLength(MAX_WEBHOOK_URL), z.url()),
  events: z.array(WebhookEvent).check(z.minLength(1), z.maxLength(webhookEvents.length)),
});

/** A webhook without its secret. */
export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  createdAt: z.iso.datetime(),
  /** A `givenUp` webhook was turned off because deliveries had failed for days. */
  state: z.enum(['on', 'failing', 'off', 'givenUp']),
  failingSince: z.nullable(z.iso.datetime()),
  lastDeliveredAt: z.nullable(z.iso.datetime()),
  /** Until then, deliveries are also signed with the previous secret. */
  previousSecretUntil: z.nullable(z.iso.datetime()),
});
export type Webhook = z.infer<typeof Webhook>;

/** One notification of a webhook and its last attempt. */
export const WebhookDelivery = z.object({
  id: z.uuid(),
  /** One of `webhookEvents`, or `webhook.test`. */
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
  attemptedAt: z.nullable(z.iso.datetime()),
  nextAttemptAt: z.nullable(z.iso.datetime()),
  /** Status of the response; null when there was none. */
  status: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  problem: z.nullable(z.enum(['status', 'timeout', 'connection', 'address', 'off'])),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const WebhookParams = z.object({ webhookId: z.uuid() });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/admin/webhooks',
  summary: 'Webhooks with their states, by name',
  access: 'admin',
  response: z.object({ items: z.array(Webhook) }),
});
/** Throws `invalid_input` for addresses that the portal must not call, `conflict` at the limit of webhooks. */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhooks',
  summary: 'Adds a webhook; only this response contains its secret',
  access: 'admin',
  body: WebhookFields,
  response: z.object({ webhook: Webhook, secret: z.string() }),
});
/** Throws the same errors as `createWebhook`, and `not_found`. */
export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/webhooks/:webhookId',
  summary: 'Changes a webhook, or turns it on or off; what happens while it is off is not delivered',
  access: 'admin',
  params: WebhookParams,
  body: z.extend(WebhookFields, { isOn: z.boolean() }),
  response: Webhook,
});
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/webhooks/:webhookId',
  summary: 'Deletes a webhook with its log',
  access: 'admin',
  params: WebhookParams,
});
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhooks/:webhookId/secret',
  summary: 'Creates a new secret, which only this response contains; the old one also signs for a day',
  access: 'admin',
  params: WebhookParams,
  response: z.object({ secret: z.string() }),
});
/** Throws `conflict` when the webhook is off. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhooks/:webhookId/test',
  summary: 'Sends a delivery of the event `webhook.test`',
  access: 'admin',
  params: WebhookParams,
});
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/admin/webhooks/:webhookId/deliveries',
  summary: 'Deliveries of a webhook with their last attempts, page by page, newest first',
  access: 'admin',
  params: WebhookParams,
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(WebhookDelivery),
});
/** Throws `conflict` when the webhook is off or the delivery is already queued. */
export const retryWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/admin/webhooks/:webhookId/deliveries/:deliveryId/retry',
  summary: 'Sends a delivery again, with the same id and content',
  access: 'admin',
  params: z.extend(WebhookParams, { deliveryId: z.uuid() }),
});
