import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagePaths } from '@portico/contracts/pagePaths';
import { cookieNames, PortalSettings } from '@portico/contracts/portalSettings';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { createPortal } from '../../app.ts';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { readBuiltPages } from './pages.ts';

const shared = sharedPortal();
let port: number;
beforeAll(async () => {
  port = await listen(shared().portal);
});
/** Requests the exact path: `inject` and `fetch` normalize it first. */
const getAsIs = (path: string) => sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
const get = (url: string, headers: Record<string, string> = {}) => shared().portal.inject({ url, headers });

describe('addresses', () => {
  test.for([
    '/',
    '/news',
    '/news/00000000-0000-4000-8000-000000000000/preview',
    '/events',
    '/forbidden',
    '/auth/callback',
    '/logout',
    '/forms',
    '/forms/entries/00000000-0000-4000-8000-000000000000',
    '/support/preview',
    '/news/',
    '/news?x=../../y.js',
  ])('%s returns the page, whose router takes over [ROUTE-001]', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  /** Two responses differ only in their nonces. */
  const withoutNonce = (body: string) => body.replaceAll(/nonce="[^"]*"/g, '');

  test.for([
    '/nothing/of/the/kind',
    '/nothing?page=2',
    '/news/abc',
    '/news/00000000-0000-4000-8000-00000000000',
    '/news/00000000-0000-4000-8000-000000000000/x',
    '/events/00000000-0000-4000-8000-000000000000/preview/x',
    '/documents/00000000-0000-4000-8000-000000000000',
    '/forms/entries/x',
    '/news/preview',
    '/caf%C3%A9',
    '/support/x',
    '/studio/nothing',
  ])(
    'the unknown address %s returns HTTP 404 with the page, which explains it [ROUTE-027, ROUTE-023, ROUTE-024]',
    async (url) => {
      const [answer, known] = [await getAsIs(url), await getAsIs('/forbidden')];
      expect([answer.status, known.status]).toEqual([404, 200]);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'no-store',
      });
      expect(withoutNonce(answer.body)).toBe(withoutNonce(known.body));
      expect(answer.body).toContain('name="portico-settings"');
    },
  );

  test('a private page without a session is a small page that redirects to sign-in; with a session it is the portal [FAST-003]', async () => {
    const { idToken, accessToken } = cookieNames;
    const scriptOf = async (url: string, cookie = '') =>
      /src="(\/assets\/\w+\.js)"/.exec((await get(url, { cookie })).body)?.[1];
    for (const path of pagePaths) {
      const url = path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000');
      const isOpen = ['/forbidden', '/logout', '/auth/callback'].includes(url);
      expect(await scriptOf(url), url).toBe(isOpen ? '/assets/main.js' : '/assets/signIn.js');
      expect(await scriptOf(`${url}?x=1`, `${idToken}=a; ${accessToken}=b`), url).toBe('/assets/main.js');
    }
    expect(await scriptOf('/news', `${idToken}=a`), 'one token is not a session').toBe('/assets/signIn.js');
    expect(await scriptOf('/nothing/of/the/kind'), 'an unknown address').toBe('/assets/main.js');
  });

  test.for([...pagePaths])(
    'the page %s returns HTTP 200 with any id, even if the item does not exist [ROUTE-027]',
    async (path) => {
      const id = '00000000-0000-4000-8000-000000000000';
      const answer = await getAsIs(path.replaceAll(/\$\w+/g, id));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test.for([
    '/x.js',
    '/x%2ejs',
    '/assets/other.js',
    '/assets/main.js.map',
    '/main.js.map',
    '/index.html',
    '/silent.html',
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/%2egit/config',
    '/assets/.hidden',
    '/package.json',
    '/robots.php',
    '/../package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%5cindex.html',
    '/a%5c..%5cb',
    '/%00',
    '/news%00.js',
    '/assets/main.js%00.html',
    '/news/%0d%0aset-cookie:a=b',
    '/....//....//etc/passwd',
    '//etc/passwd.txt',
    '/assets/../../x.txt',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/nothing',
    '/media',
    '/media/x',
    '/assets',
    '/assets/',
    '/builds/x',
    '/feeds/x',
    '/forms/api',
    '/forms/api/v1/entries/x',
  ])('%s returns 404 without the page [D9, ROUTE-023]', async (url) => {
    const answer = await getAsIs(url);
    expect(answer.status, url).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'not_found', status: 404 });
    expect(answer.body).not.toMatch(/root:|doctype|repositoryformat/i);
  });

  test.for(['/%', '/%zz', '/news/%E0%A4%A', '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd', '/%ff%fe'])(
    '%s cannot be decoded and is rejected [D1, D9]',
    async (url) => {
      const answer = await getAsIs(url);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'malformed_request' });
      expect(answer.body).not.toContain('passwd');
    },
  );

  test('dot files, source maps and pages in the built folder are not served as files [D9]', async () => {
    const { parts } = shared();
    const webRoot = await mkdtemp(join(tmpdir(), 'portico-web-'));
    onTestFinished(() => rm(webRoot, { recursive: true }));
    await mkdir(join(webRoot, 'assets'), { recursive: true });
    for (const name of [
      '.secret',
      'assets/main.js.map',
      'assets/.env',
      'assets/main.js',
      'index.html',
      'other.html',
      'assets/main.js.br',
    ])
      await writeFile(join(webRoot, name), 'content');
    const portal = await createPortal({ ...parts, webRoot });
    onTestFinished(() => portal.close());
    for (const url of [
      '/.secret',
      '/assets/main.js.map',
      '/assets/.env',
      '/other.html',
      '/index.html',
      '/assets/main.js.br',
    ])
      expect((await portal.inject(url)).statusCode, url).toBe(404);
    expect((await portal.inject('/assets/main.js')).body).toBe('content');
    await writeFile(join(webRoot, 'assets/added.js'), 'content');
    expect((await portal.inject('/assets/added.js')).statusCode, 'a file added after startup').toBe(404);
  });

  test('a worker can load only our scripts, compressed or not [H2]', async () => {
    const { parts } = shared();
    const webRoot = join(parts.webRoot, '../..', 'worker-web');
    await mkdir(join(webRoot, 'assets'), { recursive: true });
    for (const name of [
      'assets/pdf.worker.min-a1.mjs',
      'assets/pdf.worker.min-a1.mjs.br',
      'assets/PdfView-a1.js',
      'index.html',
    ])
      await writeFile(join(webRoot, name), 'content');
    const portal = await createPortal({ ...parts, webRoot });
    onTestFinished(() => portal.close());
    const policyOf = async (url: string, encoding = 'identity') =>
      (await portal.inject({ url, headers: { 'accept-encoding': encoding } })).headers['content-security-policy'];
    for (const encoding of ['identity', 'br']) {
      expect(await policyOf('/assets/pdf.worker.min-a1.mjs', encoding), encoding).toBe(
        "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
    expect(await policyOf('/assets/PdfView-a1.js')).toContain('sandbox');
  });

  test('only GET and HEAD reach pages and files; TRACE echoes nothing [D9]', async () => {
    for (const method of [
      'TRACE',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'PROPFIND',
      'TRACK',
      'DEBUG',
      'CONNECT',
    ])
      for (const path of ['/', '/assets/main.js', '/api/v1/version']) {
        const answer = await sendRaw(
          port,
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Secret: mine\r\nConnection: close\r\n\r\n`,
        ).catch(() => ({ status: 400, body: '' }));
        expect([0, 400, 404, 405], `${method} ${path}`).toContain(answer.status);
        expect(answer.body).not.toMatch(/mine|doctype/i);
      }
    const head = await shared().portal.inject({ method: 'HEAD', url: '/' });
    expect(head.body).toBe('');
  });
});

test("names in the page's settings cannot break out of the script [X5]", async () => {
  const name = `"'><script>alert(1)</script><!-- __NONCE__ $& &quot;`;
  const { portal } = await testPortal({
    env: {
      FIRM_TIME_ZONE: 'America/Chicago',
      PRODUCT_NAME: name,
      OIDC_EXTRA_PARAMS: 'x="><img src=x onerror=alert(1)>',
    },
  });
  const { body } = await portal.inject('/');
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).not.toContain('<img');
  expect(body).not.toContain('<!--');
  const content = /name="portico-settings" content="([^"]*)"/.exec(body)?.[1] ?? '';
  const settings = z.parse(
    PortalSettings,
    JSON.parse(content.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))),
  );
  expect(settings).toMatchObject({ productName: name, firmTimeZone: 'America/Chicago' });
  expect(/<title>(.*)<\/title>/.exec(body)?.[1]).not.toContain('<');
});

