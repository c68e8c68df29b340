import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { creditFilesPath } from '@portico/contracts/creditClaims';
import { DAY_MS } from '@portico/contracts/durations';
import { initLogin, redeemLoginTicket } from '@portico/contracts/account';
import { SCIM_PATH } from '@portico/contracts/admin/provisioning';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { formFilePath } from '@portico/contracts/forms';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { uploadChunkPath } from '@portico/contracts/studio/uploads';
import { createPortal } from '../../app.ts';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { securityHeaders } from './securityHeaders.ts';
import { loadConfig } from '../../config.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal({
  extend(portal) {
    portal.get('/test/broken', { config: { access: 'anyone' } }, () =>
      Promise.reject(new Error('select secret from /var/lib at x.ts:1')),
    );
    portal.get('/test/elsewhere', { config: { access: 'anyone' } }, (_request, reply) => reply.redirect('/'));
  },
});
const tls = sharedPortal({
  env: { PUBLIC_URL: 'https://portal.example.com', OIDC_ISSUER: 'https://id.example.com' },
  issuer: {
    issuer: 'https://id.example.com',
    discovery: {
      authorization_endpoint: 'https://id.example.com/auth',
      token_endpoint: 'https://tokens.example.com/token',
    },
  },
});

const INERT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/** The policy's directives by name. */
const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
  );

const kinds: Record<string, InjectOptions & { expected: number; policy?: 'page' | 'silent' | 'docs' }> = {
  'the page': { url: '/', expected: 200, policy: 'page' },
  'a page of the front end': { url: '/news', expected: 200, policy: 'page' },
  'the page without a body': { method: 'HEAD', url: '/', expected: 200, policy: 'page' },
  'the sign-in return page': { url: '/auth/callback?code=x&state=y', expected: 200, policy: 'page' },
  'the silent renewal page': { url: '/auth/silent', expected: 200, policy: 'silent' },
  'the logout page': { url: '/logout', expected: 200, policy: 'page' },
  'the description for people': { url: '/api/docs', expected: 200, policy: 'docs' },
  'an asset': { url: '/assets/main.js', expected: 200 },
  'an asset that did not change': {
    url: '/assets/main.js',
    headers: { 'if-modified-since': new Date(Date.now() + DAY_MS).toUTCString() },
    expected: 304,
  },
  'an answer of the API': { url: '/api/v1/version', expected: 200 },
  'the API description': { url: '/api/openapi.json', expected: 200 },
  'a rejection': { url: '/api/v1/home', expected: 401 },
  'an unknown call': { url: '/api/v1/nothing', expected: 404 },
  'an unknown file': { url: '/x.js', expected: 404 },
  'a wrong method': { method: 'DELETE', url: '/api/v1/home', expected: 404 },
  'a preflight': {
    method: 'OPTIONS',
    url: '/api/v1/home',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
    expected: 404,
  },
  'a wrong input': {
    method: 'POST',
    url: '/api/v1/csp-reports',
    headers: { 'content-type': 'application/json' },
    payload: '{',
    expected: 400,
  },
  'a wrong content type': {
    method: 'POST',
    url: '/api/v1/csp-reports',
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
    expected: 415,
  },
  'an address that cannot be decoded': { url: '/api/v1/news/%E0%A4%A', expected: 400 },
  'a failure of ours': { url: '/test/broken', expected: 500 },
  'a redirect': { url: '/test/elsewhere', expected: 302 },
  'a probe': { url: '/healthz', expected: 200 },
};

describe.for(Object.entries(kinds))('%s', ([, { expected, policy, ...request }]) => {
  test('has every security header [H1, H2, H4, H5]', async () => {
    for (const [portal, isTls] of [
      [shared(), false],
      [tls(), true],
    ] as const) {
      if (request.url?.toString().startsWith('/test/') && isTls) continue;
      const answer = await portal.portal.inject(request);
      expect(answer.statusCode, answer.body).toBe(expected);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': policy === 'silent' ? 'SAMEORIGIN' : 'DENY',
      });
      expect(answer.headers['permissions-policy']).toContain('camera=()');
      expect(answer.headers['strict-transport-security']).toBe(
        isTls ? 'max-age=63072000; includeSubDomains' : undefined,
      );
      for (const name of [
        'server',
        'x-powered-by',
        'x-aspnet-version',
        'via',
        'access-control-allow-origin',
        'access-control-allow-credentials',
      ])
        expect(answer.headers[name]).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
      if (policy === undefined) expect(answer.headers['content-security-policy']).toBe(INERT);
      const {
        'default-src': start,
        'frame-ancestors': ancestors,
        ...rest
      } = directives(answer.headers['content-security-policy']);
      expect(start).toBe("'none'");
      expect(ancestors).toBe(policy === 'silent' ? "'self'" : "'none'");
      expect(JSON.stringify(rest)).not.toMatch(/unsafe|\*|data:|blob:|http:\/\/(?!127\.0\.0\.1)/);
    }
  });
});

