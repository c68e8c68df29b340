import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../root.ts';
import { runUntilTestEnds } from './program.ts';
import type { Certificate } from './certificate.ts';

export interface NginxParts {
  program: string;
  /** The port of the socket that the portal's processes share. */
  socketPort: number;
  httpPort: number;
  httpsPort: number;
  host: string;
  tls: Certificate;
  /** Additional `server` blocks. */
  servers?: string;
}

/** Runs nginx with `docs/nginx.conf`, with its ports and host names replaced. */
export async function startNginx(parts: NginxParts): Promise<void> {
  const { program, socketPort, httpPort, httpsPort, host, tls, servers = '' } = parts;
  const folder = await mkdtemp(join(tmpdir(), 'portico-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const example = await readFile(join(root, 'docs/nginx.conf'), 'utf8');
  const replacements: Array<[string, string]> = [
    ['127.0.0.1:3080', `127.0.0.1:${socketPort}`],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
    ['https://$host$request_uri', `https://$host:${httpsPort}$request_uri`],
    ['/etc/ssl/portal.pem', tls.certificate],
    ['/etc/ssl/portal.key', tls.key],
    ['portal.example.com', host],
  ];
  const http = replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf has no "${from}"`);
    return text.replaceAll(from, to);
  }, example);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
include /etc/nginx/mime.types;
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${http}
${servers}
}
`,
  );
  await runUntilTestEnds(
    program,
    ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    `http://127.0.0.1:${httpPort}/`,
  );
}
