import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from './probe.ts';

describe('a visit to a web address', () => {
  let server: Server;
  let port = 0;
  const requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const statuses: Record<string, number> = {
        '/gone': 410,
        '/missing': 404,
        '/broken': 503,
        '/members': 403,
        '/ok': 200,
      };
      if (request.url === '/no-head') response.statusCode = request.method === 'HEAD' ? 404 : 200;
      else if (request.url === '/moved') response.writeHead(302, { location: '/missing' });
      else if (request.url === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/latest' });
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' });
      else response.statusCode = statuses[request.url ?? ''] ?? 200;
      response.end('x'.repeat(100_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());
  const isAllowed = (address: string) => address === '127.0.0.1';
  const visit = (path: string) => probe(`http://127.0.0.1:${port}${path}`, { isAllowed, port });

  test('finds existing pages, and distinguishes missing ones from temporary failures [STUDIO-243]', async () => {
    expect(await visit('/ok')).toBe('Found');
    expect(await visit('/members')).toBe('Found');
    expect(await visit('/gone')).toBe('NotFound');
    expect(await visit('/moved')).toBe('NotFound');
    expect(await visit('/broken')).toBe('Unreachable');
    expect(await visit('/loop')).toBe('Found');
    expect(await probe('https://no-such-host.invalid/')).toBe('Unreachable');
  });

  test('retries with GET if HEAD is not supported', async () => {
    expect(await visit('/no-head')).toBe('Found');
    expect(requests.filter((one) => one.endsWith('/no-head'))).toEqual(['HEAD /no-head', 'GET /no-head']);
  });

  test('never connects to a private network, another port or another protocol, not even through a redirect or a host name [STUDIO-243]', async () => {
    const before = requests.length;
    for (const href of [
      `http://127.0.0.1:${port}/ok`,
      `http://localhost:${port}/ok`,
      'http://127.0.0.1/ok',
      'http://localhost/ok',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://10.0.0.1/',
      'http://[fd00::1]/',
      'ftp://example.com/',
    ])
      expect(await probe(href, href.includes(String(port)) ? { port } : {}), href).toBe('NotVisited');
    expect(requests).toHaveLength(before);
    expect(await visit('/inward')).toBe('NotVisited');
  });
});
