import { get, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { streamPath } from '@portico/contracts/stream';

/** An open stream as a browser reads it, on its own connection. */
export interface StreamReader {
  headers: IncomingHttpHeaders;
  /** Topics in the order in which they arrived. */
  topics: string[];
  /** What the events that say what has changed carried, in order. */
  details: () => unknown[];
  /** The last position that arrived. */
  position: () => string | undefined;
  /** How many heartbeats arrived. */
  beats: () => number;
  /** Resolves when the stream ends. */
  ended: Promise<void>;
  /** Disconnects abruptly. */
  leave(): void;
}

/** Opens the stream of a server, or returns the status of its rejection. */
export function openStream(
  serverUrl: string,
  headers: Record<string, string>,
  query = '',
): Promise<StreamReader | number> {
  return new Promise((opened, failed) => {
    const request = get(
      serverUrl + streamPath + query,
      { headers: { 'accept-encoding': 'br, gzip', ...headers }, agent: false },
      (answer) => {
        const topics: string[] = [];
        let text = '';
        const ended = new Promise<void>((done) => answer.once('close', done));
        answer
          .setEncoding('utf8')
          .on('error', () => {})
          .on('data', (chunk: string) => {
            text += chunk;
            topics.splice(
              0,
              topics.length,
              ...[...text.matchAll(/^event: (\w+)\ndata: \{\}\n\n/gm)].map(([, topic]) => topic!),
            );
          });
        opened(
          answer.statusCode === 200
            ? {
                headers: answer.headers,
                topics,
                details: () =>
                  [...text.matchAll(/^data: (\{.+\})\n/gm)].map(([, data]) => JSON.parse(data!) as unknown),
                position: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1],
                beats: () => text.split(':\n\n').length - 1,
                ended,
                leave: () => request.destroy(),
              }
            : answer.statusCode!,
        );
      },
    );
    request.on('error', failed);
    onTestFinished(() => void request.destroy());
  });
}

/** The same, after its `hello`; throws if the stream is rejected. */
export async function openGreetedStream(
  serverUrl: string,
  headers: Record<string, string>,
  query = '',
): Promise<StreamReader> {
  const stream = await openStream(serverUrl, headers, query);
  if (typeof stream === 'number') throw new Error(`The stream was rejected with ${stream}`);
  for (let waited = 0; !stream.topics.includes('hello'); waited += 10) {
    if (waited > 10_000) throw new Error('The stream said nothing');
    await new Promise((done) => setTimeout(done, 10));
  }
  return stream;
}
