import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../../config.ts';
import { PortalError } from '../../errors.ts';
import { asPortalError, problemOf } from './problems.ts';
import { securityHeaders } from '../headers/securityHeaders.ts';

/**
 * Fastify options for requests that never reach a route or a hook, so that they too get headers, problem details and a
 * log line.
 */
export function answerUnroutable(
  config: Config,
  sendProblem: (error: PortalError, request: FastifyRequest, reply: FastifyReply) => unknown,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = securityHeaders(config);
  return {
    /** Addresses that cannot be decoded. */
    frameworkErrors(error, request, reply) {
      const problem = asPortalError(error);
      void reply.headers({ ...headers, 'x-request-id': request.id });
      sendProblem(problem, request, reply as never);
      request.log.info({ route: `${request.method} (unroutable)`, status: reply.statusCode }, 'request');
    },
    /** Requests that are not HTTP, have headers that are too large, or arrive too slowly. */
    clientErrorHandler(this: FastifyInstance, error, socket) {
      const { code } = error as { code?: string };
      if (code !== 'ECONNRESET' && !socket.destroyed)
        answerOnSocket(this, socket as Socket, problemOfHttp(code), headers);
    },
  };
}

function problemOfHttp(code: string | undefined): PortalError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new PortalError('request_timeout', 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new PortalError('headers_too_large', 'The headers of the request are too large.');
  return new PortalError('malformed_request', 'The request could not be read.');
}

function answerOnSocket(
  portal: FastifyInstance,
  socket: Socket,
  error: PortalError,
  headers: Record<string, string>,
): void {
  const requestId = randomUUID();
  const problem = problemOf(error, requestId);
  const body = JSON.stringify(problem);
  const all: Record<string, string> = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  portal.log.info({ reqId: requestId, route: '(unreadable)', status: problem.status }, 'request');
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`, () =>
    socket.destroy(),
  );
}
