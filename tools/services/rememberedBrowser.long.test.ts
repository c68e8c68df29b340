import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '@portico/dev-database/testCluster';
import { API_AUDIENCE } from '@portico/dev-identity/configuration';
import { startIdentityProvider } from '@portico/dev-identity/identityProvider';
import { loadConfig } from '@portico/server/config';
import { prepareDatabase } from '@portico/server/db/prepareDatabase';
import { serve } from '@portico/server/serve';
import { freePort } from '@portico/server/testing/processes/childServer';
import { expect, onTestFinished, test } from 'vitest';

const SECRET = 'shared-by-portal-and-provider-alone';
const verifier = randomBytes(32).toString('base64url');

/** The portal and the development identity provider, as `npm start` runs them, each on its own port. */
async function setup() {
  const cluster = await startTestCluster();
  onTestFinished(() => cluster.stop());
  const databaseUrl = await cluster.createDatabase('portico');
  await prepareDatabase({ ownerUrl: databaseUrl, applicationUrl: databaseUrl });
  const folder = await mkdtemp(join(tmpdir(), 'portico-remembered-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'web'));
  for (const page of ['index.html', 'sign-in.html']) await writeFile(join(folder, 'web', page), '');
  const [port, identityPort] = [await freePort(), await freePort()];
  const portalUrl = `http://localhost:${port}`;
  const provider = await startIdentityProvider({
    port: identityPort,
    portalOrigin: portalUrl,
    demoMode: true,
    databaseUrl: databaseUrl.replace(/portico$/, 'portico_identity'),
    accountService: { url: portalUrl, secret: SECRET },
  });
  onTestFinished(provider.close);
  const portal = await serve(
    loadConfig({
      PORT: String(port),
      PORTICO_DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'portal',
      OIDC_AUDIENCE: API_AUDIENCE,
      LOG_LEVEL: 'silent',
      REMEMBER_BROWSER: 'true',
      ACCOUNT_SECRET: SECRET,
      SHUTDOWN_GRACE_MS: '0',
      MAX_EVENT_LOOP_DELAY_MS: '60000',
    }),
    { webRoot: join(folder, 'web') },
  );
  onTestFinished(portal.close);
  await portal.ready;
  return { portalUrl, issuer: provider.issuer };
}

/** Behaves like a browser: cookies per origin, forms, and redirects until it reaches the portal. */
function openBrowser({ portalUrl, issuer }: { portalUrl: string; issuer: string }) {
  const jars: Record<string, Map<string, string>> = { [portalUrl]: new Map(), [issuer]: new Map() };
  async function request(address: string, init: RequestInit = {}) {
    const url = new URL(address, issuer);
    const jar = jars[url.origin]!;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie, accept: 'text/html, application/json' },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  async function open(address: string, form?: Record<string, string>): Promise<{ url: URL; text: string }> {
    const answer = await request(address, form && { method: 'POST', body: new URLSearchParams(form) });
    const location = answer.headers.get('location');
    if (!location) return { url: new URL(address, issuer), text: await answer.text() };
    const url = new URL(location, issuer);
    return url.origin === issuer ? open(url.href) : { url, text: '' };
  }
  return {
    async account(call: string, headers: Record<string, string> = {}) {
      return (
        await request(`${portalUrl}/api/Account/${call}`, {
          method: 'POST',
          headers: { ...headers, origin: portalUrl },
        })
      ).json() as Promise<{ isRemembered?: boolean; loginTicket?: string | null }>;
    },
    /** Announces the sign-in, submits the password, and a code if requested. Returns both tokens as headers. */
    async signIn(username: string) {
      const { loginTicket } = await this.account('InitLogin');
      jars[issuer]!.clear();
      const page = await open(
        `/auth?${new URLSearchParams({
          client_id: 'portal',
          response_type: 'code',
          scope: 'openid profile',
          redirect_uri: `${portalUrl}/auth/callback`,
          state: 's',
          nonce: 'n',
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          ...(loginTicket ? { login_ticket: loginTicket } : {}),
        })}`,
      );
      let next = await open(`${page.url.pathname}/password`, { username, password: 'portico' });
      const askedForCode = next.text.includes('one-time-code');
      if (askedForCode) next = await open(`${page.url.pathname}/code`, { code: /\b(\d{6})\b/.exec(next.text)![1]! });
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { origin: portalUrl },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'portal',
          code: next.url.searchParams.get('code')!,
          code_verifier: verifier,
          redirect_uri: `${portalUrl}/auth/callback`,
        }),
      });
      const tokens = (await answer.json()) as { access_token: string; id_token: string };
      return { askedForCode, headers: { authorization: `Bearer ${tokens.access_token}`, 'id-token': tokens.id_token } };
    },
  };
}

test('with the portal and the provider running, only the remembered browser and only its person sign in without a code [S9, REMEMBER-017]', async () => {
  const addresses = await setup();
  const [browser, other] = [openBrowser(addresses), openBrowser(addresses)];
  const first = await browser.signIn('broker');
  expect(first.askedForCode).toBe(true);
  expect(await browser.account('CheckAndRotateBrowserIdCookie', first.headers)).toEqual({ isRemembered: true });
  const second = await browser.signIn('broker');
  expect(second.askedForCode).toBe(false);
  expect(await browser.account('GetRememberedBrowserStatus', second.headers)).toEqual({ isRemembered: true });
  expect((await other.signIn('broker')).askedForCode).toBe(true);
  expect((await browser.signIn('hybrid')).askedForCode).toBe(true);
  const third = await other.signIn('broker');
  await other.account('CheckAndRotateBrowserIdCookie', third.headers);
  expect((await browser.signIn('broker')).askedForCode).toBe(true);
  expect((await other.signIn('broker')).askedForCode).toBe(false);
});
