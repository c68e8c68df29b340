import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The first file descriptor that systemd passes. Source: sd_listen_fds(3). */
const FIRST_SOCKET = 3;
/** How long a request may take to arrive on a connection that a proxy keeps open. */
const ARRIVAL_MS = 500;
const STOP_TIMEOUT_MS = 8000;

/**
 * The file descriptors of the listening sockets that systemd holds for this process and others. Connections wait in
 * them while processes restart. Source: decisions/0283.
 */
export function socketsOfUnit(
  { LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>,
  pid: number = process.pid,
): number[] {
  if (Number(LISTEN_PID) !== pid) return [];
  return Array.from({ length: Number(LISTEN_FDS) }, (_, index) => FIRST_SOCKET + index);
}

/** Serves connections of such a socket like those of the portal's own port. */
export async function acceptFrom(fd: number, { server }: FastifyInstance): Promise<Server> {
  const gate = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
    server.emit('connection', connection),
  );
  gate.listen({ fd });
  await once(gate, 'listening');
  return gate;
}

/** Leaves new connections of such a socket to other processes. Resolves once those that it has accepted have ended. */
export const stopAccepting = (gate: Server): Promise<void> => new Promise((done) => gate.close(() => done()));

/**
 * Stops listening on the portal's own port, answers the requests that have arrived or are on their way, and closes idle
 * connections a moment later: a proxy does not repeat a request that changes something. `others` are further
 * connections that it waits for. Takes at most 8 s.
 */
export async function stopListening(portal: FastifyInstance, others?: Promise<unknown>): Promise<void> {
  const { server } = portal;
  const [close, closeIdleConnections] = [server.close.bind(server), server.closeIdleConnections.bind(server)];
  // Node calls this as it stops listening.
  server.closeIdleConnections = () => {};
  const closeLast = async (done?: () => void): Promise<void> => {
    await acceptWaiting(server);
    await new Promise((ended) => close(ended));
    await others;
    done?.();
  };
  server.close = (done) => {
    void closeLast(done);
    return server;
  };
  const closed = portal.close();
  const forced = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
  await Promise.race([closed, sleep(ARRIVAL_MS)]);
  // Reads what has arrived meanwhile.
  await nextTurn();
  closeIdleConnections();
  await closed;
  clearTimeout(forced);
}

/**
 * Accepts the connections that the system has opened, which it would reset. Node accepts one each time it looks, and
 * the first turn may end before it looks.
 */
async function acceptWaiting(server: HttpServer): Promise<void> {
  let quietTurns = 0;
  const note = (): void => void (quietTurns = -1);
  server.on('connection', note);
  for (; quietTurns < 2; quietTurns += 1) await nextTurn();
  server.off('connection', note);
}
