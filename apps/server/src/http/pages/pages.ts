import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath, isPrivatePagePath, pagePathOf } from '@portico/contracts/pagePaths';
import type { PortalSettings } from '@portico/contracts/portalSettings';
import { signInPaths } from '@portico/contracts/portalSettings';
import type { Config } from '../../config.ts';
import type { IdentityProvider } from '../../sign-in/identityProvider.ts';
import { PortalError } from '../../errors.ts';
import { hasTokenCookies } from '../api/signedIn.ts';
import { serveBuiltFiles } from './builtFiles.ts';
import { escapeHtml } from './escapeHtml.ts';
import { createNonce, pagePolicy, REPORTS_PATH } from '../headers/securityHeaders.ts';

/** Undefined without an id: no page loads the script then. */
function analyticsOf({ ANALYTICS_ID: id, ANALYTICS_SCRIPT_URL: scriptUrl }: Config): Pick<PortalSettings, 'analytics'> {
  return id !== undefined && scriptUrl !== undefined ? { analytics: { id, scriptUrl } } : {};
}

/** `sign-in.html` is for browsers without a session, `silent.html` for the frame that renews one. */
type PageName = 'index.html' | 'sign-in.html' | 'silent.html';

/** The HTML of a built page for a path, with placeholders. */
export type ReadPage = (name: PageName, url: string) => Promise<string>;

export function readBuiltPages(webRoot: string): ReadPage {
  const pages = new Map<string, Promise<string>>();
  return (name, url) => {
    const path = pagePathOf(pathIn(url));
    const key = `${name} ${path ?? ''}`;
    const page = pages.get(key) ?? readFile(join(webRoot, name), 'utf8').then((html) => withPreloadsOf(html, path));
    pages.set(key, page);
    return page;
  };
}

/** Without the preloads of other pages than the one with this path; each is a line. */
const withPreloadsOf = (html: string, path: string | undefined): string =>
  html
    .split('\n')
    .filter((line) => [undefined, path].includes(/ data-page="([^"]*)"/.exec(line)?.[1]))
    .join('\n');

/**
 * Serves the front end: hashed files as immutable, pages with a new nonce each time, and for every path of the router
 * the same page, with status 404 if no route matches.
 */
export async function servePages(
  portal: FastifyInstance,
  dependencies: {
    config: Config;
    provider: IdentityProvider;
    build: string;
    webRoot: string;
    readPage?: ReadPage;
  },
): Promise<void> {
  const { config, provider, build, webRoot, readPage = readBuiltPages(webRoot) } = dependencies;

  await serveBuiltFiles(portal, webRoot);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: PageName, status: 200 | 404 = 200) {
    const signIn = provider.signInSettings();
    if (!signIn) throw new PortalError('unavailable', 'The portal is starting. Please try again.', { retryAfter: 2 });
    const nonce = createNonce();
    const settings: PortalSettings = {
      productName: config.PRODUCT_NAME,
      firmTimeZone: config.FIRM_TIME_ZONE,
      build,
      rememberBrowser: config.REMEMBER_BROWSER,
      signIn,
      ...analyticsOf(config),
    };
    const html = (await readPage(name, request.url))
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__TITLE__', () => escapeHtml(config.PRODUCT_NAME))
      .replaceAll('__SETTINGS__', () => escapeHtml(JSON.stringify(settings)));
    const isFramed = name === 'silent.html';
    if (request.routeOptions.url === signInPaths.logout) void reply.header('clear-site-data', '"cache"');
    return reply
      .code(status)
      .header(
        'content-security-policy',
        pagePolicy(config, provider, { nonce, frameAncestors: isFramed ? "'self'" : "'none'" }),
      )
      .header('x-frame-options', isFramed ? 'SAMEORIGIN' : 'DENY')
      .header('reporting-endpoints', `csp="${config.PUBLIC_URL}${REPORTS_PATH}"`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  }

  const open = { config: { access: 'anyone' as const }, schema: { hide: true } };
  portal.get(signInPaths.silent, open, (request, reply) => sendPage(request, reply, 'silent.html'));
  portal.get(signInPaths.logout, open, (request, reply) => sendPage(request, reply, 'index.html'));
  portal.get('/', open, (request, reply) => sendPage(request, reply, pageFor(request, '/')));

  const limit = config.RATE_LIMIT_PER_MINUTE > 0 ? { preHandler: portal.rateLimit() } : {};
  portal.setNotFoundHandler(limit, (request, reply) => {
    const path = pathOf(request);
    if (path === undefined) throw new PortalError('not_found', 'Nothing was found at this address.');
    return sendPage(request, reply, pageFor(request, path), isPagePath(path) ? 200 : 404);
  });
}

/** Without a session, a private page only redirects to sign-in, for which a browser needs little code. */
const pageFor = (request: FastifyRequest, path: string): PageName =>
  isPrivatePagePath(path) && !hasTokenCookies(request) ? 'sign-in.html' : 'index.html';

const serverPrefixes = [
  '/api',
  '/media',
  '/assets',
  '/icons',
  '/avatars',
  '/locales',
  '/builds',
  '/feeds',
  '/forms/api',
  '/sidebar',
  '/healthz',
  '/readyz',
  '/metrics',
];

/** The path, if the front end's router handles it: the request is for a page, and the path does not name a file. */
function pathOf(request: FastifyRequest): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = pathIn(request.url);
  const isServerPath = serverPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return isServerPath || /[.\\\u0000-\u001f\u007f]/.test(path) ? undefined : path;
}

/** The decoded path, or the path itself if it cannot be decoded. The router has already rejected such paths. */
function pathIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
