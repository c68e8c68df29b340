import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take as long as it keeps coming, such as a file on a slow line. */
    isUpload?: boolean;
  }
}

export interface ArrivalLimits {
  /** Within so long the body of a call has to be there. Source: TRUST D4. */
  bodyMs: number;
  /** An upload may pause for so long. */
  pauseMs: number;
}

/** Cuts off all requests, uploads included, that have not come within so long: a file of 25 MB at 230 kbit/s. */
export const MAX_REQUEST_MS = 15 * 60_000;

/** Cuts off requests whose body comes too slowly, with the answer that Node's own limit gives. Must be registered before the routes. */
export function limitArrival(
  portal: FastifyInstance,
  { bodyMs, pauseMs }: ArrivalLimits = { bodyMs: 30_000, pauseMs: 60_000 },
): void {
  portal.addHook('onRequest', (request, _reply, done) => {
    const {
      raw,
      headers: { 'content-length': length = '0', 'transfer-encoding': coding },
      routeOptions: { config },
    } = request;
    const { socket } = raw;
    // What is injected has neither a line nor a head of HTTP.
    if ((length === '0' && coding === undefined) || !(socket instanceof Socket)) return done();
    const cutOff = () => {
      clearInterval(timer);
      if (!raw.complete)
        portal.server.emit(
          'clientError',
          Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        );
    };
    let arrived = -1;
    const cutOffIfPausing = () => {
      if (socket.bytesRead === arrived) cutOff();
      arrived = socket.bytesRead;
    };
    const timer = config.isUpload
      ? setInterval(cutOffIfPausing, pauseMs / 2).unref()
      : setTimeout(cutOff, bodyMs).unref();
    const stop = () => clearInterval(timer);
    raw.once('end', stop).once('close', stop);
    done();
  });
}
