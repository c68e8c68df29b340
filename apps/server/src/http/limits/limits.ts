import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { countHeader } from './countHeader.ts';
import { PortalError, type Limiter } from '../../errors.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_KEYS = 1000;
interface JsonLimits {
  depth: number;
  keys: number;
}
const DEFAULT_JSON_LIMITS: JsonLimits = { depth: MAX_JSON_DEPTH, keys: MAX_JSON_KEYS };
const MAX_URL_LENGTH = 4096;
const MAX_QUERY_PARAMETERS = 100;
/** Requests that may wait per database connection before more are rejected. */
const MAX_WAITING_PER_CONNECTION = 20;
/** How much less a file counts than a call: a first visit loads a hundred, and a whole office may share one address. */
const FILES_PER_CALL = 20;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Paths of the front end's files, which are cheap and have a separate limit. */
    builtFiles?: ReadonlySet<string>;
    /** Limits for the JSON in a body; the usual ones if absent. */
    jsonLimits?: JsonLimits;
  }
}

/**
 * Rejects JSON that exceeds its route's limits, by default 32 levels of nesting and 1,000 keys, before it is parsed.
 * Throws PortalError `payload_too_large`. Source: TRUST D3.
 */
export function assertJsonLimits(text: string, limits: JsonLimits = DEFAULT_JSON_LIMITS): void {
  let depth = 0;
  let keys = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) depth -= 1;
    else if (char === 0x3a) keys += 1;
    if (depth > limits.depth || keys > limits.keys)
      throw new PortalError(
        'payload_too_large',
        `JSON can be at most ${limits.depth} levels deep and have at most ${limits.keys} keys.`,
      );
  }
}

/**
 * Parses JSON within the limits, and rejects it if it has `__proto__` or `constructor.prototype`. Source: TRUST D3,
 * D10.
 */
export function limitedJsonParser(portal: FastifyInstance): FastifyBodyParser<string> {
  const parseJson = portal.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    // Some clients send a content type without a body. The schema decides whether a body is required.
    if (body === '') {
      done(null);
      return;
    }
    try {
      assertJsonLimits(body, request.routeOptions.config.jsonLimits);
    } catch (error) {
      done(error as PortalError);
      return;
    }
    void parseJson(request, body, done);
  };
}

function assertAddressLimits(request: FastifyRequest): void {
  const { url, headers, httpVersion } = request.raw;
  // Node would reject it too, but without our headers.
  if (headers.host === undefined && httpVersion === '1.1')
    throw new PortalError('malformed_request', 'The request has no Host header.');
  // Node uses the first Host header; a proxy in front may have used the other.
  if (countHeader(request, 'host') > 1)
    throw new PortalError('malformed_request', 'The request has more than one Host header.');
  if (url && (url.length > MAX_URL_LENGTH || url.split('&', MAX_QUERY_PARAMETERS + 2).length > MAX_QUERY_PARAMETERS))
    throw new PortalError('malformed_request', 'The address is too long.');
}

/**
 * Rejects encoded bodies, whose size says nothing about how much they decompress to. The connection is closed, because
 * the rest of the body may never arrive. Source: RFC 9110, section 15.5.16.
 */
function assertNotEncoded({ headers }: FastifyRequest, reply: FastifyReply): void {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.every((coding) => coding === '' || coding === 'identity')) return;
  void reply.headers({ 'accept-encoding': 'identity', connection: 'close' });
  throw new PortalError('unsupported_media_type', 'Send the request without a content encoding.');
}

/** Limits the size of a request and the load of the server. Register it before the sign-in check. */
export async function limitRequests(
  portal: FastifyInstance,
  { config, pool }: { config: Config; pool: pg.Pool },
): Promise<void> {
  portal.removeAllContentTypeParsers();
  portal.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    limitedJsonParser(portal),
  );

  portal.addHook('onRequest', async (request, reply) => {
    assertAddressLimits(request);
    assertNotEncoded(request, reply);
  });

  await portal.register(underPressure, {
    maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: (request, _reply, _type, delayMs) => {
      if (delayMs !== NOTHING_MEASURED && !isProbe(request))
        throw new PortalError('unavailable', 'The portal is busy. Please try again.', { retryAfter: 1 });
    },
  });
  portal.addHook('onRequest', async (request) => {
    if (pool.waitingCount > (pool.options.max ?? 10) * MAX_WAITING_PER_CONNECTION && !isProbe(request))
      throw new PortalError('unavailable', 'The portal is busy. Please try again.', { retryAfter: 1 });
  });
}

/** A new process has not measured the delay yet; under-pressure reports that as infinite. */
const NOTHING_MEASURED = Infinity;

/** Whether the event loop was falling behind at the last measurement. */
export function isOverloaded(portal: FastifyInstance): boolean {
  return portal.memoryUsage().eventLoopDelay !== NOTHING_MEASURED && portal.isUnderPressure();
}

const isProbe = (request: FastifyRequest): boolean =>
  ['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? '');

const isBuiltFile = ({ routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.config.builtFiles?.has(url.split('?', 1)[0]!) === true;

function limiterOf(request: FastifyRequest): Limiter {
  if (request.routeOptions.config.rateLimit !== undefined) return 'route';
  if (isBuiltFile(request)) return 'files';
  if (request.apiToken) return 'token';
  return request.person ? 'person' : 'address';
}

/**
 * Limits requests per person and per API token, or per address without either; front-end files are counted separately.
 * Returns a function that counts failed sign-ins by address against the same limit and throws `too_many_requests`
 * beyond it: a flood of bad tokens is stopped without affecting people who share the address. Register it before the
 * routes.
 */
export async function limitRate(
  portal: FastifyInstance,
  config: Config,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const max = config.RATE_LIMIT_PER_MINUTE;
  if (max === 0) return async () => {};
  const tooMany = (ttlMs: number, limiter: Limiter) =>
    new PortalError('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil(ttlMs / 1000),
      limiter,
    });
  await portal.register(rateLimit, {
    // Runs after the sign-in check, which is an onRequest hook.
    hook: 'preParsing',
    max: (request) => (isBuiltFile(request) ? max * FILES_PER_CALL : max),
    timeWindow: 60_000,
    cache: 20_000,
    allowList: (request) => isProbe(request),
    keyGenerator: (request) =>
      (request.actor ?? request.person)?.id ??
      request.apiToken?.id ??
      `${isBuiltFile(request) ? 'files of ' : ''}${normalizeIP(request.ip)}`,
    errorResponseBuilder: (request, { ttl }) => tooMany(ttl, limiterOf(request)),
  });
  const countRejection = portal.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => normalizeIP(request.ip),
  });
  return async (request) => {
    const count = await countRejection(request);
    if (!count.isAllowed && count.isExceeded) throw tooMany(count.ttl, 'signIn');
  };
}
