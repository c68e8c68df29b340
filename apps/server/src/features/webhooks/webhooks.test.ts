import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  retryWebhookDelivery,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
  webhookEvents,
} from '@portico/contracts/admin/webhooks';
import { setRegistration, type RegistrationStatus } from '@portico/contracts/events';
import { submitEntry } from '@portico/contracts/forms';
import { listNotifications } from '@portico/contracts/notifications';
import { publish } from '../../content/publication.ts';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { purgeWebhooks } from './webhooks.jobs.ts';

interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
}

const HOUR_MS = 3_600_000;

/** The start of an answer, a letter at a time, without its end. */
function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write('H'), 50);
  socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  socket.on('error', () => {}).once('close', () => clearInterval(dripping));
}

/** A receiver that answers `statuses` one after another, and 204 from then on. */
async function startReceiver(...statuses: number[]) {
  const arrivals: Arrival[] = [];
  let behavior: 'silent' | 'dripping' | 'answers' = 'answers';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      arrivals.push({ headers: request.headers, body });
      if (behavior === 'dripping') drip(request.socket);
      if (behavior !== 'answers') return;
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const behave = (as: typeof behavior) => void (behavior = as);
  return {
    url,
    behave,
    arrivals,
    bodies: () => arrivals.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}

async function setup({ statuses = [], networks = '127.0.0.1' }: { statuses?: number[]; networks?: string } = {}) {
  const receiver = await startReceiver(...statuses);
  const portal = await testPortal({ env: { WEBHOOK_NETWORKS: networks } });
  const admin = portal.as('adam');
  const body = { name: 'Website', url: receiver.url, events: [...webhookEvents] };
  const add = (more: Partial<typeof body> = {}) => admin.call(createWebhook, { body: { ...body, ...more } });
  const deliveries = async (webhookId: string) =>
    (await admin.call(listWebhookDeliveries, { params: { webhookId }, query: {} })).items;
  const due = async () => {
    const rows = portal.db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'waiting');
    return (await rows.where('next_attempt_at', '<=', portal.clock.now.toISOString()).execute()).length;
  };
  /** Runs jobs until no delivery is due: one run finds nothing while the queue of a webhook is being unlocked. */
  const deliver = async () => {
    const left = async () => {
      await portal.runJobs();
      return due();
    };
    await expect.poll(left, { timeout: 15_000 }).toBe(0);
  };
  /** Lets what waits for a later attempt be due now. */
  const deliverLater = async () => {
    const now = portal.clock.now.toISOString();
    await portal.db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: now })
      .where('state', '=', 'waiting')
      .execute();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db);
    await deliver();
  };
  const stateOf = async (id: string) =>
    (await admin.call(listWebhooks, {})).items.find((hook) => hook.id === id)!.state;
  return { ...portal, admin, receiver, body, add, deliveries, deliver, deliverLater, stateOf };
}

/** The verifier of docs/webhooks.md, as a receiver would copy it. */
async function documentedVerifier() {
  const page = await readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)![1]!;
  const { isGenuine } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine(secret: string, headers: IncomingHttpHeaders, body: string, nowMs?: number): boolean;
  };
  return isGenuine;
}

describe('deliveries of webhooks', () => {
  test('tell once what was published, withdrawn and registered for, without contents or people [OPS-331]', async () => {
    const { add, make, as, db, deliver, receiver, clock } = await setup();
    await add();
    const eventId = await make.event({
      header: 'Secret summit',
      details: { locationType: 'Virtual', registration: { capacity: 1 } },
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

  test('are not sent for what was rolled back, nor for other events, nor while the webhook is off [OPS-331]', async () => {
    const { add, make, db, deliver, receiver, admin, body, clock } = await setup();
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
    // What was written before it was turned off is not sent either.
    expect(receiver.arrivals).toEqual([]);
    await admin.call(saveWebhook, { params: { webhookId: webhook.id }, body: { ...body, isOn: true } });
    await make.news();
    await deliver();
    expect(receiver.bodies()).toMatchObject([{ type: 'item.published' }]);
  });

  test('are verified by the documented verifier, with both secrets for a day after a rotation [OPS-332]', async () => {
    const { add, admin, deliver, receiver, clock } = await setup();
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
    clock.now = new Date(at + 24 * HOUR_MS);
    const third = await send();
    expect(isGenuine(secret, third.headers, third.body, clock.now.getTime())).toBe(false);
    expect(isGenuine(next, third.headers, third.body, clock.now.getTime())).toBe(true);
  });

  test('that fail are sent again with the same id and content, later and later [OPS-333]', async () => {
    const { add, make, deliver, deliverLater, receiver, deliveries, stateOf, clock } = await setup({
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

  test('end after nine attempts, and are sent again by hand [OPS-333]', async () => {
    const { add, admin, deliver, deliverLater, receiver, deliveries } = await setup({ statuses: Array(9).fill(503) });
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

  test('that failed for three days, or are answered with 410, turn the webhook off and notify administrators [OPS-334]', async () => {
    const { add, admin, as, deliver, deliverLater, stateOf, clock, db } = await setup({ statuses: [500, 500, 410] });
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

  test('stay in the log for two weeks, those that wait for longer [OPS-335]', async () => {
    const { add, admin, deliver, deliveries, clock, parts } = await setup({ statuses: [204, 500] });
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    for (let count = 0; count < 2; count += 1) {
      await admin.call(testWebhook, { params });
      await deliver();
    }
    await purgeWebhooks({}, parts);
    expect(await deliveries(webhook.id)).toHaveLength(2);
    clock.now = new Date(clock.now.getTime() + 15 * 24 * HOUR_MS);
    await purgeWebhooks({}, parts);
    expect(await deliveries(webhook.id)).toMatchObject([{ state: 'waiting' }]);
  });

  test('stay in the log up to 2,000 of each webhook, the newest, and all that wait [OPS-335]', async () => {
    const { add, db, clock, parts } = await setup();
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

  test('tell that a form came in, once, without answers or people [OPS-331]', async () => {
    const { add, make, as, deliver, receiver } = await setup();
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

  test('wait ten seconds for an answer, whatever the receiver does meanwhile [OPS-333]', async () => {
    const { add, admin, deliver, deliveries, receiver } = await setup();
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

describe('addresses of webhooks', () => {
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

  test('are checked again at the connection, so a name that leads inside later is not called [OPS-336]', async () => {
    const { add, admin, db, deliver, receiver, deliveries } = await setup({ networks: '' });
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
  const { add, admin, db, logged, body } = await setup();
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
  const { add, admin, body } = await setup();
  const made = Array.from({ length: MAX_WEBHOOKS }, () => add());
  await Promise.all(made);
  expect(await admin.fail(createWebhook, { body })).toMatchObject({ status: 409, code: 'conflict' });
});

test('the metrics count webhooks by state [OPS-338]', async () => {
  const { add, admin, body, portal, deliver } = await setup({ statuses: [500] });
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

test('a metric says for how long the oldest delivery has been due; what is planned or turned off does not count [OPS-393]', async () => {
  const { add, admin, body, portal, db } = await setup();
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
