import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { countHeader } from './countHeader.ts';
import { PortalError } from '../../errors.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_KEYS = 1000;
const MAX_URL_LENGTH = 4096;
const MAX_QUERY_PARAMETERS = 100;
/** Requests that may wait for a database connection before more are turned away. */
const MAX_WAITING_PER_CONNECTION = 20;
/** So many times the calls: a first visit takes a hundred files, and a whole office may come from one address after an update. */
const FILES_PER_CALL = 20;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the front end, which costs little and has a limit of its own. */
    isBuiltFile?: boolean;
  }
}

/**
 * Refuses JSON that nests deeper than 32 or names more than 1,000 keys, from its text alone, before it is parsed.
 * Throws PortalError `payload_too_large`. Source: TRUST D3.
 */
export function assertJsonLimits(text: string): void {
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
    if (depth > MAX_JSON_DEPTH || keys > MAX_JSON_KEYS)
      throw new PortalError(
        'payload_too_large',
        `JSON may nest ${MAX_JSON_DEPTH} levels deep and have ${MAX_JSON_KEYS} keys.`,
      );
  }
}

/** Parses JSON that is modest and has no `__proto__` or `constructor.prototype` in it; refuses any other. Source: TRUST D3, D10. */
export function limitedJsonParser(portal: FastifyInstance): FastifyBodyParser<string> {
  const parseJson = portal.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    // Some clients name a type where they send nothing: then there is no body, and its schema says whether there has to be one.
    if (body === '') {
      done(null);
      return;
    }
    try {
      assertJsonLimits(body);
    } catch (error) {
      done(error as PortalError);
      return;
    }
    void parseJson(request, body, done);
  };
}

function assertModestAddress(request: FastifyRequest): void {
  const { url, headers, httpVersion } = request.raw;
  // Node would refuse it too, but with an answer that has no headers.
  if (headers.host === undefined && httpVersion === '1.1')
    throw new PortalError('malformed_request', 'The request has no Host header.');
  // Node takes the first one; a proxy in front may have taken the other.
  if (countHeader(request, 'host') > 1)
    throw new PortalError('malformed_request', 'The request has more than one Host header.');
  if (url && (url.length > MAX_URL_LENGTH || url.split('&', MAX_QUERY_PARAMETERS + 2).length > MAX_QUERY_PARAMETERS))
    throw new PortalError('malformed_request', 'The address is too long.');
}

/** Limits on what one request may be and on how much the server takes at once. Must be registered before the sign-in check. */
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

  portal.addHook('onRequest', async (request) => assertModestAddress(request));

  await portal.register(underPressure, {
    maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: (request, _reply, _type, delayMs) => {
      if (delayMs !== NOTHING_MEASURED && !isProbe(request))
        throw new PortalError('unavailable', 'The service is busy. Please try again.', { retryAfter: 1 });
    },
  });
  portal.addHook('onRequest', async (request) => {
    if (pool.waitingCount > (pool.options.max ?? 10) * MAX_WAITING_PER_CONNECTION && !isProbe(request))
      throw new PortalError('unavailable', 'The service is busy. Please try again.', { retryAfter: 1 });
  });
}

/** A process that has just begun has measured no delay yet, which under-pressure takes for an endless one. */
const NOTHING_MEASURED = Infinity;

/** Whether the process falls behind, as it was measured last. */
export function isOverloaded(portal: FastifyInstance): boolean {
  return portal.memoryUsage().eventLoopDelay !== NOTHING_MEASURED && portal.isUnderPressure();
}

const isProbe = (request: FastifyRequest): boolean =>
  ['/healthz', '/readyz', '/metrics'].includes(request.routeOptions.url ?? '');

const isBuiltFile = (request: FastifyRequest): boolean => request.routeOptions.config.isBuiltFile === true;

/**
 * The limit of calls per person, or per address where nobody is signed in; the front end's own files are counted apart. Returns what counts refused sign-ins against the
 * same limit, by address: it throws `too_many_requests` beyond it, so that a flood of bad tokens ends, and people who share
 * the address with it do not notice. Must be registered before the routes.
 */
export async function limitRate(
  portal: FastifyInstance,
  config: Config,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const max = config.RATE_LIMIT_PER_MINUTE;
  if (max === 0) return async () => {};
  const tooMany = (ttlMs: number) =>
    new PortalError('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil(ttlMs / 1000),
    });
  await portal.register(rateLimit, {
    // After the sign-in check, which is an onRequest hook.
    hook: 'preParsing',
    max: (request) => (isBuiltFile(request) ? max * FILES_PER_CALL : max),
    timeWindow: 60_000,
    cache: 20_000,
    allowList: (request) => isProbe(request),
    keyGenerator: (request) =>
      request.person?.id ?? `${isBuiltFile(request) ? 'files of ' : ''}${normalizeIP(request.ip)}`,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const countRefusal = portal.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => normalizeIP(request.ip),
  });
  return async (request) => {
    const count = await countRefusal(request);
    if (!count.isAllowed && count.isExceeded) throw tooMany(count.ttl);
  };
}