test('the policy of a page names exactly what it needs [H2, H3]', async () => {
  const page = await tls().portal.inject('/');
  const {
    'script-src': script = '',
    'style-src': style = '',
    ...rest
  } = directives(page.headers['content-security-policy']);
  expect(rest).toEqual({
    'default-src': "'none'",
    'img-src': "'self'",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'connect-src': `'self' https://id.example.com https://tokens.example.com ${new URL(tls().issuer.discoveryUrl).origin}`,
    'frame-src': `'self' https://id.example.com https://tokens.example.com ${new URL(tls().issuer.discoveryUrl).origin} https://www.youtube-nocookie.com https://player.vimeo.com`,
    'media-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'portico',
    'report-to': 'csp',
    'upgrade-insecure-requests': '',
  });
  expect(page.headers['reporting-endpoints']).toBe('csp="https://portal.example.com/api/v1/csp-reports"');
  const nonce = /^'self' 'nonce-([A-Za-z0-9+/]{22}==)'$/.exec(script)?.[1];
  expect(nonce).toBeDefined();
  expect(style).toBe(script);
  expect(page.body).toContain(`<script nonce="${nonce}"`);
});

test('page analytics allows only its own origin, and only with an id [BUILD-006, H2]', async () => {
  const policyWith = async (env: Record<string, string>) => {
    const { portal } = await testPortal({ env });
    const { headers, body } = await portal.inject('/');
    return {
      policy: directives(
        String(headers['content-security-policy']).replaceAll(/'nonce-[^']+'|http:\/\/127[.\d]+:\d+/g, 'ours'),
      ),
      body,
    };
  };
  const without = await policyWith({ ANALYTICS_SCRIPT_URL: 'https://stats.example.com/tag.js' });
  expect(JSON.stringify(without)).not.toContain('stats.example.com');
  expect(
    await policyWith({ ANALYTICS_ID: '   ', ANALYTICS_SCRIPT_URL: 'https://stats.example.com/tag.js' }),
  ).toMatchObject({ policy: without.policy });
  const having = await policyWith({ ANALYTICS_ID: 'G-7', ANALYTICS_SCRIPT_URL: 'https://stats.example.com/tag.js' });
  expect(having.policy).toEqual({
    ...without.policy,
    'script-src': `${without.policy['script-src']} https://stats.example.com`,
    'connect-src': `${without.policy['connect-src']} https://stats.example.com`,
  });
  expect(having.body).toContain('G-7');
});

test('every page has its own nonce and no placeholder left [H2]', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => shared().portal.inject('/')));
  const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page.body)?.[1]);
  expect(new Set(nonces).size).toBe(20);
  for (const [index, page] of pages.entries()) {
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonces[index]}'`);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).not.toMatch(/__[A-Z]+__/);
  }
});

