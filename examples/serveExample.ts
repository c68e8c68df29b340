import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Pages of two other applications of the group, reduced to what matters for the sidebar. */
export const examples = ['plain-host', 'framework-host'] as const;
export type Example = (typeof examples)[number];

export interface ServedExample {
  origin: string;
  close: () => Promise<void>;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
/** Vue without its compiler, which would need `eval`. */
const VUE = fileURLToPath(new URL('dist/vue.runtime.esm-browser.prod.js', import.meta.resolve('vue/package.json')));
/** Vue creates its own policy; the other page allows none at all. */
const TRUSTED_TYPES: Record<Example, string> = { 'plain-host': "'none'", 'framework-host': 'vue' };

/**
 * What a host page must allow for the sidebar: its script, its pictures and its calls, all from the portal. It needs no
 * inline code or style and no eval, and works with Trusted Types required.
 */
export function hostPolicy(example: Example, portal: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${portal}`,
    "style-src 'self'",
    `img-src 'self' ${portal}`,
    `connect-src 'self' ${portal}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES[example]}`,
  ].join('; ');
}

/**
 * Serves one example on its own port, and thus from another origin than the portal. Any path without an extension
 * returns its page.
 */
export async function serveExample(
  example: Example,
  { port, portal }: { port: number; portal: string },
): Promise<ServedExample> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    void send(path, response).catch(() => response.writeHead(404).end());
  });

  async function send(path: string, response: ServerResponse): Promise<void> {
    const file =
      path === '/vue.js'
        ? VUE
        : join(folder, path.startsWith('/shared/') ? '.' : example, extname(path) ? path : 'index.html');
    if (file !== VUE && !file.startsWith(folder)) throw new Error('outside');
    const text = await readFile(file, 'utf8');
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': hostPolicy(example, portal),
      'cache-control': 'no-store',
    });
    response.end(file === VUE ? text : text.replaceAll('__PORTAL__', portal));
  }

  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, 'localhost', listening));
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
