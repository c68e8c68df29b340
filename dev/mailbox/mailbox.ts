import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { openMailFolder, type MailFolder } from './mailFolder.ts';
import { listPage } from './pages/listPage.ts';
import { mailPage, missingPage } from './pages/mailPage.ts';
import { readMail } from './readMail.ts';
import { startSmtpCatcher } from './smtpCatcher.ts';

export interface MailboxOptions {
  /** Folder in which mail is stored. */
  folder: string;
  /** Port of the pages. */
  port: number;
  /** Port of the mail server; a free one by default. */
  smtpPort?: number;
}

export interface Mailbox {
  /** Value of the portal's `SMTP_URL`. */
  smtpUrl: string;
  /** Address of the pages that show the mail. */
  address: string;
  close(): Promise<void>;
}

const SHOWN = 100;

/**
 * A mailbox that catches and shows all of a portal's mail, on this computer only. Throws in production, where mail
 * must reach its recipients.
 */
export async function startMailbox({ folder, port, smtpPort = 0 }: MailboxOptions): Promise<Mailbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The development mailbox does not run in production (NODE_ENV=production). Set SMTP_URL to your own mail server.',
    );
  const mails = await openMailFolder(folder);
  const smtp = await startSmtpCatcher(smtpPort, mails.add);
  try {
    const { servers, address } = await servePages(mails, port);
    return {
      smtpUrl: smtp.url,
      address,
      async close() {
        await Promise.all([
          smtp.close(),
          ...servers.map(
            (server) =>
              new Promise((closed) => {
                server.close(closed);
                server.closeAllConnections();
              }),
          ),
        ]);
      },
    };
  } catch (error) {
    await smtp.close();
    throw error;
  }
}

async function servePages(mails: MailFolder, port: number): Promise<{ servers: Server[]; address: string }> {
  const assets = new Map([
    [
      '/mailbox.css',
      { type: 'text/css; charset=utf-8', body: await readFile(new URL('pages/mailbox.css', import.meta.url)) },
    ],
    ['/mailbox.svg', { type: 'image/svg+xml', body: await readFile(new URL('pages/mailbox.svg', import.meta.url)) }],
  ]);
  let hosts = new Set<string>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Cache-Control', 'no-store');
    const send = (status: number, type: string, body: string | Buffer, more: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'Content-Type': type, ...more })
        .end(request.method === 'HEAD' ? undefined : body);
    const page = (status: number, markup: string) => send(status, 'text/html; charset=utf-8', markup);
    // A request under another host name comes from a foreign page in this browser.
    if (!hosts.has(request.headers.host ?? '')) return send(421, 'text/plain', 'Unknown host');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(405, 'text/plain', 'Only GET', { Allow: 'GET, HEAD' });
    const path = request.url?.split('?')[0] ?? '/';
    const asset = assets.get(path);
    if (asset) return send(200, asset.type, asset.body);
    if (path === '/') return page(200, listPage(await summaries(mails)));
    const [, id = '', file] = /^\/mail\/([\w-]+?)(?:\.(eml|ics))?$/.exec(path) ?? [];
    const content = await mails.read(id);
    if (!content) return page(404, missingPage());
    const attached = (extension: string) => ({ 'Content-Disposition': `attachment; filename="${id}.${extension}"` });
    if (file === 'eml') return send(200, 'message/rfc822', content, attached('eml'));
    const mail = await readMail(content);
    if (file === undefined) return page(200, mailPage(id, mail));
    if (!mail.invitation) return page(404, missingPage());
    send(200, 'text/calendar; charset=utf-8', mail.invitation.source, attached('ics'));
  }

  const servers = await listenOnLoopback((request, response) => {
    answer(request, response).catch(() =>
      response.headersSent ? response.destroy() : response.writeHead(500).end('This mail could not be shown.'),
    );
  }, port);
  const address = servers[0]!.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  hosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${actual}`));
  return { servers, address: `http://localhost:${actual}` };
}

async function summaries(mails: MailFolder) {
  const ids = (await mails.list()).slice(0, SHOWN);
  const read = await Promise.all(
    ids.map(async (id) => {
      const content = await mails.read(id);
      return content && { id, mail: await readMail(content).catch(() => undefined) };
    }),
  );
  return read.flatMap((one) => (one?.mail ? [{ id: one.id, ...one.mail }] : []));
}

/** Both loopback families, because `localhost` can be either; machines without IPv6 use one. */
async function listenOnLoopback(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server[]> {
  const listen = (host: string, at: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, listener);
      server.once('error', reject);
      server.listen({ port: at, host }, () => resolve(server));
    });
  const first = await listen('127.0.0.1', port);
  if (port === 0) return [first];
  try {
    return [first, await listen('::1', port)];
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')) return [first];
    first.close();
    throw error;
  }
}
