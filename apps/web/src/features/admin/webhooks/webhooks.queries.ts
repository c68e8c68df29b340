import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDelivery,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from '@portico/contracts/admin/webhooks';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';

export const webhooksQuery = () =>
  queryOptions({
    ...query(listWebhooks, {}),
    staleTime: 0,
  });
export type WebhookValues = CallInput<typeof createWebhook>['body'];
/** A secret that was just created, with the name of its webhook. */
export interface NewSecret {
  name: string;
  secret: string;
}
export const makeWebhook = (body: WebhookValues) => call(createWebhook, { body });
export const changeWebhook = (webhookId: string, body: WebhookValues & { isOn: boolean }) =>
  call(saveWebhook, { params: { webhookId }, body });
export const dropWebhook = (webhookId: string) => call(deleteWebhook, { params: { webhookId } });
export const makeSecret = (webhookId: string) => call(rotateWebhookSecret, { params: { webhookId } });
export const sendTest = (webhookId: string) => call(testWebhook, { params: { webhookId } });

export const deliveriesQuery = (webhookId: string, page: number) =>
  queryOptions({
    ...query(listWebhookDeliveries, { params: { webhookId }, query: page > 1 ? { page: String(page) } : {} }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export const sendDeliveryAgain = (webhookId: string, deliveryId: string) =>
  call(retryWebhookDelivery, { params: { webhookId, deliveryId } });
