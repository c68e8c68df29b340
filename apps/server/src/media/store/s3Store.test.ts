import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Server } from '../../testing/services/s3Server.ts';
import { describeStore } from '../../testing/storeContract.ts';
import type { ObjectStore } from './objectStore.ts';
import { openStoreAt } from './openStore.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

async function storeAt(url: string): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openStoreAt(url, folder);
}

describeStore('a bucket [OPS-201]', async () => storeAt((await startS3Server()).url), false);

type Spoil = (
  call: string,
  response: ServerResponse,
  headers: IncomingHttpHeaders,
) => boolean | ((chunk: Buffer) => Buffer);

/**
 * The store, and the same store behind a proxy. `spoil` is called with each request's method and query: it responds
 * itself and returns true, lets the request pass by returning false, or returns a function that alters the chunks of
 * the response.
 */
async function storeBehind(spoil: Spoil) {
  const { url } = await startS3Server();
  const real = new URL(new URL(url).searchParams.get('endpoint')!);
  const proxy = createServer((incoming, response) => {
    const [, query = ''] = incoming.url!.split('?');
    const spoiled = spoil(`${incoming.method} ${query}`, response, incoming.headers);
    if (spoiled === true) return;
    const outgoing = request(new URL(incoming.url!, real), { method: incoming.method, headers: incoming.headers });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      if (spoiled === false) return answer.pipe(response);
      answer.on('data', (chunk: Buffer) => response.write(spoiled(chunk)));
      return answer.on('end', () => setTimeout(() => response.destroy(), 50));
    });
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { direct: await storeAt(url), spoiled: await storeAt(url.replace(real.port, String(port))) };
}

test('reading an object that was altered or is cut off ends with an error [OPS-202]', async () => {
  for (const change of [() => Buffer.from('hallo'), (chunk: Buffer) => chunk.subarray(0, 3)]) {
    const { direct, spoiled } = await storeBehind(() => change);
    await direct.put('files/note.txt', Buffer.from('hello'));
    const object = await spoiled.open('files/note.txt');
    await expect(text(object!.stream)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await text((await direct.open('files/note.txt'))!.stream)).toBe('hello');
  }
});

test('every upload is signed with the digest of its bytes, and never overwrites [OPS-202]', async () => {
  const sent: Array<[string, unknown, unknown]> = [];
  const { spoiled } = await storeBehind((call, _response, headers) => {
    if (/^(?:PUT|POST)/.test(call))
      sent.push([call.split('&')[0]!, headers['x-amz-content-sha256'], headers['if-none-match']]);
    return false;
  });
  const [small, large] = [Buffer.from('hello'), Buffer.alloc(9 * 2 ** 20, 7)];
  await spoiled.put('files/small', small);
  await spoiled.put('files/large', large);
  const empty = expect.any(String) as string;
  expect(sent).toEqual([
    [expect.stringMatching(/^PUT/), hash('sha256', small), '*'],
    ['POST uploads=', empty, undefined],
    ['PUT partNumber=1', hash('sha256', large.subarray(0, 8 * 2 ** 20)), undefined],
    ['PUT partNumber=2', hash('sha256', large.subarray(8 * 2 ** 20)), undefined],
    [expect.stringMatching(/^POST uploadId/), empty, '*'],
  ]);
});

test('an existing object is retained if the bucket reports that it exists [OPS-202]', async () => {
  const { spoiled } = await storeBehind((call, response) => {
    if (!/^PUT (?!part)/.test(call) && !call.startsWith('POST uploadId')) return false;
    response.writeHead(412).end();
    return true;
  });
  await spoiled.put('files/small', Buffer.from('hello'));
  await spoiled.put('files/large', Buffer.alloc(9 * 2 ** 20));
});

const sizes: Array<[string, number]> = [
  ['small', 5],
  ['large', 9 * 2 ** 20],
];

