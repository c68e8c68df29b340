import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestStream {
  baseUrl: string;
  /** Headers of every line that was opened, in order. */
  opened: IncomingHttpHeaders[];
  /** Lines that are open now. */
  lines: Set<ServerResponse>;
  /** What the next lines are answered with instead of a stream. */
  rejectWith: (status: number | undefined) => void;
  push: (text: string) => void;
  /** Cuts every line. */
  cut: () => void;
  close: () => Promise<void>;
}

/** A server that holds streams of events; each begins with `hello`. */
export async function testStream(): Promise<TestStream> {
  const opened: IncomingHttpHeaders[] = [];
  const lines = new Set<ServerResponse>();
  let rejectStatus: number | undefined;
  const server = createServer((request, response) => {
    opened.push(request.headers);
    if (rejectStatus !== undefined) return response.writeHead(rejectStatus).end();
    lines.add(response);
    response.on('close', () => lines.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\ndata: {}\n\n');
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened,
    lines,
    rejectWith: (status) => (rejectStatus = status),
    push: (text) => lines.forEach((line) => line.write(text)),
    cut: () => lines.forEach((line) => line.destroy()),
    close: async () => {
      lines.forEach((line) => line.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
