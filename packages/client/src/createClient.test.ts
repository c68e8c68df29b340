import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '@portico/contracts/endpoint';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { getVersion } from '@portico/contracts/version';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiError } from './ApiError.ts';
import type { Tokens } from './createClient.ts';
import { createClient } from './createClient.ts';

const saveNote = endpoint({ method: 'PUT', path: '/api/v1/notes/:noteId', summary: 'A call with a body' });
const newsId = 'b4b4f6a0-3c38-4d8f-9a59-0f5f3cf1a001';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let baseUrl: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: Seen[];
let tokens: Tokens | undefined;
let rejections: ApiError[];

beforeEach(async () => {
  seen = [];
  rejections = [];
  tokens = { idToken: 'id-1', accessToken: 'access-1' };
  answer = (_, response) => json(response, 200, {});
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function json(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, code: string, more: object = {}): void {
  json(
    response,
    status,
    { type: 'about:blank', title: 'A title', status, code, detail: 'A detail', requestId: 'req-1', ...more },
    'application/problem+json',
  );
}

const client = (timeoutMs?: number) =>
  createClient({
    baseUrl,
    tokens: () => tokens,
    onUnauthorized: (error) => rejections.push(error),
    ...(timeoutMs ? { timeoutMs } : {}),
  });

const errorOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  await promise.then(
    () => Promise.reject(new Error('did not fail')),
    (error: ApiError) => error,
  );

describe('a call', () => {
  test('carries the access token as bearer and the identity token in Id-Token [SIGNIN-014]', async () => {
    await client().call(listNews, { query: {} });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer access-1',
      'id-token': 'id-1',
      accept: 'application/json',
    });
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  test('sends its idempotency key', async () => {
    await client().call(saveNote, { params: { noteId: '1' } }, { idempotencyKey: 'key-1' });
    await client().call(saveNote, { params: { noteId: '1' } });
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', undefined]);
  });

  test("encodes path parameters, so that they can't change the path", async () => {
    await client().call(saveNote, { params: { noteId: '../a b/?#%' } });
    expect(seen[0]?.url).toBe('/api/v1/notes/..%2Fa%20b%2F%3F%23%25');
  });

  test.each(['', '.', '..'])(
    'with the path parameter "%s" is not sent, because it would reach another path',
    async (id) => {
      await expect(client().call(getNewsItem, { params: { newsId: id } })).rejects.toThrow(
        'needs the parameter newsId',
      );
      expect(seen).toEqual([]);
    },
  );

  test('repeats a query parameter for each value of an array and omits undefined', async () => {
    await client().call(listNews, { query: { page: '2', category: ['Audit', 'Rates & bonds'], sort: undefined } });
    expect(seen[0]?.url).toBe('/api/v1/news?page=2&category=Audit&category=Rates+%26+bonds');
  });

  test('sends a body as JSON', async () => {
    await client().call(saveNote, { params: { noteId: '1' }, body: { text: 'é' } });
    expect(seen[0]).toMatchObject({ method: 'PUT', body: '{"text":"é"}' });
    expect(seen[0]?.headers['content-type']).toBe('application/json');
  });

  test('returns undefined for 204', async () => {
    answer = (_, response) => void response.writeHead(204).end();
    expect(await client().call(saveNote, { params: { noteId: '1' } })).toBeUndefined();
  });

  test('to a public endpoint works without tokens', async () => {
    tokens = undefined;
    answer = (_, response) => json(response, 200, { version: '1', build: 'b' });
    expect(await client().call(getVersion, {})).toEqual({ version: '1', build: 'b' });
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('a call error', () => {
  test('has the status, code, detail, request id and issues of the problem', async () => {
    answer = (_, response) =>
      problem(response, 400, 'invalid_input', { issues: [{ path: 'query.page', message: 'too big' }] });
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'invalid_input',
      detail: 'A detail',
      requestId: 'req-1',
      issues: [{ path: 'query.page', message: 'too big' }],
    });
  });

  test('has the seconds after which the server asks to retry [DUTY-091]', async () => {
    const retryAfter = async (headers: Record<string, string>) => {
      answer = (_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        problem(response, 503, 'unavailable');
      };
      return (await errorOf(client().call(listNews, { query: {} }))).retryAfter;
    };
    expect(await retryAfter({ 'retry-after': '3' })).toBe(3);
    expect(await retryAfter({})).toBeUndefined();
    expect(await retryAfter({ 'retry-after': 'Mon, 30 Nov 2026 10:00:00 GMT' })).toBeUndefined();
  });

  test('from a proxy has the code unexpected_answer', async () => {
    answer = (_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({
      status: 502,
      code: 'unexpected_answer',
    });
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":');
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({
      status: 200,
      code: 'unexpected_answer',
    });
    answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({
      status: 200,
      code: 'unexpected_answer',
    });
  });

  test('caused by the network has the code network', async () => {
    answer = (request) => request.socket.destroy();
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({ status: 0, code: 'network' });
  });

  test('after the timeout has the code timeout [BUILD-008]', async () => {
    answer = () => {};
    expect(await errorOf(client(50).call(listNews, { query: {} }))).toMatchObject({ status: 0, code: 'timeout' });
  });

  test('for a response whose body stops halfway is a timeout, too [BUILD-008]', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"items":');
    expect(await errorOf(client(50).call(listNews, { query: {} }))).toMatchObject({ code: 'timeout' });
  });

  test('never comes from a timeout by default [BUILD-008]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answer = (_, response) =>
      void setTimeout(() => response.writeHead(404, { 'content-type': 'text/plain' }).end(), 300);
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({ status: 404 });
    expect(timeout).not.toHaveBeenCalled();
    timeout.mockRestore();
  });

  test('is not created for an aborted call, which throws the reason', async () => {
    answer = () => {};
    const cancel = new AbortController();
    const pending = client().call(listNews, { query: {} }, { signal: cancel.signal });
    cancel.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401 response', () => {
  test('is reported once, however many calls are rejected [S8]', async () => {
    answer = (_, response) => problem(response, 401, 'token_expired');
    const { call } = client();
    await Promise.allSettled([
      call(listNews, { query: {} }),
      call(listNews, { query: {} }),
      call(getNewsItem, { params: { newsId } }),
    ]);
    expect(rejections).toHaveLength(1);
    expect(rejections[0]).toMatchObject({ status: 401, code: 'token_expired' });
  });

  test('is reported again for new tokens', async () => {
    answer = (_, response) => problem(response, 401, 'token_expired');
    const { call } = client();
    await errorOf(call(listNews, { query: {} }));
    tokens = { idToken: 'id-2', accessToken: 'access-2' };
    await errorOf(call(listNews, { query: {} }));
    expect(rejections).toHaveLength(2);
  });

  test('is retried if the tokens were renewed in the meantime', async () => {
    answer = (request, response) => {
      if (request.headers.authorization === 'Bearer access-2')
        return json(response, 200, { items: [], page: 1, pageSize: 10, total: 0 });
      tokens = { idToken: 'id-2', accessToken: 'access-2' };
      return problem(response, 401, 'token_expired');
    };
    expect(await client().call(listNews, { query: {} })).toMatchObject({ total: 0 });
    expect(rejections).toEqual([]);
  });

  test('is reported without sending anything when there are no tokens', async () => {
    tokens = undefined;
    expect(await errorOf(client().call(listNews, { query: {} }))).toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(seen).toEqual([]);
    expect(rejections).toHaveLength(1);
  });
});
