import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { createWebhook, listWebhookDeliveries, listWebhooks, webhookEvents } from '@portico/contracts/admin/webhooks';
import { testPortal } from '../../../testing/testPortal.ts';

interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends the start of a response, one letter at a time, and never finishes it. */
function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write('H'), 50);
  socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  socket.on('error', () => {}).once('close', () => clearInterval(dripping));
}

/** A receiver that responds with each of `statuses`, and then with 204. `retryAfter` goes with each failure. */
async function startReceiver(statuses: number[], retryAfter: string | undefined) {
  const arrivals: Arrival[] = [];
  let behavior: 'silent' | 'dripping' | 'answers' = 'answers';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      arrivals.push({ headers: request.headers, body });
      if (behavior === 'dripping') drip(request.socket);
      if (behavior !== 'answers') return;
      const status = statuses.shift() ?? 204;
      const more = retryAfter === undefined || status === 204 ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { location: '/elsewhere', ...more }).end();
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

/** A portal whose webhooks call a receiver that first responds with `statuses`. It may call addresses in `networks`. */
export async function webhookPortal({
  statuses = [],
  retryAfter,
  networks = '127.0.0.1',
}: { statuses?: number[]; retryAfter?: string; networks?: string } = {}) {
  const receiver = await startReceiver(statuses, retryAfter);
  // An hour ahead of the database's clock, so that a slow test never reaches the time of a retry.
  const now = new Date(Date.now() + HOUR_MS);
  const portal = await testPortal({ env: { WEBHOOK_NETWORKS: networks }, now });
  const admin = portal.as('adam');
  const body = { name: 'Website', url: receiver.url, events: [...webhookEvents] };
  const add = (more: Partial<typeof body> = {}) => admin.call(createWebhook, { body: { ...body, ...more } });
  const deliveries = async (webhookId: string) =>
    (await admin.call(listWebhookDeliveries, { params: { webhookId }, query: {} })).items;
  const due = async () => {
    const rows = portal.db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'waiting');
    return (await rows.where('next_attempt_at', '<=', portal.clock.now.toISOString()).execute()).length;
  };
  /**
   * Runs jobs until no delivery is due. A single run can miss deliveries while the queue of a webhook is being
   * unlocked.
   */
  const deliver = async () => {
    const left = async () => {
      await portal.runJobs();
      return due();
    };
    await expect.poll(left, { timeout: 15_000 }).toBe(0);
  };
  /** Makes deliveries that wait for a later attempt due now. */
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
