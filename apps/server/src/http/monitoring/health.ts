import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { isLoopback } from '../../settings/settingParsers.ts';
import { lastAnswerAt } from '../../db/pool.ts';
import { PortalError } from '../../errors.ts';
import { createMetrics, type MetricParts } from './metrics.ts';

const open = { config: { access: 'anyone' as const }, schema: { hide: true } };

/**
 * `/healthz` succeeds while the process is alive, whatever the state of the database; `/readyz` when it can serve;
 * `/metrics` is Prometheus text. A busy process stays ready: it rejects excess load itself, and removing it would shift
 * its load to the others, or leave callers without a server if it is the only one. Source: ARCHITECTURE, TRUST R3.
 */
export function addHealth(
  portal: FastifyInstance,
  dependencies: MetricParts & { isReady: () => boolean; isOverloaded: () => boolean },
): void {
  const { config, pool, isReady, isOverloaded } = dependencies;

  portal.get('/healthz', open, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  portal.get('/readyz', open, async (_request, reply) => {
    const database = isReady() ? await askDatabase(pool) : 'silent';
    const status = database === 'silent' ? 'not ready' : database === 'busy' || isOverloaded() ? 'overloaded' : 'ready';
    return reply
      .code(status === 'not ready' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status });
  });

  const registry = createMetrics(portal, dependencies);
  portal.get('/metrics', open, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new PortalError('not_found', 'Nothing was found at this address.');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** `busy` if no connection became free in time while other statements completed. */
async function askDatabase(pool: pg.Pool): Promise<'answers' | 'busy' | 'silent'> {
  const askedAt = performance.now();
  return pool.query('select 1').then(
    () => 'answers',
    () => (lastAnswerAt(pool) > askedAt ? 'busy' : 'silent'),
  );
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  const token = config.METRICS_TOKEN;
  if (token === undefined) return isFromThisMachine(request, config);
  const credentials = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return credentials.length === expected.length && timingSafeEqual(credentials, expected);
}

/**
 * A proxy on this machine looks like a local client unless it adds headers or passes the Host on; one that does neither
 * is only recognizable by PUBLIC_URL.
 */
function isFromThisMachine(request: FastifyRequest, config: Config): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  return (
    !isForwarded &&
    isLoopback(new URL(config.PUBLIC_URL).hostname) &&
    isLoopback(URL.parse(`http://${request.headers.host}`)?.hostname ?? '') &&
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
  );
}
