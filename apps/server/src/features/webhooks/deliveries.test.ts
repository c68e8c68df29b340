import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { retryWebhookDelivery, rotateWebhookSecret, saveWebhook, testWebhook } from '@portico/contracts/admin/webhooks';
import { setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { submitEntry } from '@portico/contracts/forms';
import { listNotifications } from '@portico/contracts/notifications';
import { publish } from '../../content/publication.ts';
import { aForm } from '../../testing/aForm.ts';
import { webhookPortal } from './testing/webhookPortal.ts';
import { purgeWebhooks } from './webhooks.jobs.ts';

/** The verifier from docs/webhooks.md, as a receiver would copy it. */
async function documentedVerifier() {
  const page = await readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)![1]!;
  const { isGenuine } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine(secret: string, headers: IncomingHttpHeaders, body: string, nowMs?: number): boolean;
  };
  return isGenuine;
}

describe('webhook deliveries', () => {
  test('report once what was published, withdrawn and registered for, without content or people [OPS-331]', async () => {
    const { add, make, as, db, deliver, receiver, clock } = await webhookPortal();
    await add();
    const eventId = await make.event({
      header: 'Secret summit',
      locationType: 'Virtual',
      registration: { capacity: 1 },
      startsAt: new Date(clock.now.getTime() + 48 * HOUR_MS).toISOString(),
      endsAt: new Date(clock.now.getTime() + 49 * HOUR_MS).toISOString(),
    });
    const set = (name: string, registrationStatus: RegistrationStatus) =>
      as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus } });
    await set('ana', 'Registered');
    await set('ana', 'Registered');
    await set('cora', 'Registered');
    await set('ana', 'Unregistered');
    await make.withdraw(eventId);
    await deliver();
    const path = `/events/${eventId}`;
    expect(receiver.bodies().map(({ type, data }) => [type, data])).toEqual([
      ['item.published', expect.objectContaining({ id: eventId, kind: 'event', path })],
      ['registration.created', { eventId, path, status: 'Registered' }],
      ['registration.created', { eventId, path, status: 'Waiting' }],
      ['registration.canceled', { eventId, path, status: 'Registered' }],
      ['registration.promoted', { eventId, path, count: 1 }],
      ['item.withdrawn', expect.objectContaining({ id: eventId, kind: 'event', publishedAt: null })],
    ]);
    const sent = receiver.arrivals.map(({ body }) => body).join();
    const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
    for (const hidden of ['Secret', 'Ana', 'ana', id]) expect(sent).not.toContain(hidden);
  });

  test('are not sent for rolled-back changes, for other events, or while the webhook is off [OPS-331]', async () => {
    const { add, make, db, deliver, receiver, admin, body, clock } = await webhookPortal();
    const { webhook } = await add({ events: ['item.published'] });
    const itemId = await make.news({ isDraft: true });
    await expect(
      db.transaction().execute(async (trx) => {
        await publish(trx, { itemId, version: 1 }, { now: clock.now });
        throw new Error('the power fails');
      }),
    ).rejects.toThrow('the power fails');
    await deliver();
    expect(receiver.arrivals).toEqual([]);
    await publish(db, { itemId, version: 1 }, { now: clock.now });
    await make.withdraw(itemId);
    await admin.call(saveWebhook, { params: { webhookId: webhook.id }, body: { ...body, isOn: false } });
    await make.news();
    await deliver();
    // Events from before the webhook was turned off are not sent either.
    expect(receiver.arrivals).toEqual([]);
    await admin.call(saveWebhook, { params: { webhookId: webhook.id }, body: { ...body, isOn: true } });
    await make.news();
    await deliver();
    expect(receiver.bodies()).toMatchObject([{ type: 'item.published' }]);
  });

  test('pass the documented verifier, with both secrets for a day after a rotation [OPS-332]', async () => {
    const { add, admin, deliver, receiver, clock } = await webhookPortal();
    const isGenuine = await documentedVerifier();
    const { webhook, secret } = await add();
    const params = { webhookId: webhook.id };
    const send = async () => {
      await admin.call(testWebhook, { params });
      await deliver();
      return receiver.arrivals.at(-1)!;
    };
    const first = await send();
    const at = clock.now.getTime();
    expect(isGenuine(secret, first.headers, first.body, at)).toBe(true);
    expect(isGenuine(secret, first.headers, `${first.body} `, at)).toBe(false);
    expect(isGenuine(secret, { ...first.headers, 'webhook-id': 'other' }, first.body, at)).toBe(false);
    expect(isGenuine(secret, first.headers, first.body, at + 6 * 60_000)).toBe(false);
    const { secret: next } = await admin.call(rotateWebhookSecret, { params });
    expect(next).not.toBe(secret);
    const second = await send();
    for (const one of [secret, next]) expect(isGenuine(one, second.headers, second.body, at)).toBe(true);
    clock.now = new Date(at + DAY_MS);
    const third = await send();
    expect(isGenuine(secret, third.headers, third.body, clock.now.getTime())).toBe(false);
    expect(isGenuine(next, third.headers, third.body, clock.now.getTime())).toBe(true);
  });

  test('are retried after a failure with the same id and content, at increasing intervals [OPS-333]', async () => {
    const { add, make, deliver, deliverLater, receiver, deliveries, stateOf, clock } = await webhookPortal({
      statuses: [500, 302],
    });
    const { webhook } = await add();
    await make.news();
    await deliver();
    const [waiting] = await deliveries(webhook.id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 500, problem: 'status' });
    const pauseMs = Date.parse(waiting!.nextAttemptAt!) - clock.now.getTime();
    expect(pauseMs).toBeGreaterThanOrEqual(5000);
    expect(pauseMs).toBeLessThanOrEqual(6000);
    expect(await stateOf(webhook.id)).toBe('failing');
    // Redirects are not followed.
    await deliverLater();
    expect((await deliveries(webhook.id))[0]).toMatchObject({ attempts: 2, status: 302 });
    await deliverLater();
    expect((await deliveries(webhook.id))[0]).toMatchObject({
      state: 'delivered',
      attempts: 3,
      status: 204,
      problem: null,
      nextAttemptAt: null,
    });
    expect(await stateOf(webhook.id)).toBe('on');
    expect(new Set(receiver.arrivals.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(
      1,
    );
    expect(receiver.arrivals).toHaveLength(3);
  });

  test('wait as long as the receiver asks for, if that is longer than our own delay [OPS-333]', async () => {
    const { add, admin, deliver, deliverLater, deliveries, clock } = await webhookPortal({
      statuses: [429, 503, 500],
      retryAfter: '900',
    });
    const { webhook } = await add();
    await admin.call(testWebhook, { params: { webhookId: webhook.id } });
    const pauseS = async () => {
      const [waiting] = await deliveries(webhook.id);
      return (Date.parse(waiting!.nextAttemptAt!) - clock.now.getTime()) / 1000;
    };
    await deliver();
    expect(await pauseS()).toBe(900);
    await deliverLater();
    expect(await pauseS()).toBe(900);
    await deliverLater();
    expect(await pauseS()).toBeGreaterThanOrEqual(1800);
    await deliverLater();
    expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'delivered', attempts: 4 });
  });

  test('end after nine attempts, and can be retried manually [OPS-333]', async () => {
    const { add, admin, deliver, deliverLater, receiver, deliveries } = await webhookPortal({
      statuses: Array(9).fill(503),
    });
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    await admin.call(testWebhook, { params });
    await deliver();
    const retry = { params: { ...params, deliveryId: (await deliveries(webhook.id))[0]!.id } };
    expect(await admin.fail(retryWebhookDelivery, retry)).toMatchObject({ status: 409 });
    for (let attempt = 2; attempt <= 9; attempt += 1) await deliverLater();
    expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'failed', attempts: 9, nextAttemptAt: null });
    await deliverLater();
    expect(receiver.arrivals).toHaveLength(9);
    await admin.call(retryWebhookDelivery, retry);
    await deliver();
    expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('turn the webhook off and notify administrators after failing for three days or getting a 410 [OPS-334]', async () => {
    const { add, admin, as, deliver, deliverLater, stateOf, clock, db } = await webhookPortal({
      statuses: [500, 500, 410],
    });
    const long = (await add({ name: 'Long' })).webhook.id;
    await admin.call(testWebhook, { params: { webhookId: long } });
    await deliver();
    clock.now = new Date(clock.now.getTime() + 72 * HOUR_MS);
    await deliverLater();
    expect(await stateOf(long)).toBe('givenUp');
    expect(await admin.fail(testWebhook, { params: { webhookId: long } })).toMatchObject({ status: 409 });
    const gone = (await add({ name: 'Gone' })).webhook.id;
    await admin.call(testWebhook, { params: { webhookId: gone } });
    await deliver();
    expect(await stateOf(gone)).toBe('givenUp');
    const titles = async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title);
    expect((await titles('adam')).sort()).toEqual([
      'The webhook Gone was turned off',
      'The webhook Long was turned off',
    ]);
    expect(await titles('ana')).toEqual([]);
    const log = await db.selectFrom('audit_log').select('object_id').where('action', '=', 'webhook.given-up').execute();
    expect(log.map(({ object_id }) => object_id)).toEqual([long, gone]);
  });

  test('stay in the log for two weeks, or longer while they are waiting [OPS-335]', async () => {
    const { add, admin, deliver, deliveries, clock, parts } = await webhookPortal({ statuses: [204, 500] });
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    for (let count = 0; count < 2; count += 1) {
      await admin.call(testWebhook, { params });
      await deliver();
    }
    await purgeWebhooks({}, parts);
    expect(await deliveries(webhook.id)).toHaveLength(2);
    clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
    await purgeWebhooks({}, parts);
    expect(await deliveries(webhook.id)).toMatchObject([{ state: 'waiting' }]);
  });

  test('stay in the log up to the newest 2,000 per webhook, plus all that are waiting [OPS-335]', async () => {
    const { add, db, clock, parts } = await webhookPortal();
    const [large, small] = [(await add()).webhook.id, (await add()).webhook.id];
    const fill = (webhookId: string, count: number, state: string) =>
      sql`insert into webhook_deliveries (webhook_id, event, body, state, created_at)
        select ${webhookId}, 'webhook.test', number::text, ${state}, ${clock.now}::timestamptz - make_interval(secs => number)
        from generate_series(1, ${count}::int) number`.execute(db);
    await fill(large, 2003, 'delivered');
    await fill(large, 3, 'waiting');
    await fill(small, 1, 'failed');
    await purgeWebhooks({}, parts);
    const left = await db.selectFrom('webhook_deliveries').select(['webhook_id', 'state', 'body']).execute();
    const finished = left.filter(({ webhook_id, state }) => webhook_id === large && state === 'delivered');
    expect(finished.map(({ body }) => Number(body)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    );
    expect(left.length - finished.length).toBe(4);
  });

  test('report a received form entry once, without answers or people [OPS-331]', async () => {
    const { add, make, as, deliver, receiver } = await webhookPortal();
    await add({ events: ['form.received'] });
    const form = aForm({ fields: [{ type: 'TextField', alias: 'note', label: 'Note' }] });
    await make.resource({ components: [form] });
    const { formId } = form;
    const key = { 'idempotency-key': randomUUID() };
    const input = { params: { formId }, body: { values: { note: 'very private' } } };
    const submit = () => as('ana').call(submitEntry, input, key);
    const { entryId, receivedAt } = await submit();
    await submit();
    await as('ana').fail(submitEntry, { params: { formId: randomUUID() }, body: { values: {} } });
    await deliver();
    expect(receiver.bodies()).toEqual([
      { type: 'form.received', timestamp: receivedAt, data: { formId, entryId, receivedAt } },
    ]);
    expect(receiver.arrivals[0]!.body).not.toMatch(/private|ana/i);
  });

  test('wait ten seconds for a response, whatever the receiver does in the meantime [OPS-333]', async () => {
    const { add, admin, deliver, deliveries, receiver } = await webhookPortal();
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shortened = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return timeout(ms / 25);
    });
    onTestFinished(() => shortened.mockRestore());
    const { webhook } = await add();
    for (const behavior of ['silent', 'dripping'] as const) {
      receiver.behave(behavior);
      await admin.call(testWebhook, { params: { webhookId: webhook.id } });
      await deliver();
      expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'waiting', attempts: 1, problem: 'timeout' });
    }
    expect(limits).toEqual([10_000, 10_000]);
  });
});
