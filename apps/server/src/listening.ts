import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from './config.ts';

/** The first file descriptor that systemd passes. Source: sd_listen_fds(3). */
const FIRST_SOCKET = 3;
/** How long a request may take to arrive on a connection that a proxy keeps open. */
const ARRIVAL_MS = 500;
const STOP_TIMEOUT_MS = 8000;

/**
 * The file descriptor of the listening socket that systemd holds for this process, or undefined. Connections wait in it
 * while the process restarts. Source: decisions/0283.
 */
export function socketOfUnit(
  env: Record<string, string | undefined>,
  pid: number = process.pid,
): { fd: number } | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env;
  if (LISTEN_FDS === undefined || Number(LISTEN_PID) !== pid) return undefined;
  if (LISTEN_FDS !== '1')
    throw new Error(`its socket unit passes ${LISTEN_FDS} sockets. Keep one line with ListenStream= in it.`);
  return { fd: FIRST_SOCKET };
}

/** Listens on the socket of the unit, or on PORT. Returns the address. Throws if the unit has another port. */
export async function listen(
  portal: FastifyInstance,
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
  socket?: { fd: number },
): Promise<string> {
  if (!socket) return portal.listen({ port: PORT, host: HOST });
  // With the default host, Fastify would also listen on ::1.
  const address = await portal.listen({ ...socket, host: '127.0.0.1' } as FastifyListenOptions);
  const { port } = portal.server.address() as AddressInfo;
  if (port === PORT) return address;
  await portal.close();
  throw new Error(`PORT is ${PORT}, but its socket unit listens on port ${port}. Use the same port in both.`);
}

/**
 * Stops listening, answers the requests that have arrived or are on their way, and closes idle connections a moment
 * later: a proxy does not repeat a request that changes something. Takes at most 8 s.
 */
export async function stopListening(portal: FastifyInstance): Promise<void> {
  const { server } = portal;
  const [close, closeIdleConnections] = [server.close.bind(server), server.closeIdleConnections.bind(server)];
  // Node calls this as it stops listening.
  server.closeIdleConnections = () => {};
  server.close = (done) => {
    void acceptWaiting(server).then(() => close(done));
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
 * Accepts the connections that the system has opened, which it would reset. Node accepts one each time it looks, and the
 * first turn may end before it looks.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let quietTurns = 0;
  const note = (): void => void (quietTurns = -1);
  server.on('connection', note);
  for (; quietTurns < 2; quietTurns += 1) await nextTurn();
  server.off('connection', note);
}
