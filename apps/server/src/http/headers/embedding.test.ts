import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPortal } from '../../app.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { listen } from '../../testing/rawHttp.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

const HOST = 'https://crm.example.com';
const OTHER_HOST = 'http://localhost:4410';
const STRANGERS = [
  'https://evil.test',
  'null',
  'https://crm.example.com.evil.test',
  'https://evil.test/https://crm.example.com',
  'http://crm.example.com',
  'https://crm.example.com:444',
  'https://sub.crm.example.com',
  'https://CRM.example.com',
  `${HOST}/`,
  `${HOST} https://evil.test`,
  '*',
  '',
];
const shared = sharedPortal({ env: { EMBEDDING_ORIGINS: `${HOST}, ${OTHER_HOST}`, REMEMBER_BROWSER: 'true' } });

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const preflight = (url: string, origin: string, method = 'GET') =>
  shared().portal.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,id-token',
    },
  });

describe('a page from a listed origin', () => {
  test.for([HOST, OTHER_HOST])('%s may send preflights and read responses [H6]', async (origin) => {
    for (const [url, method] of [
      ['/api/v1/menu', 'GET'],
      ['/api/v1/notifications/multiple/read', 'PUT'],
      ['/api/v1/stream', 'GET'],
      ['/api/v1/notifications/00000000-0000-4000-8000-000000000000', 'DELETE'],
      ['/api/Account/InitLogin', 'POST'],
    ] as const) {
      const answer = await preflight(url, origin, method);
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        vary: 'Origin',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-max-age': '600',
        'access-control-allow-headers': expect.stringMatching(/authorization, id-token, content-type/) as string,
      });
    }
    const headers = await shared().as('ana').headers();
    const answer = await shared().portal.inject({
      url: '/api/v1/menu',
      headers: { ...headers, origin, 'accept-encoding': 'br' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(String(answer.headers['vary'])).toMatch(/\bOrigin\b/);
    const rejected = await shared().portal.inject({ url: '/api/v1/menu', headers: { origin } });
    expect([rejected.statusCode, rejected.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  test('can send cookies only with account calls [H6]', async () => {
    expect((await preflight('/api/Account/InitLogin', HOST, 'POST')).headers['access-control-allow-credentials']).toBe(
      'true',
    );
    const answer = await shared().portal.inject({
      method: 'POST',
      url: '/api/Account/InitLogin',
      headers: { origin: HOST },
    });
    expect([answer.statusCode, answer.headers['access-control-allow-credentials']]).toEqual([200, 'true']);
    for (const url of ['/api/v1/menu', '/api/v1/stream', '/api/v1/notifications/summary'])
      expect((await preflight(url, HOST)).headers['access-control-allow-credentials'], url).toBeUndefined();
  });

  test('can read its stream [H6]', async () => {
    const portal = await createPortal(shared().parts);
    onTestFinished(() => portal.close());
    const stream = await openGreetedStream(`http://127.0.0.1:${await listen(portal)}`, {
      ...(await shared().as('ana').headers()),
      origin: HOST,
    });
    expect(stream.headers).toMatchObject({ 'access-control-allow-origin': HOST, vary: 'Origin' });
  });

  test('can call the API and load the sidebar, but read nothing else [H6]', async () => {
    for (const url of [
      '/',
      '/news',
      '/healthz',
      '/metrics',
      '/media/x/y',
      '/feeds/x/news.atom',
      '/assets/main.js',
      '/api/openapi.json',
      '/forms/api/v1/entries/x',
      '/api',
      '/apix/v1/menu',
    ]) {
      const answer = await shared().portal.inject({ url, headers: { origin: HOST } });
      expect(corsOf(answer.headers), url).toEqual([]);
      expect(answer.headers['cross-origin-resource-policy'], url).toBe('same-origin');
      expect(corsOf((await preflight(url, HOST)).headers), url).toEqual([]);
    }
  });
});

test.for(STRANGERS)(
  'a page from "%s" can read no response, nor get one meant for another origin from a cache [H6]',
  async (origin) => {
    const headers = await shared().as('ana').headers();
    for (const url of ['/api/v1/menu', '/api/Account/InitLogin', '/sidebar/portico-sidebar.js']) {
      const answer = await shared().portal.inject({ url, headers: { ...headers, origin } });
      expect(corsOf(answer.headers), url).toEqual([]);
      expect(String(answer.headers['vary']), url).toMatch(/\bOrigin\b/);
      expect(corsOf((await preflight(url, origin)).headers), url).toEqual([]);
      expect((await preflight(url, origin)).statusCode, url).toBe(404);
    }
  },
);

test("only the sidebar's files can be loaded by pages from other origins [H5, H6]", async () => {
  const { parts } = shared();
  const webRoot = join(parts.webRoot, '../..', 'web-with-sidebar');
  for (const folder of ['sidebar', 'icons', 'avatars', 'assets']) {
    await mkdir(join(webRoot, folder), { recursive: true });
    await writeFile(join(webRoot, folder, 'one.js'), 'export {};');
  }
  const portal = await createPortal({ ...parts, webRoot });
  onTestFinished(() => portal.close());
  for (const folder of ['sidebar', 'icons', 'avatars']) {
    const { statusCode, headers } = await portal.inject({ url: `/${folder}/one.js`, headers: { origin: HOST } });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': HOST,
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  }
  expect(
    (await portal.inject({ url: '/assets/one.js', headers: { origin: HOST } })).headers['cross-origin-resource-policy'],
  ).toBe('same-origin');
});

test('without a list, nothing is open to other origins [H6]', async () => {
  const { portal } = await testPortal();
  for (const url of ['/api/v1/version', '/sidebar/portico-sidebar.js', '/api/Account/InitLogin']) {
    const { headers } = await portal.inject({ url, headers: { origin: HOST } });
    expect(corsOf(headers)).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(
      (
        await portal.inject({
          method: 'OPTIONS',
          url,
          headers: { origin: HOST, 'access-control-request-method': 'GET' },
        })
      ).statusCode,
    ).toBe(404);
  }
});
