import { createHash, randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { startTestCluster, type TestCluster } from '@portico/dev-database/testCluster';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from './identityProvider.ts';

const PORTAL = 'http://localhost:3999';
const OTHER = 'http://localhost:3998';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

let cluster: TestCluster;
let port: number;
let provider: IdentityProvider;

const start = () =>
  startIdentityProvider({
    port,
    portalOrigin: PORTAL,
    extraOrigins: [OTHER],
    demoMode: true,
    databaseUrl: cluster.url.replace(/postgres$/, 'identity_test'),
  });

beforeAll(async () => {
  cluster = await startTestCluster();
  port = await freePort();
  provider = await start();
});
afterAll(async () => {
  await provider.close();
  await cluster.stop();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as { port: number };
      server.close(() => resolve(address.port));
    });
  });
}

/** What a browser does with cookies, forms and redirects, and nothing else. */
function openBrowser() {
  const cookies = new Map<string, { value: string; path: string }>();
  async function request(address: string, form?: Record<string, string>) {
    const url = new URL(address, provider.issuer);
    const cookie = [...cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/.test(line)) cookies.delete(name);
      else cookies.set(name, { value, path: /; path=([^;]+)/.exec(line)?.[1] ?? '/' });
    }
    return response;
  }
  /** Follows redirects until a page is shown or the portal is reached. */
  async function open(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: URL; status: number; text: string }> {
    const response = await request(address, form);
    const location = response.headers.get('location');
    if (!location)
      return { url: new URL(address, provider.issuer), status: response.status, text: await response.text() };
    const url = new URL(location, provider.issuer);
    return url.origin === provider.issuer ? open(url.href) : { url, status: response.status, text: '' };
  }
  return { open, cookies };
}

const signInPath = (extra: Record<string, string> = {}) =>
  `/auth?${new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${PORTAL}/auth/callback`,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  })}`;

const implicitPath = (extra: Record<string, string> = {}) =>
  `/auth?${new URLSearchParams({
    client_id: 'portal-implicit',
    response_type: 'id_token token',
    scope: 'openid profile email',
    redirect_uri: `${PORTAL}/auth/callback`,
    state: 'state-2',
    nonce: 'nonce-2',
    ...extra,
  })}`;

const shownCode = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
type Browser = ReturnType<typeof openBrowser>;

async function passPassword(browser: Browser, path: string, username: string) {
  const page = await browser.open(path);
  return browser.open(`${page.url.pathname}/password`, { username, password: 'portico' });
}

/** Signs in and returns the address at the portal to which the provider sends the browser. */
async function signIn(browser: Browser, path: string, username: string): Promise<URL> {
  const page = await passPassword(browser, path, username);
  return (await browser.open(`${page.url.pathname}/code`, { code: shownCode(page.text) })).url;
}

async function redeem(code: string, codeVerifier = verifier) {
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { origin: PORTAL },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal',
      code,
      code_verifier: codeVerifier,
      redirect_uri: `${PORTAL}/auth/callback`,
    }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

const verify = (token: string, audience: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${provider.issuer}/jwks`)), {
    issuer: provider.issuer,
    audience,
    algorithms: ['RS256'],
  });

test('the code flow exchanges password and code for both tokens with everything the portal shows [BASE-010]', async () => {
  const back = await signIn(openBrowser(), signInPath(), 'broker@portico.test');
  expect(back.origin + back.pathname).toBe(`${PORTAL}/auth/callback`);
  expect(back.searchParams.get('state')).toBe('state-1');
  const { status, body, headers } = await redeem(back.searchParams.get('code') ?? '');
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
  const id = (await verify(body.id_token!, 'portal')).payload;
  expect(id).toMatchObject({
    email: 'broker@portico.test',
    given_name: 'Benjamin',
    family_name: 'Okafor',
    nickname: 'Ben',
    picture: `${PORTAL}/avatars/ben-okafor.svg`,
    'custom:advisorType': 'AdvisorBrokerOnly',
    'custom:roles': ['member'],
    'custom:departments': [],
    nonce: 'nonce-1',
    amr: ['pwd', 'otp'],
    acr: 'mfa',
  });
  expect(id.auth_time).toBeTypeOf('number');
  const access = (await verify(body.access_token!, 'portico-api')).payload;
  expect(decodeProtectedHeader(body.access_token!)).toMatchObject({ typ: 'at+jwt', alg: 'RS256' });
  expect(access).toMatchObject({
    sub: id.sub,
    client_id: 'portal',
    scope: 'openid email profile',
    'custom:roles': ['member'],
    'custom:departments': [],
  });
  expect(access.exp! - access.iat!).toBe(3600);
});

