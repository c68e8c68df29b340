import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { databaseUrl, dropDatabase } from '@portico/dev-database/databases';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from '../identityProvider.ts';

export const PORTAL = 'http://localhost:3999';
/** The portal's second origin. */
export const OTHER = 'http://localhost:3998';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

type Options = Partial<Parameters<typeof startIdentityProvider>[0]>;

/** A provider with its own database, shared by the tests in a file. */
export function sharedProvider(): TestProvider {
  const provider = new TestProvider();
  beforeAll(() => provider.open());
  afterAll(() => provider.close());
  return provider;
}

export class TestProvider {
  readonly #database = `identity_${randomUUID().replaceAll('-', '')}`;
  #port!: number;
  #running!: IdentityProvider;

  get issuer(): string {
    return this.#running.issuer;
  }

  get databaseUrl(): string {
    return databaseUrl(inject('clusterUrl'), this.#database);
  }

  async open(): Promise<void> {
    this.#port = await freePort();
    this.#running = await this.#start();
  }

  async close(): Promise<void> {
    await this.#running.close();
    await dropDatabase(inject('clusterUrl'), this.#database);
  }

  /** Starts again with the same port and database. */
  async restart(options: Options = {}): Promise<void> {
    await this.#running.close();
    this.#running = await this.#start(options);
  }

  /** Replaces this provider with another one on the same database until the test ends. */
  async replace(options: Options): Promise<void> {
    const before = this.#running;
    this.#running = await this.#start({ port: await freePort(), ...options });
    onTestFinished(async () => {
      await this.#running.close();
      this.#running = before;
    });
  }

  #start(options: Options = {}): Promise<IdentityProvider> {
    return startIdentityProvider({
      port: this.#port,
      portalOrigin: PORTAL,
      extraOrigins: [OTHER],
      demoMode: true,
      databaseUrl: this.databaseUrl,
      ...options,
    });
  }

  openBrowser(): TestBrowser {
    return new TestBrowser(this);
  }

  async redeem(code: string, codeVerifier = verifier) {
    const response = await fetch(`${this.issuer}/token`, {
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

  verify(token: string, audience: string): Promise<JWTVerifyResult> {
    return jwtVerify(token, createRemoteJWKSet(new URL(`${this.issuer}/jwks`)), {
      issuer: this.issuer,
      audience,
      algorithms: ['RS256'],
    });
  }
}

interface Page {
  url: URL;
  status: number;
  text: string;
}

/** Handles cookies, forms and redirects like a browser, and nothing else. */
class TestBrowser {
  readonly #provider: TestProvider;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(provider: TestProvider) {
    this.#provider = provider;
  }

  /** Follows redirects until a page is shown or the portal is reached. */
  async open(address: string, form?: Record<string, string>): Promise<Page> {
    const response = await this.#request(address, form);
    const location = response.headers.get('location');
    const { issuer } = this.#provider;
    if (!location) return { url: new URL(address, issuer), status: response.status, text: await response.text() };
    const url = new URL(location, issuer);
    return url.origin === issuer ? this.open(url.href) : { url, status: response.status, text: '' };
  }

  /** Opens `path` and submits the password of the demo accounts. */
  async passPassword(path: string, username: string): Promise<Page> {
    const page = await this.open(path);
    return this.open(`${page.url.pathname}/password`, { username, password: 'portico' });
  }

  /** Signs in and returns the address at the portal to which the provider sends the browser. */
  async signIn(path: string, username: string): Promise<URL> {
    const page = await this.passPassword(path, username);
    return (await this.open(`${page.url.pathname}/code`, { code: shownCode(page.text) })).url;
  }

  async #request(address: string, form?: Record<string, string>): Promise<Response> {
    const url = new URL(address, this.#provider.issuer);
    const cookie = [...this.#cookies]
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
      if (value === '' || /expires=Thu, 01 Jan 1970/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path: /; path=([^;]+)/.exec(line)?.[1] ?? '/' });
    }
    return response;
  }
}

const authPath = (parameters: Record<string, string>): string =>
  `/auth?${new URLSearchParams({
    scope: 'openid profile email',
    redirect_uri: `${PORTAL}/auth/callback`,
    ...parameters,
  })}`;

export const signInPath = (extra: Record<string, string> = {}): string =>
  authPath({
    client_id: 'portal',
    response_type: 'code',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  });

export const implicitPath = (extra: Record<string, string> = {}): string =>
  authPath({
    client_id: 'portal-implicit',
    response_type: 'id_token token',
    state: 'state-2',
    nonce: 'nonce-2',
    ...extra,
  });

/** The one-time code that a page shows in demo mode; empty if there is none. */
export const shownCode = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';

/** The parameters that the implicit flow returns to the portal. */
export const hashOf = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
