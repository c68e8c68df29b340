import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTelemetry, type OpenSpan } from './spans.ts';
import type { createRequestIds } from './traceparent.ts';

/**
 * Creates a span per request, named after the route. The address is left out, because it can contain what a person
 * typed, and so are names and addresses of people. While telemetry is off, no hook is added. Source: OpenTelemetry's
 * conventions for HTTP.
 */
export function traceRequests(portal: FastifyInstance, requestIds: ReturnType<typeof createRequestIds>): void {
  const telemetry = activeTelemetry();
  if (!telemetry) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  portal.addHook('onRequest', (request, reply, done) => {
    const span = telemetry.begin(request.method, {
      kind: 'server',
      measure: 'http.server.request.duration',
      attributes: { 'http.request.method': request.method, 'url.scheme': request.protocol },
      parent: requestIds.parentOf(request.raw),
      traceId: request.id,
    });
    spans.set(request, span);
    // Also for streams and callers who disconnect, which never get a complete response.
    reply.raw.once('close', () => end(request, reply.raw.statusCode, span));
    span.run(done);
  });
  // Code that reads the body runs in the context of the connection.
  portal.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });

  // Called from events of the connection, but the request's log line belongs to its span.
  portal.addHook('onResponse', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });

  function end(request: FastifyRequest, status: number, span: OpenSpan): void {
    const route = request.is404 ? undefined : request.routeOptions.url;
    span.end({
      name: route === undefined ? request.method : `${request.method} ${route}`,
      attributes: {
        ...(route === undefined ? {} : { 'http.route': route }),
        'http.response.status_code': status,
        ...(status >= 500 ? { 'error.type': String(status) } : {}),
      },
    });
  }
}