test('the implicit flow returns both tokens, their lifetime and the state in the hash', async () => {
  const back = await signIn(openBrowser(), implicitPath(), 'nlareg65');
  const hash = new URLSearchParams(back.hash.slice(1));
  expect(hash.get('state')).toBe('state-2');
  expect(hash.get('expires_in')).toBe('3600');
  const id = (await verify(hash.get('id_token')!, 'portal-implicit')).payload;
  expect(id).toMatchObject({ family_name: 'Nakamura', nonce: 'nonce-2', 'custom:advisorType': 'NlaReg65' });
  expect(id).not.toHaveProperty('given_name');
  expect(id).not.toHaveProperty('nickname');
  expect(id.at_hash).toBe(
    createHash('sha256').update(hash.get('access_token')!).digest().subarray(0, 16).toString('base64url'),
  );
  expect((await verify(hash.get('access_token')!, 'portico-api')).payload).toMatchObject({
    sub: id.sub,
    client_id: 'portal-implicit',
  });
});

test('a wrong password keeps the username, and an unknown username gets the same message', async () => {
  const browser = openBrowser();
  const page = await browser.open(signInPath());
  const wrong = await browser.open(`${page.url.pathname}/password`, { username: 'hybrid', password: 'portic' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('don’t match');
  expect(wrong.text).toContain('value="hybrid"');
  const unknown = await browser.open(`${page.url.pathname}/password`, { username: '"><b>', password: 'portico' });
  expect(unknown.text).toContain('don’t match');
  expect(unknown.text).not.toContain('<b>');
});

test('after five wrong passwords even the right one has to wait', async () => {
  const browser = openBrowser();
  const page = await browser.open(signInPath());
  const attempt = (password: string) =>
    browser.open(`${page.url.pathname}/password`, { username: 'insurance', password });
  for (let count = 0; count < 5; count += 1) expect((await attempt('guess')).status).toBe(401);
  const blocked = await attempt('portico');
  expect(blocked.status).toBe(429);
  expect(blocked.text).toMatch(/Try again in \d+ seconds/);
});

test('a wrong code is rejected with a message, and the right one still works', async () => {
  const browser = openBrowser();
  const page = await passPassword(browser, signInPath(), 'hybrid');
  const code = shownCode(page.text);
  const wrong = await browser.open(`${page.url.pathname}/code`, { code: code === '000000' ? '000001' : '000000' });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('That code is incorrect');
  expect(
    (await browser.open(`${page.url.pathname}/code`, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).url.origin,
  ).toBe(PORTAL);
});

test('five wrong codes return to the password page', async () => {
  const browser = openBrowser();
  const page = await passPassword(browser, signInPath(), 'nla');
  let last = page;
  for (let count = 0; count < 5; count += 1) last = await browser.open(`${page.url.pathname}/code`, { code: 'abcdef' });
  expect(last.text).toContain('Enter your password again');
  const again = await browser.open(`${page.url.pathname}/code`, { code: shownCode(page.text) });
  expect(again.url.origin).toBe(provider.issuer);
});

test('a one-time code works for one sign-in only', async () => {
  const first = openBrowser();
  const page = await passPassword(first, signInPath(), 'reg65');
  const code = shownCode(page.text);
  const [winner, loser] = await Promise.all([1, 2].map(() => first.open(`${page.url.pathname}/code`, { code }))).then(
    (results) => results.sort((a) => (a.url.origin === PORTAL ? -1 : 1)),
  );
  expect(winner!.url.origin).toBe(PORTAL);
  expect(loser!.url.origin).toBe(provider.issuer);
  const second = openBrowser();
  const other = await passPassword(second, signInPath(), 'reg65');
  expect((await second.open(`${other.url.pathname}/code`, { code })).status).toBe(401);
});

test('no one gets past the password page without a password', async () => {
  const browser = openBrowser();
  const page = await browser.open(signInPath());
  const skipped = await browser.open(`${page.url.pathname}/code`, { code: '123456' });
  expect(skipped.text).toContain('Sign in');
  expect(skipped.url.origin).toBe(provider.issuer);
});

test('an authorization code is redeemed once and only with its PKCE verifier [S2]', async () => {
  const browser = openBrowser();
  const first = (await signIn(browser, signInPath(), 'editor')).searchParams.get('code')!;
  expect((await redeem(first, 'x'.repeat(43))).body.error).toBe('invalid_grant');
  const second = (await browser.open(signInPath())).url.searchParams.get('code')!;
  const results = await Promise.all([redeem(second), redeem(second)]);
  expect(results.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect((await redeem(second)).status).toBe(400);
});

test('the code flow is rejected without PKCE', async () => {
  const page = await openBrowser().open(signInPath().replace(/&code_challenge=[^&]+&code_challenge_method=S256/, ''));
  expect(page.url.searchParams.get('error')).toBe('invalid_request');
});

test.each([
  'https://evil.example/auth/callback',
  `${PORTAL}/auth/callback/`,
  `${PORTAL}/`,
  'http://localhost:3997/auth/callback',
  `${PORTAL}/auth/callback?x=1`,
])('the foreign return address %s is rejected immediately [S10]', async (address) => {
  for (const path of [signInPath({ redirect_uri: address }), implicitPath({ redirect_uri: address })]) {
    const page = await openBrowser().open(path);
    expect(page.status).toBe(400);
    expect(page.url.origin).toBe(provider.issuer);
    expect(page.text).toContain('invalid_redirect_uri');
  }
});

test('the portal may also run at further configured origins', async () => {
  const page = await openBrowser().open(signInPath({ redirect_uri: `${OTHER}/auth/callback` }));
  expect(page.text).toContain('Sign in');
});

test('silent renewal returns login_required without a session and new tokens with one', async () => {
  const silent = { prompt: 'none', redirect_uri: `${PORTAL}/auth/silent` };
  const stranger = (await openBrowser().open(signInPath(silent))).url;
  expect(stranger.searchParams.get('error')).toBe('login_required');
  expect(stranger.searchParams.get('state')).toBe('state-1');
  expect(new URLSearchParams((await openBrowser().open(implicitPath(silent))).url.hash.slice(1)).get('error')).toBe(
    'login_required',
  );
  const browser = openBrowser();
  await signIn(browser, signInPath(), 'admin');
  expect((await browser.open(signInPath(silent))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  expect(new URLSearchParams((await browser.open(implicitPath(silent))).url.hash.slice(1)).get('id_token')).toMatch(
    /^[\w-]+\.[\w-]+\.[\w-]+$/,
  );
});

const idTokenIn = (answer: URL): string => new URLSearchParams(answer.hash.slice(1)).get('id_token')!;
const signOutPath = (hint: Record<string, string>) =>
  `/session/end?${new URLSearchParams({ ...hint, post_logout_redirect_uri: `${PORTAL}/logout`, state: 'bye' })}`;

test('signing out with the identity token of the session ends it and returns to the portal at once [SIGNIN-020]', async () => {
  const browser = openBrowser();
  const hint = idTokenIn(await signIn(browser, implicitPath(), 'assistant'));
  const done = await browser.open(signOutPath({ id_token_hint: hint }));
  expect(done.url.href).toBe(`${PORTAL}/logout?state=bye`);
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('error')).toBe('login_required');
});

test('signing out with the identity token of another person asks first [SIGNIN-020]', async () => {
  const hint = idTokenIn(await signIn(openBrowser(), implicitPath(), 'nla'));
  const browser = openBrowser();
  await signIn(browser, implicitPath(), 'reg65');
  expect((await browser.open(signOutPath({ id_token_hint: hint }))).text).toContain('Sign out of Portico?');
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
});

test('signing out without an identity token asks, ends the session and returns to the portal', async () => {
  const browser = openBrowser();
  await signIn(browser, implicitPath(), 'assistant');
  const address = signOutPath({ client_id: 'portal-implicit' });
  const question = await browser.open(address);
  expect(question.text).toContain('Sign out of Portico?');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  const done = await browser.open('/session/end/confirm', { xsrf, logout: 'yes' });
  expect(done.url.href).toBe(`${PORTAL}/logout?state=bye`);
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('error')).toBe('login_required');
});

test('signing out without a return address shows a page', async () => {
  const browser = openBrowser();
  await signIn(browser, signInPath(), 'corporate');
  const question = await browser.open('/session/end');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  expect((await browser.open('/session/end/confirm', { xsrf, logout: 'yes' })).text).toContain('You are signed out');
});

describe('a remembered browser', () => {
  /** An account service that answers as instructed, and the calls that it received. */
  async function accountService(answer: (response: ServerResponse) => void) {
    const asked: Array<{ authorization: string | undefined; body: unknown }> = [];
    const server = createHttpServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: Buffer) => (body += chunk.toString()))
        .on('end', () => {
          asked.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
          answer(response);
        });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secret: 'a secret of the two',
      asked,
      close: () => server.close(),
    };
  }
  const saying = (isRemembered: unknown) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify({ isRemembered }));

  /** The provider beside the other, with this account service. */
  async function startAsking(account: { url: string; secret: string }) {
    const before = provider;
    provider = await startIdentityProvider({
      port: await freePort(),
      portalOrigin: PORTAL,
      demoMode: true,
      databaseUrl: cluster.url.replace(/postgres$/, 'identity_test'),
      accountService: account,
    });
    onTestFinished(async () => {
      await provider.close();
      provider = before;
    });
  }
  const withTicket = { login_ticket: 'ticket-1' };

  test('needs only the password and no code, in both flows', async () => {
    const account = await accountService(saying(true));
    await startAsking(account);
    const browser = openBrowser();
    const page = await browser.open(signInPath(withTicket));
    expect(
      (await browser.open(`${page.url.pathname}/password`, { username: 'broker', password: 'wrong' })).status,
    ).toBe(401);
    expect(account.asked).toEqual([]);
    const back = await browser.open(`${page.url.pathname}/password`, { username: 'broker', password: 'portico' });
    expect(back.url.origin).toBe(PORTAL);
    expect(account.asked).toEqual([
      {
        authorization: 'Bearer a secret of the two',
        body: { loginTicket: 'ticket-1', subject: 'a7d3c1f0-1c5e-4b52-9f0e-3b8f2f6a1002' },
      },
    ]);
    const implicit = await passPassword(openBrowser(), implicitPath(withTicket), 'broker');
    const { payload } = await verify(
      new URLSearchParams(implicit.url.hash.slice(1)).get('id_token')!,
      'portal-implicit',
    );
    expect(payload).toMatchObject({ amr: ['pwd'], acr: 'pwd' });
  });

  test.for<[string, (response: ServerResponse) => void]>([
    ['says no', saying(false)],
    ['says something else', saying('true')],
    ['fails', (response) => void response.writeHead(500).end()],
    ['refuses', (response) => void response.writeHead(401).end('{"isRemembered":true}')],
    ['talks nonsense', (response) => void response.end('<p>')],
    ['hangs up', (response) => void response.destroy()],
  ])('is none when the account service %s: the code is asked for', async ([, answer]) => {
    await startAsking(await accountService(answer));
    const page = await passPassword(openBrowser(), signInPath(withTicket), 'broker');
    expect(page.text).toContain('one-time-code');
  });

  test(
    'is not recognized while the account service is unavailable, without long waits',
    { timeout: 60_000 },
    async () => {
      const away = await accountService(saying(true));
      away.close();
      await startAsking(away);
      expect((await passPassword(openBrowser(), signInPath(withTicket), 'broker')).text).toContain('one-time-code');
      await startAsking(await accountService(() => {}));
      const begun = performance.now();
      expect((await passPassword(openBrowser(), signInPath(withTicket), 'broker')).text).toContain('one-time-code');
      expect(performance.now() - begun).toBeLessThan(15_000);
    },
  );

  test("needs a ticket: without one the portal isn't called", async () => {
    const account = await accountService(saying(true));
    await startAsking(account);
    expect((await passPassword(openBrowser(), signInPath(), 'broker')).text).toContain('one-time-code');
    expect(account.asked).toEqual([]);
  });
});