test('foreign origins are never allowed, whatever they claim to be [H6]', async () => {
  const own = await shared().as('ana').headers();
  for (const origin of ['https://evil.test', 'null', 'http://localhost:3000.evil.test', 'http://localhost:3000']) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await shared().portal.inject({
        method,
        url: '/api/v1/home',
        headers: { ...own, origin, 'access-control-request-headers': 'authorization' },
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  }
});

test('pictures, which are authorized by cookies, load only in our own pages, and no cookie authorizes changes [H9]', async () => {
  const { authorization = '', 'id-token': id } = await shared().as('ana').headers();
  const cookie = `id_token=${id}; access_token=${authorization.slice(7)}`;
  const open = (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
    shared().portal.inject({ method, url: `/media/${randomUUID()}/320.webp`, headers: { cookie, ...headers } });
  for (const site of ['cross-site', 'same-site', 'evil'])
    expect((await open({ 'sec-fetch-site': site })).json()).toMatchObject({ status: 403 });
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])
    expect((await open(headers)).statusCode).toBe(404);
  expect((await open({}, 'POST')).statusCode).toBe(404);

  const changing = Object.values<Endpoint>(api).filter(({ method }) => method !== 'GET');
  // Calls before sign-in have no tokens yet; they check the requesting origin instead (features/account).
  expect(changing.filter(({ access }) => access === 'anyone')).toEqual([initLogin, redeemLoginTicket]);
  for (const { method, path } of changing.filter(({ access }) => access !== 'anyone')) {
    const url = path.replaceAll(/:\w+/g, randomUUID());
    const answer = await shared().portal.inject({
      method,
      url,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      payload: {},
    });
    expect(answer.json(), `${method} ${path}`).toMatchObject({ code: 'token_missing' });
  }
  const chunk = uploadChunkPath.replace(':uploadId', randomUUID()).replace(':offset', '0');
  const uploads = [
    ...[formFilePath(randomUUID()), creditFilesPath, studioPicturesPath, studioFilesPath].map((url) => ({
      method: 'POST' as const,
      url,
    })),
    { method: 'PUT' as const, url: chunk },
  ];
  for (const upload of uploads) {
    const file = await shared().portal.inject({
      ...upload,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(file.json(), upload.url).toMatchObject({ code: 'token_missing' });
  }
  const scimChanges = ['Users', 'Groups', 'Others'].flatMap((kind) => [
    { method: 'POST' as const, url: `${SCIM_PATH}/${kind}` },
    ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
      method,
      url: `${SCIM_PATH}/${kind}/${randomUUID()}`,
    })),
  ]);
  for (const change of scimChanges) {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/scim+json' };
    const answer = await shared().portal.inject({ ...change, headers, payload: '{}' });
    expect(answer.statusCode, `${change.method} ${change.url}`).toBe(401);
  }
  // The only other change without tokens is a browser's report of a policy violation.
  const routes = shared().portal.printRoutes({ commonPrefix: false });
  expect([...routes.matchAll(/POST|PUT|DELETE|PATCH/g)]).toHaveLength(
    changing.length + uploads.length + scimChanges.length + 1,
  );
  expect(routes).toContain('api/v1/csp-reports (POST)');
});

test("only signing out clears the browser's cache [S6]", async () => {
  expect((await shared().portal.inject('/logout')).headers['clear-site-data']).toBe('"cache"');
  for (const url of ['/', '/news', '/auth/silent'])
    expect((await shared().portal.inject(url)).headers['clear-site-data']).toBeUndefined();
});

test('private responses are never cached by others, and hashed files are cached forever', async () => {
  const own = await shared().as('ana').headers();
  const cacheControl = async (url: string, headers = {}) =>
    (await shared().portal.inject({ url, headers })).headers['cache-control'];
  for (const url of ['/api/v1/home', '/api/v1/news', '/api/v1/users/current', '/api/v1/menu'])
    expect(await cacheControl(url, own)).toBe('private, no-cache');
  for (const url of [
    '/',
    '/news',
    '/logout',
    '/auth/silent',
    '/api/docs',
    '/api/v1/nothing',
    '/api/v1/home',
    '/x.js',
    '/healthz',
    '/readyz',
  ])
    expect(await cacheControl(url)).toBe('no-store');
  expect(await cacheControl('/assets/main.js')).toBe('public, max-age=31536000, immutable');
});

test('malformed HTTP gets security headers, problem details and a log line too [H2, L2, D1]', async () => {
  const portal = await createPortal(shared().parts);
  onTestFinished(() => portal.close());
  const port = await listen(portal);
  const cases: Array<[string, number]> = [
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nhost: evil.test\r\nConnection: close\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 400],
    ['DELETE / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 404],
  ];
  for (const [request, status] of cases) {
    const answer = await sendRaw(port, request);
    expect(answer.status, request.slice(0, 40)).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': INERT,
      'x-content-type-options': 'nosniff',
      'content-type': 'application/problem+json; charset=utf-8',
      connection: 'close',
    });
    expect(JSON.parse(answer.body)).toMatchObject({ status, requestId: answer.headers['x-request-id'] });
    expect(
      shared().logged.some((line) => line['reqId'] === answer.headers['x-request-id'] && line['status'] === status),
    ).toBe(true);
  }
});

test('HSTS covers subdomains and allows preloading as the settings say, over HTTPS only [H5]', () => {
  const hsts = (env: Record<string, string>) =>
    securityHeaders(
      loadConfig({
        DATABASE_URL: 'postgres://db/portico',
        OIDC_ISSUER: 'https://id.example.com',
        OIDC_CLIENT_ID: 'portal',
        PUBLIC_URL: 'https://portal.example.com',
        ...env,
      }),
    )['strict-transport-security'];
  expect(hsts({})).toBe('max-age=63072000; includeSubDomains');
  expect(hsts({ HSTS_PRELOAD: 'true' })).toBe('max-age=63072000; includeSubDomains; preload');
  expect(hsts({ HSTS_INCLUDE_SUBDOMAINS: 'false' })).toBe('max-age=63072000');
  expect(hsts({ PUBLIC_URL: 'http://localhost:3000', HSTS_PRELOAD: 'true' })).toBeUndefined();
});
