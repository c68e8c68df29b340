import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take long as long as data keeps arriving, such as a file over a slow connection. */
    isUpload?: boolean;
  }
}

export interface ArrivalLimits {
  /** The time within which the body of a request must arrive. Source: TRUST D4. */
  bodyMs: number;
  /** The longest pause within an upload. */
  pauseMs: number;
}

/** The limit for every request, uploads included: enough for a file of 25 MB at 230 kbit/s. */
export const MAX_REQUEST_MS = 15 * 60_000;

/**
 * Ends requests whose body arrives too slowly, with the same response as Node's own limit. Register it before the
 * routes.
 */
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
    // Injected requests have no connection.
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