test('sessions, unfinished sign-ins and keys survive a restart', async () => {
  const browser = openBrowser();
  const tokens = new URLSearchParams((await signIn(browser, implicitPath(), 'ifa')).hash.slice(1));
  const halfDone = openBrowser();
  const page = await passPassword(halfDone, signInPath(), 'ifa');
  await provider.close();
  provider = await start();
  expect((await verify(tokens.get('id_token')!, 'portal-implicit')).payload.email).toBe('ifa@portico.test');
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  expect((await halfDone.open(`${page.url.pathname}/code`, { code: shownCode(page.text) })).url.origin).toBe(PORTAL);
});

test('demo mode lists its accounts and fills in the chosen one; without it they stay hidden [BASE-009]', async () => {
  const browser = openBrowser();
  const page = await browser.open(signInPath());
  expect(page.text.match(/\?account=/g)).toHaveLength(13);
  expect((await browser.open(`${page.url.pathname}?account=reg65`)).text).toContain('value="reg65"');
  await provider.close();
  provider = await startIdentityProvider({
    port,
    portalOrigin: PORTAL,
    demoMode: false,
    databaseUrl: cluster.url.replace(/postgres$/, 'identity_test'),
  });
  try {
    expect((await openBrowser().open(signInPath())).text).not.toMatch(/account=|Demo/);
    const code = await passPassword(openBrowser(), signInPath(), 'corporate');
    expect(code.text).toContain('one-time-code');
    expect(shownCode(code.text)).toBe('');
  } finally {
    await provider.close();
    provider = await start();
  }
});

