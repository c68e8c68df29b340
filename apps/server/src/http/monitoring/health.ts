import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { PortalError } from '../../errors.ts';

const JOB_COUNTS = `
  select count(*) filter (where locked_at is null and attempts = 0 and run_at <= now())::int as due,
    count(*) filter (where locked_at is null and attempts = 0 and run_at > now())::int as planned,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::int as retrying,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
  from graphile_worker.jobs`;

const open = { config: { access: 'anyone' as const }, schema: { hide: true } };

/**
 * `/healthz` answers while the process is alive, whatever the database does; `/readyz` when it can serve; `/metrics` is
 * Prometheus text. Source: ARCHITECTURE, TRUST R3.
 */
export function addHealth(
  portal: FastifyInstance,
  dependencies: { config: Config; pool: pg.Pool; isReady: () => boolean },
): void {
  const { config, pool, isReady } = dependencies;

  portal.get('/healthz', open, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  portal.get('/readyz', open, async (_request, reply) => {
    const answers =
      isReady() &&
      (await pool.query('select 1').then(
        () => true,
        () => false,
      ));
    return reply
      .code(answers ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: answers ? 'ready' : 'not ready' });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections of this process',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'portico_jobs',
    help: 'Jobs of all processes: due, planned, running, retrying and failed',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      // Without the database the other metrics are still useful.
      const counted = await pool.query<Record<string, number>>(JOB_COUNTS).catch(() => undefined);
      for (const [state, count] of Object.entries(counted?.rows[0] ?? {})) this.set({ state }, count);
    },
  });
  portal.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)');
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  portal.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new PortalError('not_found', 'Nothing was found at this address.');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  const token = config.METRICS_TOKEN;
  // A local proxy that is not in TRUSTED_PROXIES looks like this machine, but its headers show that it forwards.
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  if (token === undefined) return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
