import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { getCurrentUser } from '@portico/contracts/users';
import { inviteMe } from '@portico/contracts/events';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { attributesOf, startCollector } from '../testing/services/collector.ts';
import { startMailServer } from '../testing/services/mailServer.ts';
import { testPortal } from '../testing/testPortal.ts';
import { useTelemetry } from './spans.ts';
import { startTelemetry } from './startTelemetry.ts';
import { tracedStore } from './tracedStore.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

const settingsFor = (url: string): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_BLRP_SCHEDULE_DELAY: '50',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
});

/** A portal that exports to this collector. */
async function tracedPortal(url: string, env: Record<string, string> = {}) {
  const all = { ...settingsFor(url), ...env };
  const telemetry = await startTelemetry(
    loadConfig({ DATABASE_URL: 'postgres://x/y', OIDC_ISSUER: 'http://x', OIDC_CLIENT_ID: 'x', ...all }),
  );
  const portal = await testPortal({ env: all }).catch((error: unknown) => {
    useTelemetry(undefined);
    throw error;
  });
  // Stop exporting before the portal closes, because the metrics read its parts.
  onTestFinished(async () => {
    useTelemetry(undefined);
    await telemetry?.close();
  });
  return portal;
}

test('a request is a span named after its route, with its statements and its log line, in the trace of a trusted caller [OPS-241, OPS-242, OPS-244]', async () => {
  const collector = await startCollector();
  const { portal, as, logged } = await tracedPortal(collector.url, { TRUSTED_PROXIES: '127.0.0.1' });
  const headers = { ...(await as('ana').headers()), traceparent: TRACEPARENT };
  const answer = await portal.inject({ url: `${getCurrentUser.path}?typed=words`, headers });
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([200, TRACE]);
  const own = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  await expect.poll(() => own().find(({ kind }) => kind === 2)).toBeDefined();
  const server = own().find(({ kind }) => kind === 2)!;
  expect(server).toMatchObject({ name: 'GET /api/v1/users/current', parentSpanId: PARENT });
  expect(attributesOf(server)).toEqual({
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'http.route': '/api/v1/users/current',
    'http.response.status_code': 200,
  });
  const statements = own().filter((span) => attributesOf(span)['db.system.name'] === 'postgresql');
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ parentSpanId }) => parentSpanId === server.spanId)).toBe(true);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT users', 'SELECT studio_roles']));
  const line = logged.find(({ msg, reqId }) => msg === 'request' && reqId === TRACE);
  expect(line).toMatchObject({ trace_id: TRACE, span_id: server.spanId });
  await expect
    .poll(() => collector.logs().find(({ body, traceId }) => body.stringValue === 'request' && traceId === TRACE))
    .toMatchObject({ spanId: server.spanId, severityText: 'info' });
});

test('without a trusted proxy, a trace begins here, and its id is the request id that people see [OPS-242]', async () => {
  const collector = await startCollector();
  const { portal, as } = await tracedPortal(collector.url);
  const answer = await portal.inject({
    url: '/api/v1/news/x',
    headers: { ...(await as('ana').headers()), traceparent: TRACEPARENT },
  });
  const { requestId } = answer.json<{ requestId: string }>();
  expect(requestId).toMatch(/^[0-9a-f]{32}$/);
  expect(requestId).not.toBe(TRACE);
  await expect
    .poll(() => collector.spans().find(({ traceId, kind }) => traceId === requestId && kind === 2))
    .toMatchObject({ name: 'GET /api/v1/news/:newsId' });
  expect(collector.all()).not.toContain(TRACE);
});