test('the page gives the browser what it needs before sign-in, and nothing secret', async () => {
  const { body } = await get('/');
  const content = /name="portico-settings" content="([^"]*)"/.exec(body)?.[1] ?? '';
  const settings: unknown = JSON.parse(
    content.replaceAll('&#34;', '"').replaceAll('&#38;', '&').replaceAll('&#39;', "'"),
  );
  expect(z.safeParse(PortalSettings, settings)).toEqual({ success: true, data: settings });
  expect(body).not.toMatch(/postgres|password|secret/i);
});

test('a page never echoes its address [X5]', async () => {
  for (const url of [
    '/news/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/?q=%3Cscript%3Ealert(1)%3C/script%3E',
    '/auth/callback?error=%3Cb%3Ehello&error_description=hello',
  ]) {
    const { body } = await get(url);
    expect(body).not.toMatch(/alert|hello/);
  }
});

test('Host, forwarding and method-override headers change neither links nor routing nor identity [A9]', async () => {
  const foreign = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-port': '1',
    'x-forwarded-prefix': '/evil',
    forwarded: 'host=evil.test;proto=https',
    'x-original-url': '/api/v1/home',
    'x-rewrite-url': '/api/v1/home',
    'x-http-method-override': 'DELETE',
    'x-method-override': 'POST',
    'x-http-method': 'PUT',
    'x-host': 'evil.test',
  };
  const page = await get('/news', foreign);
  expect(page.statusCode).toBe(200);
  expect(JSON.stringify(page.headers) + page.body).not.toContain('evil');
  expect(page.headers['strict-transport-security']).toBeUndefined();
  expect((await get('/api/v1/version', foreign)).json()).toMatchObject({ build: 'test' });
  expect((await get('/api/v1/home', foreign)).statusCode).toBe(401);
  const own = await shared().as('ana').headers();
  expect((await get('/api/v1/users/current', { ...foreign, ...own })).json()).toMatchObject({ givenName: 'Ana' });
  const answer = await shared().portal.inject({
    method: 'POST',
    url: '/api/v1/home?_method=GET',
    headers: { ...own, 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
    payload: '_method=GET',
  });
  expect(answer.statusCode).toBe(404);
});