test('every page carries a policy without inline code, and none can be framed', async () => {
  for (const path of [signInPath(), signInPath({ redirect_uri: 'x' }), '/session/end', '/nowhere']) {
    const response = await fetch(provider.issuer + path, { headers: { accept: 'text/html' } });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/<style|style=|onload=|onclick=/);
  }
});

test('forms from another site, unknown hosts and unknown sign-ins are rejected', async () => {
  const browser = openBrowser();
  const page = await browser.open(signInPath());
  const foreign = await fetch(`${provider.issuer}${page.url.pathname}/password`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ username: 'a' }),
  });
  expect(foreign.status).toBe(403);
  const unknown = await openBrowser().open(page.url.pathname);
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain('has expired');
});

test('only the portal may read discovery and keys from another origin', async () => {
  const allowed = async (path: string, origin: string) =>
    (await fetch(provider.issuer + path, { headers: { origin } })).headers.get('access-control-allow-origin');
  for (const path of ['/.well-known/openid-configuration', '/jwks']) {
    expect(await allowed(path, PORTAL)).toBe(PORTAL);
    expect(await allowed(path, OTHER)).toBe(OTHER);
    expect(await allowed(path, 'https://evil.example')).toBeNull();
    expect(await allowed(path, 'null')).toBeNull();
  }
});

test("the provider doesn't start in production or for other machines [S10]", async () => {
  const options = { port: 0, portalOrigin: PORTAL, demoMode: true, databaseUrl: cluster.url };
  await expect(startIdentityProvider({ ...options, host: '0.0.0.0' })).rejects.toThrow(/this computer only/);
  await expect(startIdentityProvider({ ...options, portalOrigin: 'https://portal.example' })).rejects.toThrow(
    /this computer only/,
  );
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(startIdentityProvider(options)).rejects.toThrow(/production/);
  } finally {
    process.env.NODE_ENV = before;
  }
});