test.for(sizes)(
  'a conflict of conditional writes is repeated until it is decided, for a %s file [OPS-202]',
  async ([, size]) => {
    const bytes = Buffer.alloc(size, 7);
    for (const decision of ['stored', 'exists'] as const) {
      const calls: string[] = [];
      const { direct, spoiled } = await storeBehind((call, response) => {
        const isConditional = size > 8 * 2 ** 20 ? call.startsWith('POST uploadId') : call.startsWith('PUT ');
        if (/^(?:PUT|POST|DELETE)/.test(call)) calls.push(call.split('&')[0]!.replace(/=.*/, ''));
        if (!isConditional) return false;
        const conflicts = ++count;
        if (conflicts <= 2 || decision === 'exists') {
          response.writeHead(conflicts <= 2 ? 409 : 412, { 'content-type': 'application/xml', connection: 'close' });
          const code = conflicts <= 2 ? 'ConditionalRequestConflict' : 'PreconditionFailed';
          response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
          return true;
        }
        return false;
      });
      let count = 0;
      await spoiled.put('files/note', bytes);
      expect(count).toBe(3);
      expect(await direct.has('files/note')).toBe(decision === 'stored');
      // Each repetition of a multipart upload starts over, and leaves no parts behind.
      if (size > 8 * 2 ** 20) expect(calls.filter((call) => call === 'POST uploads')).toHaveLength(3);
    }
  },
);

test('an upload whose conflicts do not end is unavailable, and not acknowledged [OPS-203]', async () => {
  let count = 0;
  const { direct, spoiled } = await storeBehind((call, response) => {
    if (!call.startsWith('PUT ')) return false;
    count += 1;
    response.writeHead(409, { 'content-type': 'application/xml', connection: 'close' });
    response.end('<?xml version="1.0"?><Error><Code>ConditionalRequestConflict</Code></Error>');
    return true;
  });
  await expect(spoiled.put('files/note', Buffer.from('hello'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(count).toBe(3);
  expect(await direct.has('files/note')).toBe(false);
});

test('a bucket that does not support conditional requests is queried before each upload [OPS-202]', async () => {
  const calls: string[] = [];
  const { spoiled } = await storeBehind((call, response, headers) => {
    calls.push(call.split(' ')[0]!);
    if (headers['if-none-match'] === undefined) return false;
    response.writeHead(501).end();
    return true;
  });
  await Promise.all(['one', 'two'].map((name) => spoiled.put(`files/${name}`, Buffer.from('first'))));
  calls.length = 0;
  await spoiled.put('files/one', Buffer.from('second'));
  expect(calls).toEqual(['HEAD']);
  expect(await text((await spoiled.open('files/one'))!.stream)).toBe('first');
  await spoiled.put('files/large', Buffer.alloc(9 * 2 ** 20));
  expect(await text((await spoiled.open('files/large'))!.stream)).toHaveLength(9 * 2 ** 20);
});

test('an upload that a bucket rejects is attempted three times and not acknowledged [OPS-203]', async () => {
  let refusals = 0;
  const { direct, spoiled } = await storeBehind((_call, response) => {
    refusals += 1;
    response.writeHead(503).end();
    return true;
  });
  await expect(spoiled.put('files/note.txt', Buffer.from('hello'))).rejects.toMatchObject({ code: 'unavailable' });
  expect([refusals, await direct.has('files/note.txt')]).toEqual([3, false]);
});

test('while a bucket is down, every call soon fails as unavailable [OPS-203]', { tags: 'timed' }, async () => {
  const { url, stop } = await startS3Server();
  const store = await storeAt(url);
  await store.put('files/note.txt', Buffer.from('hello'));
  await stop();
  const begun = performance.now();
  const staged = await store.stage(Buffer.from('x'));
  for (const call of [
    () => store.open('files/note.txt'),
    () => store.has('files/note.txt'),
    () => store.delete('files/note.txt'),
    () => store.assertWorks(),
    () => staged.store('files/other.txt'),
    () => store.list('files')[Symbol.asyncIterator]().next(),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expectWithin(10_000, performance.now() - begun);
});

test('a failed multipart upload leaves no parts behind [OPS-203]', async () => {
  const calls: string[] = [];
  const { direct, spoiled } = await storeBehind((call, response) => {
    calls.push(call.replace(/^(\w+) .*?(partNumber=\d)?(?:&.*)?$/, '$1 $2').trim());
    if (!call.includes('partNumber=2')) return false;
    response.writeHead(500).end();
    return true;
  });
  await expect(spoiled.put('files/large.bin', Buffer.alloc(9 * 2 ** 20))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(calls).toEqual([
    'POST',
    'PUT partNumber=1',
    'PUT partNumber=2',
    'PUT partNumber=2',
    'PUT partNumber=2',
    'DELETE',
  ]);
  expect(await direct.has('files/large.bin')).toBe(false);
});
