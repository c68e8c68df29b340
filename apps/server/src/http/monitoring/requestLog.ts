import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  destination as fileDestination,
  pino,
  stdTimeFunctions,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
} from 'pino';
import type { Config } from '../../config.ts';
import { PortalError } from '../../errors.ts';

/** Lines that wait for room to be written; more of them are dropped, so that they don't fill the memory. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** JSON lines with UTC times. No tokens, cookies, form values, search texts, e-mail addresses or names. Source: TRUST L1, L2. */
export function createLogger(config: Config, destination: DestinationStream = standardOutput()): Logger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), bindings: () => ({}) },
  };
  return pino(options, destination);
}

/** Goes on when nothing can be written there, for a full disk or a reader that is gone. Source: TRUST R12. */
function standardOutput(): DestinationStream {
  const output = fileDestination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => {});
  return output;
}

/** The route's pattern; the address itself may hold what a person typed. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)')}`;
}

/** One line a request, when its answer is sent. */
export function logRequests(portal: FastifyInstance): void {
  portal.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.person?.id,
      },
      'request',
    );
  });
}

/** What is on our side goes to the log with its cause; what the caller did wrong shows in the request's line already. */
export function logError(request: FastifyRequest, error: PortalError): void {
  if (error.code === 'internal')
    request.log.error({ route: routeOf(request), error: whatHappened(error.cause) }, 'unhandled error');
  else if (error.code === 'unavailable' || error.code === 'insufficient_storage')
    request.log.warn({ route: routeOf(request), reason: reasonOf(error) }, 'not available');
  else if (error.code.startsWith('token_') || error.code === 'user_disabled')
    request.log.info({ route: routeOf(request), reason: error.code }, 'refused');
}

/** A promise that failed with nobody waiting for it. The process lives on. Source: TRUST L7. */
export function logStrayRejection(logger: Logger, cause: unknown): void {
  logger.error({ error: whatHappened(cause) }, 'unhandled error');
}

/** Where it went wrong. PostgreSQL's details hold the values of rows, and other properties whatever a library put there: left out. */
function whatHappened(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { type: typeof cause };
  const { code, table, constraint } = cause as { code?: unknown; table?: unknown; constraint?: unknown };
  return { type: cause.name, message: cause.message, stack: cause.stack, code, table, constraint };
}

function reasonOf(error: PortalError): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
