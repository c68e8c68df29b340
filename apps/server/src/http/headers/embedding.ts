import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '@portico/contracts/endpoint';
import type { Config } from '../../config.ts';
import { PortalError } from '../../errors.ts';

/** What pages of other applications may request: the API and the files of the sidebar. */
const CALLS = ['/api/v1/', '/api/Account/'];
const FILES = ['/sidebar/', '/icons/', '/avatars/'];
/** The only calls that depend on a cookie. */
const WITH_CREDENTIALS = '/api/Account/';
const ALLOWED_HEADERS = ['authorization', 'id-token', 'content-type', IDEMPOTENCY_KEY_HEADER].join(', ');
/** How long a browser may cache a preflight response. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of the listed origins, and no others, load the sidebar and call the API (CORS). Origins are compared as a
 * whole, and only listed ones are echoed. Must be registered before the sign-in check: preflights carry no tokens.
 * Source: TRUST H6, decisions/0056.
 */
export function allowEmbedding(portal: FastifyInstance, config: Pick<Config, 'EMBEDDING_ORIGINS'>): void {
  const listed = new Set(config.EMBEDDING_ORIGINS);
  if (listed.size === 0) return;
  portal.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const isFile = FILES.some((prefix) => url.startsWith(prefix));
    if (!isFile && !CALLS.some((prefix) => url.startsWith(prefix))) return;
    // Also for unlisted origins, so that a cache never gives one origin's response to another.
    void reply.header('vary', 'Origin');
    if (isFile) void reply.header('cross-origin-resource-policy', 'cross-origin');
    const { origin } = headers;
    if (origin === undefined || !listed.has(origin)) return;
    void reply.header('access-control-allow-origin', origin);
    if (url.startsWith(WITH_CREDENTIALS)) void reply.header('access-control-allow-credentials', 'true');
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      void reply.header('access-control-expose-headers', 'retry-after, x-request-id');
      return;
    }
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      })
      .send();
  });
}

/**
 * Rejects requests that a foreign page made the browser send, for calls that depend on a cookie. Clients other than
 * browsers send neither header and have nobody's cookie. Throws `forbidden`. Source: TRUST H9.
 */
export function assertOwnPage(
  { headers }: FastifyRequest,
  config: Pick<Config, 'EMBEDDING_ORIGINS' | 'PUBLIC_URL'>,
): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isOurs =
    origin === undefined
      ? site === 'same-origin' || site === 'none'
      : origin === config.PUBLIC_URL || config.EMBEDDING_ORIGINS.includes(origin);
  if (!isOurs) throw new PortalError('forbidden', 'This is only for the portal’s own pages.');
}
