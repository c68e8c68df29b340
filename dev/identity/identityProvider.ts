import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { providerConfiguration } from './configuration.ts';
import { createCookieKey, createSigningKey } from './keys.ts';
import { loadAssets, type Asset } from './pages/assets.ts';
import { errorPage } from './pages/errorPage.ts';
import { askAccountService, type AccountService } from './rememberedBrowser.ts';
import { send } from './pages/sendPage.ts';
import { createSignIn } from './signIn.ts';
import { openStore } from './store.ts';

export interface IdentityProviderOptions {
  port: number;
  /** Loopback only; anything else is rejected. */
  host?: string;
  portalOrigin: string;
  /** Additional origins of the same portal, on other ports. */
  extraOrigins?: readonly string[];
  /** The provider's own database; created if missing. */
  databaseUrl: string;
  /** Shows the accounts, their password and each one-time code on the pages. */
  demoMode: boolean;
  /** Checks whether a browser is remembered; its sign-ins skip the one-time code. */
  accountService?: AccountService | undefined;
  /** Lifetime of both tokens; one hour by default. */
  tokenLifetimeSeconds?: number;
  /** Logs one line per notable event, without tokens, names or codes. */
  onLog?: (line: string) => void;
}

export interface IdentityProvider {
  issuer: string;
  close(): Promise<void>;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The development identity provider: OpenID Connect with a sign-in page, passwords and one-time codes, on loopback
 * only. Throws in production, or if it would be reachable from other machines. TRUST S10.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const {
    port,
    portalOrigin,
    extraOrigins = [],
    databaseUrl,
    demoMode,
    accountService,
    tokenLifetimeSeconds = 3600,
    onLog = () => undefined,
  } = options;
  assertDevelopmentUse(options);
  const portalOrigins = [portalOrigin, ...extraOrigins] as const;
  const issuer = `http://localhost:${port}`;
  const store = await openStore(databaseUrl);
  const provider = new Provider(
    issuer,
    providerConfiguration({
      portalOrigins,
      port,
      tokenLifetimeSeconds,
      store,
      signingKey: await store.setting('signing-key', createSigningKey),
      cookieKey: await store.setting('cookie-key', createCookieKey),
    }),
  );
  allowImplicitOnLocalhost(provider);
  restrictToPortalOrigins(provider, portalOrigins);
  for (const event of ['server_error', 'authorization.error', 'grant.error', 'end_session.error']) {
    provider.on(event, (_context, error) => onLog(`${event}: ${error.message}`));
  }

  const handle = createHandler({
    provider,
    issuer,
    portalOrigins,
    assets: await loadAssets(),
    signIn: createSignIn({
      provider,
      store,
      portal: portalOrigin,
      demoMode,
      isRemembered: accountService && askAccountService(accountService, onLog),
    }),
  });
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: Error) => {
      onLog(`server_error: ${error.message}`);
      if (!response.headersSent) send(response, 500, errorPage({ code: 'server_error', portal: portalOrigin }));
      else response.destroy();
    });
  };
  let servers: Server[];
  try {
    servers = await listenOnLoopback(listener, port);
  } catch (error) {
    await store.close();
    throw error;
  }
  return {
    issuer,
    async close() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise((closed) => {
              server.close(closed);
              server.closeIdleConnections();
              setTimeout(() => server.closeAllConnections(), 2000).unref();
            }),
        ),
      );
      await store.close();
    },
  };
}

/** Throws with advice if the provider must not run: in production, or for a portal that other machines can reach. */
export function assertDevelopmentUse({
  host = 'localhost',
  portalOrigin,
  extraOrigins = [],
}: Pick<IdentityProviderOptions, 'host' | 'portalOrigin' | 'extraOrigins'>): void {
  const advice = 'Set OIDC_ISSUER to your own OpenID Connect provider.';
  if (process.env.NODE_ENV === 'production') {
    throw new Error(`The development identity provider does not run in production (NODE_ENV=production). ${advice}`);
  }
  for (const name of [host, ...[portalOrigin, ...extraOrigins].map((origin) => new URL(origin).hostname)]) {
    if (!LOOPBACK.includes(name) && name !== '::1') {
      throw new Error(`The development identity provider serves only this computer, not ${name}. ${advice}`);
    }
  }
}

/** oidc-provider requires https and forbids localhost for the implicit flow; neither matters on this computer. */
function allowImplicitOnLocalhost(provider: Provider): void {
  const schema = provider.Client.Schema.prototype;
  const { invalidate } = schema;
  schema.invalidate = function (message, code) {
    if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code);
  };
}

/** oidc-provider lets every origin read discovery and keys; ours serves only the portal. */
function restrictToPortalOrigins(provider: Provider, origins: readonly string[]): void {
  provider.use(async (context, next) => {
    await next();
    const allowed = context.response.get('Access-Control-Allow-Origin');
    if (allowed && !origins.includes(allowed)) context.remove('Access-Control-Allow-Origin');
  });
}

function createHandler({
  provider,
  issuer,
  portalOrigins,
  assets,
  signIn,
}: {
  provider: Provider;
  issuer: string;
  portalOrigins: readonly [string, ...string[]];
  assets: Map<string, Asset>;
  signIn: ReturnType<typeof createSignIn>;
}) {
  const { host, port } = new URL(issuer);
  const hosts = new Set(LOOPBACK.map((name) => `${name}:${port}`));
  const answer = provider.callback();
  // Browsers check form-action along the whole redirect chain, which ends at the portal. oidc-provider adds the
  // hash of the one script that it sends.
  const policy = [
    `default-src 'none'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `script-src 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self' ${portalOrigins.join(' ')}`,
  ].join('; ');

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (!hosts.has(request.headers.host ?? '')) return void response.writeHead(421).end('Unknown host');
    // oidc-provider builds addresses from this header.
    request.headers.host = host;
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/') return void response.writeHead(302, { Location: `${portalOrigins[0]}/` }).end();
    const asset = assets.get(pathname);
    if (asset)
      return void response
        .writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': 'max-age=3600' })
        .end(asset.body);
    const interaction = /^\/interaction\/[\w-]+(?:\/(password|code|restart))?$/.exec(pathname);
    if (!interaction) return answer(request, response);
    if (isCrossSiteForm(request, issuer))
      return void response.writeHead(403).end('This form was sent from another site.');
    await signIn(request, response, interaction[1], searchParams);
  };
}

/** Accepts forms only from our own pages; clients other than browsers send neither header. */
function isCrossSiteForm({ method, headers }: IncomingMessage, issuer: string): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'];
  return (headers.origin !== undefined && headers.origin !== issuer) || (site !== undefined && site !== 'same-origin');
}

/** Both loopback families, because `localhost` can be either; machines without IPv6 use one. */
async function listenOnLoopback(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server[]> {
  const listen = (host: string) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener);
      server.once('error', reject);
      server.listen({ port, host }, () => resolve(server));
    });
  const first = await listen('127.0.0.1');
  try {
    return [first, await listen('::1')];
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')) return [first];
    first.close();
    throw error;
  }
}
