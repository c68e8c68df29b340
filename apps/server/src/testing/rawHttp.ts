import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Makes a portal listen on a free port and returns the port. */
export async function listen(portal: FastifyInstance): Promise<number> {
  await portal.listen({ port: 0, host: '127.0.0.1' });
  return (portal.server.address() as AddressInfo).port;
}

export interface RawAnswer {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  body: string;
  /** Time until the connection was closed. */
  ms: number;
}

/** Sends raw bytes, which no HTTP client would send, and reads until the server closes the connection. */
export function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const started = performance.now();
  return new Promise((answered, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => (received += String(chunk)));
    socket.once('error', (error) => (received === '' ? failed(error) : socket.destroy()));
    socket.once('close', () => answered({ ...parse(received), ms: performance.now() - started }));
  });
}

function parse(text: string): Omit<RawAnswer, 'ms'> {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: body.join('\r\n\r\n'),
  };
}
