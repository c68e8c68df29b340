import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { hashOf, implicitPath, OTHER, PORTAL, sharedProvider, signInPath } from './testing/testProvider.ts';

const provider = sharedProvider();

test('the code flow returns both tokens with every claim that the portal shows, after password and code [BASE-010]', async () => {
  const back = await provider.openBrowser().signIn(signInPath(), 'broker@portico.test');
  expect(back.origin + back.pathname).toBe(`${PORTAL}/auth/callback`);
  expect(back.searchParams.get('state')).toBe('state-1');
  const { status, body, headers } = await provider.redeem(back.searchParams.get('code') ?? '');
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
  const id = (await provider.verify(body.id_token!, 'portal')).payload;
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
  const access = (await provider.verify(body.access_token!, 'portico-api')).payload;
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

test('the implicit flow returns both tokens, their lifetime and the state in the URL fragment', async () => {
  const back = await provider.openBrowser().signIn(implicitPath(), 'nlareg65');
  const hash = hashOf(back);
  expect(hash.get('state')).toBe('state-2');
  expect(hash.get('expires_in')).toBe('3600');
  const id = (await provider.verify(hash.get('id_token')!, 'portal-implicit')).payload;
  expect(id).toMatchObject({ family_name: 'Nakamura', nonce: 'nonce-2', 'custom:advisorType': 'NlaReg65' });
  expect(id).not.toHaveProperty('given_name');
  expect(id).not.toHaveProperty('nickname');
  expect(id.at_hash).toBe(
    createHash('sha256').update(hash.get('access_token')!).digest().subarray(0, 16).toString('base64url'),
  );
  expect((await provider.verify(hash.get('access_token')!, 'portico-api')).payload).toMatchObject({
    sub: id.sub,
    client_id: 'portal-implicit',
  });
});

test('an authorization code can be redeemed only once and only with its PKCE verifier [S2]', async () => {
  const browser = provider.openBrowser();
  const first = (await browser.signIn(signInPath(), 'editor')).searchParams.get('code')!;
  expect((await provider.redeem(first, 'x'.repeat(43))).body.error).toBe('invalid_grant');
  const second = (await browser.open(signInPath())).url.searchParams.get('code')!;
  const results = await Promise.all([provider.redeem(second), provider.redeem(second)]);
  expect(results.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect((await provider.redeem(second)).status).toBe(400);
});

test('the code flow is rejected without PKCE', async () => {
  const page = await provider
    .openBrowser()
    .open(signInPath().replace(/&code_challenge=[^&]+&code_challenge_method=S256/, ''));
  expect(page.url.searchParams.get('error')).toBe('invalid_request');
});

test.each([
  'https://evil.example/auth/callback',
  `${PORTAL}/auth/callback/`,
  `${PORTAL}/`,
  'http://localhost:3997/auth/callback',
  `${PORTAL}/auth/callback?x=1`,
])('the identity provider immediately rejects the foreign return address %s [S10]', async (address) => {
  for (const path of [signInPath({ redirect_uri: address }), implicitPath({ redirect_uri: address })]) {
    const page = await provider.openBrowser().open(path);
    expect(page.status).toBe(400);
    expect(page.url.origin).toBe(provider.issuer);
    expect(page.text).toContain('invalid_redirect_uri');
  }
});

test('the identity provider also accepts additional configured origins of the portal', async () => {
  const page = await provider.openBrowser().open(signInPath({ redirect_uri: `${OTHER}/auth/callback` }));
  expect(page.text).toContain('Sign in');
});

test('silent renewal returns login_required without a session and new tokens with one', async () => {
  const silent = { prompt: 'none', redirect_uri: `${PORTAL}/auth/silent` };
  const stranger = (await provider.openBrowser().open(signInPath(silent))).url;
  expect(stranger.searchParams.get('error')).toBe('login_required');
  expect(stranger.searchParams.get('state')).toBe('state-1');
  expect(hashOf((await provider.openBrowser().open(implicitPath(silent))).url).get('error')).toBe('login_required');
  const browser = provider.openBrowser();
  await browser.signIn(signInPath(), 'admin');
  expect((await browser.open(signInPath(silent))).url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  expect(hashOf((await browser.open(implicitPath(silent))).url).get('id_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});
