import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestStream {
  baseUrl: string;
  /** Headers of every connection that was opened, in order. */
  opened: IncomingHttpHeaders[];
  /** Connections that are currently open. */
  connections: Set<ServerResponse>;
  /** Rejects the next connections with this status instead of streaming. */
  rejectWith: (status: number | undefined) => void;
  push: (text: string) => void;
  /** Breaks every connection. */
  cut: () => void;
  close: () => Promise<void>;
}

/** A server for event streams; each stream starts with `hello`. */
export async function testStream(): Promise<TestStream> {
  const opened: IncomingHttpHeaders[] = [];
  const connections = new Set<ServerResponse>();
  let rejectStatus: number | undefined;
  const server = createServer((request, response) => {
    opened.push(request.headers);
    if (rejectStatus !== undefined) return response.writeHead(rejectStatus).end();
    connections.add(response);
    response.on('close', () => connections.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\ndata: {}\n\n');
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened,
    connections,
    rejectWith: (status) => (rejectStatus = status),
    push: (text) => connections.forEach((connection) => connection.write(text)),
    cut: () => connections.forEach((connection) => connection.destroy()),
    close: async () => {
      connections.forEach((connection) => connection.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
