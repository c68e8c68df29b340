import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const READERS = 4;
const PAUSE_MS = 20;
const READS = ['/healthz', '/api/v1/home', '/api/v1/news', '/api/v1/todo/active', '/api/v1/notifications'];

/** Restarts go on until there were this many calls; PORTICO_ROLLING_CALLS=10000 for more certainty. */
export const LEAST_CALLS = Number(process.env['PORTICO_ROLLING_CALLS'] ?? 300);

export interface Load {
  /** How many calls have been answered. */
  count(): number;
  /** Stops the load, and returns each call that failed. */
  stop(): Promise<string[]>;
}

/** People who read, and one who adds and deletes tasks, through a proxy. Nobody tries again: each call must succeed. */
export function startLoad(proxy: RequestOptions, headers: Record<string, string>): Load {
  const failures: string[] = [];
  let [answered, isOver] = [0, false];
  const call = (method: string, path: string, body?: object) =>
    new Promise<void>((done) => {
      const fail = (reason: string) => {
        failures.push(`${method} ${path}: ${reason}`);
        done();
      };
      const open = proxy.protocol === 'http:' ? httpRequest : httpsRequest;
      const text = body && JSON.stringify(body);
      const type = text === undefined ? {} : { 'content-type': 'application/json' };
      const sent = open({ ...proxy, method, path, headers: { ...headers, ...type } }, (answer) => {
        let received = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (received += part))
          .on('error', (error) => fail(error.message))
          .on('end', () => {
            answered += 1;
            if ((answer.statusCode ?? 0) < 400) done();
            else fail(`${answer.statusCode} ${received.slice(0, 200)}`);
          });
      });
      sent.on('error', (error) => fail(error.message)).end(text);
    });
  const repeat = async (next: (count: number) => Promise<void>) => {
    for (let count = 0; !isOver; count += 1) {
      await next(count);
      await sleep(PAUSE_MS);
    }
  };
  const people = [
    ...Array.from({ length: READERS }, (_, index) =>
      repeat((count) => call('GET', READS[(index + count) % READS.length]!)),
    ),
    repeat(async (count) => {
      const id = randomUUID();
      await call('POST', '/api/v1/todo', { id, title: `Task ${count}` });
      // The number of tasks of a person is limited.
      await call('DELETE', `/api/v1/todo/${id}`);
    }),
  ];
  return {
    count: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(people);
      return failures;
    },
  };
}
