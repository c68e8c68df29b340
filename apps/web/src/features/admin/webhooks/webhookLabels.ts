import type { Webhook, WebhookDelivery, WebhookEvent } from '@portico/contracts/admin/webhooks';
import { t } from '../../../locale/text.ts';

export const eventLabel = (event: string): string =>
  (
    {
      'item.published': t('admin.eventItemPublished'),
      'item.withdrawn': t('admin.eventItemWithdrawn'),
      'registration.created': t('admin.eventRegistrationCreated'),
      'registration.promoted': t('admin.eventRegistrationPromoted'),
      'registration.canceled': t('admin.eventRegistrationCanceled'),
      'form.received': t('admin.eventFormReceived'),
      'webhook.test': t('admin.eventWebhookTest'),
    } satisfies Record<WebhookEvent | 'webhook.test', string> as Record<string, string>
  )[event] ?? event;

export const webhookStateLabel = (state: Webhook['state']): string =>
  ({
    on: t('admin.webhookOn'),
    failing: t('admin.webhookFailing'),
    off: t('admin.webhookOff'),
    givenUp: t('admin.webhookGivenUp'),
  })[state];

export const deliveryStateLabel = (state: WebhookDelivery['state']): string =>
  ({
    waiting: t('admin.deliveryWaiting'),
    delivered: t('admin.deliveryDelivered'),
    failed: t('admin.deliveryFailed'),
  })[state];

/** How the last attempt ended; undefined before the first. */
export function outcomeLabel({ status, durationMs, problem }: WebhookDelivery): string | undefined {
  if (status !== null) return t('admin.deliveryStatus', { status, ms: durationMs ?? 0 });
  if (problem === null || problem === 'status') return undefined;
  return {
    timeout: t('admin.deliveryTimeout'),
    connection: t('admin.deliveryConnection'),
    address: t('admin.deliveryAddress'),
    off: t('admin.deliveryOff'),
  }[problem];
}
