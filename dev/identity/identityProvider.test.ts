import { expect, test } from 'vitest';
import { startIdentityProvider } from './identityProvider.ts';
import { hashOf, implicitPath, OTHER, PORTAL, sharedProvider, shownCode, signInPath } from './testing/testProvider.ts';

const provider = sharedProvider();

test('sessions, unfinished sign-ins and keys survive a restart of the identity provider', async () => {
  const browser = provider.openBrowser();
  const tokens = hashOf(await browser.signIn(implicitPath(), 'ifa'));
  const halfDone = provider.openBrowser();
  const page = await halfDone.passPassword(signInPath(), 'ifa');
  await provider.restart();
  expect((await provider.verify(tokens.get('id_token')!, 'portal-implicit')).payload.email).toBe('ifa@portico.test');
  expect((await browser.open(signInPath({ prompt: 'none' }))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  expect((await halfDone.open(`${page.url.pathname}/code`, { code: shownCode(page.text) })).url.origin).toBe(PORTAL);
});

test('demo mode of the identity provider lists its accounts and fills in the chosen one; without demo mode they are hidden [BASE-009]', async () => {
  const browser = provider.openBrowser();
  const page = await browser.open(signInPath());
  expect(page.text.match(/\?account=/g)).toHaveLength(14);
  expect((await browser.open(`${page.url.pathname}?account=reg65`)).text).toContain('value="reg65"');
  await provider.restart({ demoMode: false });
  try {
    expect((await provider.openBrowser().open(signInPath())).text).not.toMatch(/account=|Demo/);
    const code = await provider.openBrowser().passPassword(signInPath(), 'corporate');
    expect(code.text).toContain('one-time-code');
    expect(shownCode(code.text)).toBe('');
  } finally {
    await provider.restart();
  }
});

test('every page of the identity provider has a policy without inline code, and none can be framed', async () => {
  for (const path of [signInPath(), signInPath({ redirect_uri: 'x' }), '/session/end', '/nowhere']) {
    const response = await fetch(provider.issuer + path, { headers: { accept: 'text/html' } });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/<style|style=|onload=|onclick=/);
  }
});

test('the identity provider rejects forms from another site, unknown hosts and unknown sign-ins', async () => {
  const browser = provider.openBrowser();
  const page = await browser.open(signInPath());
  const foreign = await fetch(`${provider.issuer}${page.url.pathname}/password`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ username: 'a' }),
  });
  expect(foreign.status).toBe(403);
  const unknown = await provider.openBrowser().open(page.url.pathname);
  expect(unknown.status).toBe(400);
  expect(unknown.text).toContain('has expired');
});

test('the identity provider lets no other origin than the portal’s read discovery and keys', async () => {
  const allowed = async (path: string, origin: string) =>
    (await fetch(provider.issuer + path, { headers: { origin } })).headers.get('access-control-allow-origin');
  for (const path of ['/.well-known/openid-configuration', '/jwks']) {
    expect(await allowed(path, PORTAL)).toBe(PORTAL);
    expect(await allowed(path, OTHER)).toBe(OTHER);
    expect(await allowed(path, 'https://evil.example')).toBeNull();
    expect(await allowed(path, 'null')).toBeNull();
  }
});

test("the identity provider doesn't start in production or for other machines [S10]", async () => {
  const options = { port: 0, portalOrigin: PORTAL, demoMode: true, databaseUrl: provider.databaseUrl };
  await expect(startIdentityProvider({ ...options, host: '0.0.0.0' })).rejects.toThrow(/only this computer/);
  await expect(startIdentityProvider({ ...options, portalOrigin: 'https://portal.example' })).rejects.toThrow(
    /only this computer/,
  );
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(startIdentityProvider(options)).rejects.toThrow(/production/);
  } finally {
    process.env.NODE_ENV = before;
  }
});
