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
import { activeTelemetry } from '../../telemetry/spans.ts';
import type { TraceParent } from '../../telemetry/traceparent.ts';

/** The limit of buffered log lines; more are dropped, so that they do not fill the memory. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * JSON lines with UTC times, and no tokens, cookies, form values, search texts, email addresses or names. Source: TRUST
 * L1, L2.
 */
export function createLogger(config: Config, destination: DestinationStream = standardOutput()): Logger {
  const telemetry = activeTelemetry();
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), bindings: () => ({}) },
    ...(telemetry ? { mixin: () => idsOf(telemetry.current()) } : {}),
  };
  if (!telemetry) return pino(options, destination);
  return pino(options, {
    write(line: string) {
      destination.write(line);
      telemetry.log(line);
    },
  });
}

/** The span that a line belongs to, under the names of OpenTelemetry's log data model. */
const idsOf = (span: TraceParent | undefined): Record<string, string> =>
  span ? { trace_id: span.traceId, span_id: span.spanId } : {};

/** Survives a failing output, such as a full disk or a closed pipe. Source: TRUST R12. */
function standardOutput(): DestinationStream {
  const output = fileDestination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => {});
  return output;
}

/** The route's pattern, because the address can contain what a person typed. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)')}`;
}

/** One line per request, once its response is sent. */
export function logRequests(portal: FastifyInstance): void {
  portal.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: (request.actor ?? request.person)?.id,
        ...(request.actor ? { actingFor: request.person?.id } : {}),
        tokenId: request.apiToken?.id,
      },
      'request',
    );
  });
}

/** Logs failures on our side with their cause. The caller's mistakes already show in the line of the request. */
export function logError(request: FastifyRequest, error: PortalError): void {
  if (error.code === 'internal')
    request.log.error({ route: routeOf(request), error: errorFields(error.cause) }, 'unhandled error');
  else if (error.code === 'unavailable' || error.code === 'insufficient_storage')
    request.log.warn({ route: routeOf(request), reason: reasonOf(error) }, 'not available');
  else if (error.code.startsWith('token_') || error.code === 'user_disabled')
    request.log.info({ route: routeOf(request), reason: error.code }, 'refused');
}

/** An unhandled rejection. The process continues. Source: TRUST L7. */
export function logStrayRejection(logger: Logger, cause: unknown): void {
  logger.error({ error: errorFields(cause) }, 'unhandled error');
}

/**
 * Where an error happened. PostgreSQL's details contain values of rows, and other properties can contain anything, so
 * they are left out.
 */
function errorFields(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { type: typeof cause };
  const { code, table, constraint } = cause as { code?: unknown; table?: unknown; constraint?: unknown };
  return { type: cause.name, message: cause.message, stack: cause.stack, code, table, constraint };
}

function reasonOf(error: PortalError): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
