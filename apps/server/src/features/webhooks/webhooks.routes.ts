import type { FastifyInstance } from 'fastify';
import * as calls from '@portico/contracts/admin/webhooks';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import type { Person } from '../../sign-in/people.ts';
import { assertCallable } from './receiver.ts';
import * as webhooks from './webhooks.queries.ts';

/** Webhooks, for people with the role `admin`. */
export function webhookRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const actor = (person: Person) => ({ actorId: person.id, now: now() });
  route(portal, calls.listWebhooks, () => webhooks.listWebhooks(db, now()));
  route(portal, calls.createWebhook, async ({ body, person }) => {
    await assertCallable(body.url, config.WEBHOOK_NETWORKS);
    return webhooks.createWebhook(db, body, actor(person));
  });
  route(portal, calls.saveWebhook, async ({ params, body, person }) => {
    await assertCallable(body.url, config.WEBHOOK_NETWORKS);
    return webhooks.saveWebhook(db, params.webhookId, body, actor(person));
  });
  route(portal, calls.deleteWebhook, ({ params, person }) =>
    webhooks.deleteWebhook(db, params.webhookId, actor(person)),
  );
  route(portal, calls.rotateWebhookSecret, ({ params, person }) =>
    webhooks.rotateSecret(db, params.webhookId, actor(person)),
  );
  route(portal, calls.testWebhook, ({ params, person }) => webhooks.sendTest(db, params.webhookId, actor(person)));
  route(portal, calls.listWebhookDeliveries, ({ params, query }) =>
    webhooks.listDeliveriesPage(db, params.webhookId, query.page),
  );
  route(portal, calls.retryWebhookDelivery, ({ params, person }) => webhooks.retryDelivery(db, params, actor(person)));
}
