import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestStream {
  baseUrl: string;
  /** Headers of every connection that was opened, in order. */
  opened: IncomingHttpHeaders[];
  /** The `since` of every connection that was opened, in order. */
  openedSince: Array<string | null>;
  /** The position that greetings have; undefined as of a version that knows no positions. */
  setPosition: (position: string | undefined) => void;
  /** Connections that are currently open. */
  connections: Set<ServerResponse>;
  /** Rejects the next connections with this status instead of streaming. */
  rejectWith: (status: number | undefined, headers?: Record<string, string>) => void;
  push: (text: string) => void;
  /** Breaks every connection. */
  cut: () => void;
  close: () => Promise<void>;
}

/** A server for event streams; each stream starts with `hello`. */
export async function testStream(): Promise<TestStream> {
  const opened: IncomingHttpHeaders[] = [];
  const openedSince: Array<string | null> = [];
  const connections = new Set<ServerResponse>();
  let rejection: { status: number; headers: Record<string, string> } | undefined;
  let position: string | undefined = '1';
  const server = createServer((request, response) => {
    opened.push(request.headers);
    openedSince.push(new URL(request.url!, 'http://localhost').searchParams.get('since'));
    if (rejection) return response.writeHead(rejection.status, rejection.headers).end();
    connections.add(response);
    response.on('close', () => connections.delete(response));
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(`${position === undefined ? '' : `id: ${position}\n`}event: hello\ndata: {}\n\n`);
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened,
    openedSince,
    setPosition: (next) => (position = next),
    connections,
    rejectWith: (status, headers = {}) => (rejection = status === undefined ? undefined : { status, headers }),
    push: (text) => connections.forEach((connection) => connection.write(text)),
    cut: () => connections.forEach((connection) => connection.destroy()),
    close: async () => {
      connections.forEach((connection) => connection.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
