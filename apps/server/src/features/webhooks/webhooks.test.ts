import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
  webhookEvents,
} from '@portico/contracts/admin/webhooks';
import { sharedPortal } from '../../testing/testPortal.ts';
import { webhookPortal } from './testing/webhookPortal.ts';

describe('webhook addresses', () => {
  const shared = sharedPortal();
  test.for([
    'http://example.com/hooks',
    'https://127.0.0.1/hooks',
    'https://localhost/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'ftp://example.com/',
    'not an address',
  ])('%s is rejected, and nothing is stored [OPS-336]', async (url) => {
    const admin = shared().as('adam');
    const body = { name: 'Website', url: 'https://example.com/hooks', events: [...webhookEvents] };
    expect(await admin.fail(createWebhook, { body: { ...body, url } })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    const { webhook } = await admin.call(createWebhook, { body });
    const params = { webhookId: webhook.id };
    expect(await admin.fail(saveWebhook, { params, body: { ...body, url, isOn: true } })).toMatchObject({
      status: 400,
    });
    expect((await admin.call(listWebhooks, {})).items).toEqual([webhook]);
    await admin.call(deleteWebhook, { params });
  });

  test('are checked again on connecting, so that a name that later resolves to a private address is not called [OPS-336]', async () => {
    const { add, admin, db, deliver, receiver, deliveries } = await webhookPortal({ networks: '' });
    const { webhook } = await add({ url: 'https://example.com/hooks' });
    for (const url of [receiver.url.replace('http:', 'https:'), receiver.url.replace('127.0.0.1', 'localhost')]) {
      await db.updateTable('webhooks').set({ url }).where('id', '=', webhook.id).execute();
      await admin.call(testWebhook, { params: { webhookId: webhook.id } });
      await deliver();
      expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'waiting', status: null, problem: 'address' });
    }
    expect(receiver.arrivals).toEqual([]);
  });
});

test('a webhook is added, changed and deleted, with its secret shown once and each change in the audit log [OPS-337]', async () => {
  const { add, admin, db, logged, body } = await webhookPortal();
  const { webhook, secret } = await add();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(JSON.stringify([(await admin.call(listWebhooks, {})).items, logged])).not.toContain(secret.slice(6));
  const params = { webhookId: webhook.id };
  const changed = await admin.call(saveWebhook, { params, body: { ...body, name: 'Intranet', isOn: false } });
  expect(changed).toMatchObject({ name: 'Intranet', state: 'off' });
  expect(await admin.fail(testWebhook, { params })).toMatchObject({ status: 409 });
  await admin.call(rotateWebhookSecret, { params });
  await admin.call(deleteWebhook, { params });
  expect(await admin.fail(deleteWebhook, { params })).toMatchObject({ status: 404 });
  const log = await db.selectFrom('audit_log').selectAll().where('object_kind', '=', 'webhook').orderBy('id').execute();
  expect(log.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.changed',
    'webhook.secret-rotated',
    'webhook.deleted',
  ]);
  expect(JSON.stringify(log)).not.toContain(secret.slice(6));
});

test(`there are at most ${MAX_WEBHOOKS} webhooks [OPS-337]`, async () => {
  const { add, admin, body } = await webhookPortal();
  const made = Array.from({ length: MAX_WEBHOOKS }, () => add());
  await Promise.all(made);
  expect(await admin.fail(createWebhook, { body })).toMatchObject({ status: 409, code: 'conflict' });
});

test('the metrics count webhooks by state [OPS-338]', async () => {
  const { add, admin, body, portal, deliver } = await webhookPortal({ statuses: [500] });
  const { webhook } = await add();
  const off = (await add()).webhook.id;
  await add();
  await admin.call(saveWebhook, { params: { webhookId: off }, body: { ...body, isOn: false } });
  await admin.call(testWebhook, { params: { webhookId: webhook.id } });
  await deliver();
  const text = (await portal.inject({ url: '/metrics' })).body;
  for (const [state, count] of Object.entries({ on: 1, failing: 1, off: 1, givenUp: 0 }))
    expect(text).toContain(`portico_webhooks{state="${state}"} ${count}`);
});

test('a metric shows how long the oldest delivery has been overdue, ignoring scheduled and disabled ones [OPS-393]', async () => {
  const { add, admin, body, portal, db } = await webhookPortal();
  const { webhook } = await add();
  const lateSeconds = async () => {
    const text = (await portal.inject({ url: '/metrics' })).body;
    return Number(/^portico_webhook_delivery_late_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const deliveryDue = (minutes: number) =>
    sql`insert into webhook_deliveries (webhook_id, event, body, created_at, next_attempt_at)
      values (${webhook.id}, 'item.published', '{}', now(), now() - make_interval(mins => ${minutes}))`.execute(db);
  expect(await lateSeconds()).toBe(0);
  await deliveryDue(-5);
  expect(await lateSeconds()).toBe(0);
  await deliveryDue(3);
  await deliveryDue(20);
  expect(await lateSeconds()).toBeGreaterThanOrEqual(1200);
  expect(await lateSeconds()).toBeLessThan(1260);
  await sql`update webhook_deliveries set state = 'failed' where next_attempt_at < now() - interval '10 minutes'`.execute(
    db,
  );
  expect(await lateSeconds()).toBeLessThan(300);
  await admin.call(saveWebhook, { params: { webhookId: webhook.id }, body: { ...body, isOn: false } });
  expect(await lateSeconds()).toBe(0);
});
