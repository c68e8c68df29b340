import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DAY_S } from '@portico/contracts/durations';
import { PortalError } from '../../errors.ts';
import { WORKER_POLICY } from '../headers/securityHeaders.ts';

const YEAR_S = 365 * DAY_S;

/** A worker script, or its compressed copy. */
const WORKER_FILE = /\/assets\/[^/]*\.worker[.-][^/]*\.m?js(?:\.(?:br|gz))?$/;
/** Pages get a nonce, compressed copies are sent in place of their files, and the rest is not for anyone. */
const NOT_SERVED = /\.(?:html|br|gz|map)$|(?:^|\/)\./;

/**
 * Files with a hash in their name never change. Locale files and the id of the newest build are revalidated each time.
 */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${YEAR_S}, immutable`;
  return /\/locales\/|\/builds\/latest\.json/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** Serves the front-end files that exist at startup. No other address reaches the disk. */
export async function serveBuiltFiles(portal: FastifyInstance, webRoot: string): Promise<void> {
  const paths = new Set(await listFiles(webRoot));
  await portal.register(staticFiles, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      if (WORKER_FILE.test(path)) response.header('content-security-policy', WORKER_POLICY);
      response.header('cache-control', cachingOf(path));
    },
  });
  // One route per file would mean two thousand routes and a startup that is a fifth slower.
  for (const route of new Set(Array.from(paths, routeOf)))
    portal.get<{ Params: { '*'?: string } }>(
      route,
      { config: { access: 'anyone', builtFiles: paths }, schema: { hide: true } },
      (request, reply) => {
        const path = route.replace('*', request.params['*'] ?? '');
        if (!paths.has(path)) throw new PortalError('not_found', 'Nothing was found at this address.');
        return reply.sendFile(path);
      },
    );
}

/** As URL paths, e.g. `/assets/index-4f2a.js`. */
async function listFiles(webRoot: string): Promise<string[]> {
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(webRoot, join(parentPath, name)).replaceAll(sep, '/')}`)
    .filter((path) => !NOT_SERVED.test(path));
}

/** The route of a folder, e.g. `/assets/*`, or the path itself for files at the top. */
const routeOf = (path: string): string => path.replace(/^(\/[^/]+\/).*/, '$1*');
