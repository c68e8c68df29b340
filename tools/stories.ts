import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { loadConfig } from '@portico/server/config';
import { createNonce, pagePolicy, securityHeaders } from '@portico/server/http/headers/securityHeaders';
import { root } from './root.ts';
import { storyMedia } from './storybook/media.ts';

/**
 * `node tools/stories.ts` builds the component gallery and serves it on PORT (4400 by default). Stories have the
 * portal's Content Security Policy, so that what works here works there. With `--watch`, Storybook's development server
 * shows changes as they are saved, without that policy. The browser tests of the stories start this too.
 */
const port = Number(process.env.PORT ?? 4400);

const requireHere = createRequire(import.meta.url);
const storybook = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [
      join(dirname(requireHere.resolve('storybook/package.json')), 'dist/bin/dispatcher.js'),
      ...args,
      '--config-dir',
      join(root, 'tools/storybook'),
      '--disable-telemetry',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CI: 'true' } },
  );

if (process.argv.includes('--watch')) {
  console.log(`Stories: http://localhost:${port}`);
  process.exit(storybook('dev', '--port', String(port), '--no-open', '--no-version-updates').status ?? 1);
}

const folder = mkdtempSync(join(tmpdir(), 'portico-stories-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
const { status } = storybook('build', '--output-dir', folder, '--quiet');
if (status !== 0) process.exit(status ?? 1);

/** The headers need a configuration; nothing connects to its addresses. */
const config = loadConfig({
  DATABASE_URL: 'postgres://localhost/none',
  OIDC_ISSUER: 'http://localhost',
  OIDC_CLIENT_ID: 'stories',
});
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** The gallery around the stories is Storybook's own page: it uses inline styles and does not support Trusted Types. */
const galleryPolicy = (nonce: string) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
  `font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function fileAt(path: string): { type: string; body: Buffer } | undefined {
  const type = types[extname(path)];
  if (type === undefined || !/^(?:\/[\w.-]+)+$/.test(path) || path.includes('..')) return undefined;
  try {
    return { type, body: readFileSync(join(folder, path)) };
  } catch {
    return undefined;
  }
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname === '/' ? '/index.html' : pathname;
  const file = storyMedia(path) ?? fileAt(path);
  const headers = securityHeaders(config);
  if (!file) {
    response.writeHead(404, headers).end();
    return;
  }
  headers['content-type'] = file.type;
  // Their names contain a hash of their content.
  if (path.startsWith('/assets/')) headers['cache-control'] = 'max-age=31536000, immutable';
  if (extname(path) !== '.html') {
    response.writeHead(200, headers).end(file.body);
    return;
  }
  const nonce = createNonce();
  headers['x-frame-options'] = 'SAMEORIGIN';
  headers['content-security-policy'] =
    path === '/iframe.html'
      ? pagePolicy(config, { signInSettings: () => undefined }, { nonce, frameAncestors: "'self'" })
      : galleryPolicy(nonce);
  // React Aria reads the nonce from this element for the one style that it adds, as in the portal.
  const page = file.body.toString().replaceAll(/<(script|style)(?=[ >])/g, `<$1 nonce="${nonce}"`);
  response.writeHead(200, headers).end(page.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}" />`));
}).listen(port, () => console.log(`Stories: http://localhost:${port}`));