test('metrics are only for this machine or with the token, and a proxy does not count as this machine [BASE-003]', async () => {
  const ask = (portal: typeof shared, headers = {}, remoteAddress = '127.0.0.1') =>
    portal().portal.inject({ url: '/metrics', headers, remoteAddress });
  expect((await ask(shared)).body).toContain('http_request_duration_seconds');
  expect((await ask(shared, {}, '10.0.0.9')).statusCode).toBe(404);
  expect((await ask(shared, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
    expect((await ask(shared, { host })).statusCode, host).toBe(200);
  for (const host of ['portal.example.com', '10.0.0.9:3000', 'localhost.evil.test'])
    expect((await ask(shared, { host })).statusCode, host).toBe(404);
  // A plain `proxy_pass` adds no header and sends the name of its upstream as Host.
  const published = await testPortal({
    env: { PUBLIC_URL: 'https://portal.example.com', OIDC_ISSUER: 'https://id.example.com' },
    issuer: { issuer: 'https://id.example.com' },
  });
  expect((await ask(() => published, { host: 'localhost:3000' })).statusCode).toBe(404);
  const guarded = await testPortal({ env: { METRICS_TOKEN: 'open-sesame' } });
  expect((await ask(() => guarded)).statusCode).toBe(404);
  expect((await ask(() => guarded, { authorization: 'Bearer open-sesam' })).statusCode).toBe(404);
  const metrics = await ask(() => guarded, { authorization: 'Bearer open-sesame' }, '10.0.0.9');
  expect(metrics.statusCode).toBe(200);
  expect(metrics.body).not.toMatch(/sesame|ana/);
});

test('a page gets only the preloads of its own path, whatever its id and its query [ROUTE-028]', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'portico-pages-'));
  onTestFinished(() => rm(webRoot, { recursive: true }));
  const link = (page: string) =>
    `    <link rel="modulepreload" href="/${page}.js" data-page="${page}" nonce="__NONCE__">\n`;
  const rest = '    <link rel="stylesheet" href="/all.css">\n';
  await writeFile(join(webRoot, 'index.html'), ['/', '/news', '/news/$newsId'].map(link).join('') + rest);
  const read = readBuiltPages(webRoot);
  const id = '00000000-0000-4000-8000-000000000001';
  for (const [url, page] of [
    ['/', '/'],
    ['/?a=1', '/'],
    ['/news', '/news'],
    [`/news/${id}?x=/`, '/news/$newsId'],
  ])
    for (let time = 0; time < 2; time += 1) expect(await read('index.html', url!), url).toBe(link(page!) + rest);
  for (const url of ['/events', '/nothing', '/news/x', '/%E0%A4%A'])
    expect(await read('index.html', url), url).toBe(rest);
});
