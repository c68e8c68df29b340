import Fastify from 'fastify';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { limitArrival } from './arrival.ts';
import { answerUnroutable } from '../errors/unroutable.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

const shared = sharedPortal();

/** Accepts bodies of any type; those to `/upload` may take long. */
async function receiver(limits: { bodyMs: number; pauseMs: number }): Promise<number> {
  const server = Fastify(answerUnroutable(shared().parts.config, () => undefined));
  onTestFinished(() => server.close());
  limitArrival(server, limits);
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post('/call', async ({ body }) => ({ length: (body as string).length }));
  server.post('/upload', { config: { isUpload: true } }, async ({ body }) => ({ length: (body as string).length }));
  return listen(server);
}

/**
 * Sends one letter at a time with pauses; returns the status, or undefined if the connection was closed without a
 * response.
 */
function drip(port: number, path: string, letters: number, pauseMs: number): Promise<number | undefined> {
  return new Promise((done) => {
    const call = request(
      { port, path, method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': letters } },
      (answer) => done(answer.resume().statusCode),
    );
    call.on('error', () => done(undefined));
    void (async () => {
      for (let sent = 0; sent < letters; sent += 1) {
        call.write('x');
        await sleep(pauseMs);
      }
      call.end();
    })();
  });
}

test('a slow body is cut off with 408; a file can take as long as it keeps arriving [D4]', async () => {
  const port = await receiver({ bodyMs: 2500, pauseMs: 2500 });
  const [quick, slow, upload] = await Promise.all([
    drip(port, '/call', 3, 1),
    drip(port, '/call', 12, 300),
    drip(port, '/upload', 12, 300),
  ]);
  expect([quick, slow, upload]).toEqual([200, 408, 200]);
});

test('a stalled upload is cut off too, but a call without a body is not [D4]', { tags: 'timed' }, async () => {
  const port = await receiver({ bodyMs: 200, pauseMs: 200 });
  const answer = await sendRaw(
    port,
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
  );
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([408, { code: 'request_timeout' }]);
  expectWithin(2000, answer.ms);
});
