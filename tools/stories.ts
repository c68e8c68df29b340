import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { loadConfig } from '@portico/server/config';
import { createNonce, pagePolicy, securityHeaders } from '@portico/server/http/headers/securityHeaders';
import { root } from './root.ts';

/**
 * `node tools/stories.ts`: every kind of content component in all its looks, at PORT (4400 unless it says otherwise). The
 * pages carry the portal's own policy, so that what works here works there. The browser tests of the stories start it too.
 */
const port = Number(process.env.PORT ?? 4400);
const folder = join(root, 'packages/content/stories');
/** Nothing is asked of these. */
const config = loadConfig({
  DATABASE_URL: 'postgres://localhost/none',
  OIDC_ISSUER: 'http://localhost',
  OIDC_CLIENT_ID: 'stories',
});

/** By the number at the end of a picture's id, as the fixtures have them. */
const pictures = ['mountain-lake.jpg', 'leadership-workshop.jpg', 'lobby-lounge.jpg', 'city-view.jpg'];
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

interface Answer {
  type: string;
  body: Buffer;
}

function answerTo(path: string): Answer {
  const picture = /^\/media\/00000000-0000-4000-8000-0{10}(\d\d)\/\d+\.webp$/.exec(path)?.[1];
  if (picture !== undefined)
    return { type: 'image/jpeg', body: readFileSync(join(root, 'demo/images', pictures[Number(picture)] ?? 'none')) };
  const document = /^\/media\/documents\/00000000-0000-4000-9000-0{10}(\d\d)$/.exec(path)?.[1];
  if (document === '01') return { type: 'video/webm', body: readFileSync(join(folder, 'film.webm')) };
  if (document === '02') return { type: 'text/vtt', body: readFileSync(join(folder, 'film.vtt')) };
  if (path === '/' || path === '/rules.html' || /^\/assets\/[\w.-]+$/.test(path)) {
    const file = path === '/' ? 'index.html' : path.slice(1);
    const body = built.get(file);
    if (body) return { type: types[extname(file)] ?? 'application/octet-stream', body };
  }
  throw new Error('There is no such file.');
}

/** The order of the cascade layers at the head of every style sheet, whichever the browser reads first. */
const layerOrder: Plugin = {
  name: 'portico-story-layers',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const order =
        /@layer [\w, ]+;/.exec(readFileSync(join(root, 'packages/ui/src/styles/styles.css'), 'utf8'))?.[0] ?? '';
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset' && output.fileName.endsWith('.css')) output.source = order + String(output.source);
      }
    },
  },
};

const result = await build({
  root: folder,
  configFile: false,
  logLevel: 'error',
  plugins: [react(), layerOrder],
  build: {
    write: false,
    rolldownOptions: { input: ['index.html', 'rules.html'].map((file) => join(folder, file)) },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
const outputs = Array.isArray(result)
  ? result.flatMap(({ output }) => output)
  : 'output' in result
    ? result.output
    : [];
/** Kept in memory, so that nothing is left behind and several can run at once. */
const built = new Map(
  outputs.map((output) => [output.fileName, Buffer.from(output.type === 'asset' ? output.source : output.code)]),
);

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  try {
    const { type, body } = answerTo(pathname);
    const policy = pagePolicy(
      config,
      { signInSettings: () => undefined },
      { nonce: createNonce(), frameAncestors: "'none'" },
    );
    response
      .writeHead(200, {
        ...securityHeaders(config),
        'content-type': type,
        ...(type.startsWith('text/html') ? { 'content-security-policy': policy } : {}),
      })
      .end(body);
  } catch {
    response.writeHead(404, securityHeaders(config)).end();
  }
}).listen(port, () => console.log(`Stories: http://localhost:${port}`));
