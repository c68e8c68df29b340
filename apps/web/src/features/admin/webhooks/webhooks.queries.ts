import { type createWebhook, listWebhookDeliveries, listWebhooks } from '@portico/contracts/admin/webhooks';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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

export const deliveriesQuery = (webhookId: string, page: number) =>
  queryOptions({
    ...query(listWebhookDeliveries, { params: { webhookId }, query: page > 1 ? { page: String(page) } : {} }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