test('a job continues the trace of the request that queued it, and its email is a span [OPS-243]', async () => {
  const collector = await startCollector();
  const mail = await startMailServer();
  const { as, make, runJobs, clock, db } = await tracedPortal(collector.url, { SMTP_URL: mail.url });
  const startsAt = new Date(clock.now.getTime() + DAY_MS);
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  const eventId = await make.event({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    locationType: 'Virtual',
  });
  await as('ana').call(getCurrentUser, {});
  await db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
  await as('ana').call(inviteMe, { params: { eventId } });
  await runJobs();
  const find = (name: string) => collector.spans().find((span) => span.name === name);
  await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('process send-invitation');
  const job = find('process send-invitation')!;
  const request = collector.spans().find(({ kind, name }) => kind === 2 && name.endsWith('/invite-me'))!;
  expect(job).toMatchObject({ kind: 5, traceId: request.traceId });
  await expect.poll(() => find('mail send')).toMatchObject({ traceId: request.traceId, parentSpanId: job.spanId });
});

test('calls to the provider and the file store are spans, and metrics have the names from the conventions [OPS-241]', async () => {
  const collector = await startCollector();
  const { portal, as, parts } = await tracedPortal(collector.url);
  await as('ana').call(getCurrentUser, {});
  await tracedStore(parts.store).has('files/none');
  await expect
    .poll(() => collector.spans().map(({ name }) => name))
    .toEqual(expect.arrayContaining(['files has', 'GET']));
  await portal.inject('/healthz');
  await expect
    .poll(() => collector.metrics().map(({ name }) => name), { timeout: 5000 })
    .toEqual(
      expect.arrayContaining([
        'http.server.request.duration',
        'http.client.request.duration',
        'db.client.operation.duration',
        'portico_process_info',
        'portico_database_connections',
      ]),
    );
  const smallestBoundOf = (wanted: string) =>
    collector.metrics().find(({ name }) => name === wanted)?.histogram?.dataPoints[0]?.explicitBounds[0];
  expect(smallestBoundOf('http.server.request.duration')).toBe(0.005);
  expect(smallestBoundOf('db.client.operation.duration')).toBe(0.001);
});

test('nothing that is exported contains tokens, typed words, email addresses or names [OPS-245]', async () => {
  const collector = await startCollector();
  const { portal, as } = await tracedPortal(collector.url);
  const headers = await as('ana').headers();
  const typed = 'very-private-words';
  for (const url of [
    `/api/v1/news?category=${typed}&q=${typed}`,
    `/api/v1/news/${typed}`,
    `/${typed}/bo@portico.test?access_token=${headers['authorization']!.slice(7)}`,
    `/auth/callback?code=${typed}`,
    '/api/v1/users/current',
  ])
    await portal.inject({ url, headers: { ...headers, 'user-agent': typed, referer: `https://x.test/${typed}` } });
  await portal.inject({
    method: 'POST',
    url: '/api/v1/todos',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ title: typed }),
  });
  await expect.poll(() => collector.spans().length).toBeGreaterThan(6);
  await expect.poll(() => collector.metrics().length).toBeGreaterThan(0);
  for (const secret of [typed, '@portico.test', headers['authorization']!.slice(-40), headers['id-token']!.slice(-40)])
    expect(collector.all()).not.toContain(secret);
});

test.each([
  ['that is away', async () => 'http://127.0.0.1:1'],
  ['that never answers', async () => (await startCollector({ isSilent: true })).url],
])('a collector %s delays neither requests nor the end of the process [OPS-246]', async (_what, urlOf) => {
  const { portal, as } = await tracedPortal(await urlOf());
  const headers = await as('ana').headers();
  await portal.inject({ url: getCurrentUser.path, headers });
  for (let i = 0; i < 50; i += 1) {
    const begun = performance.now();
    expect((await portal.inject({ url: getCurrentUser.path, headers })).statusCode).toBe(200);
    // An export is abandoned after ten seconds.
    expect(performance.now() - begun).toBeLessThan(2000);
  }
  const closing = performance.now();
  const telemetry = await startTelemetry({
    ...loadConfig({
      DATABASE_URL: 'postgres://x/y',
      OIDC_ISSUER: 'http://x',
      OIDC_CLIENT_ID: 'x',
      ...settingsFor(await urlOf()),
    }),
  });
  telemetry!.begin('one', { kind: 'internal' }).end();
  await telemetry!.close();
  expect(performance.now() - closing).toBeLessThan(4000);
});
