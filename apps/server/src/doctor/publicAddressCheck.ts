import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { getVersion } from '@portico/contracts/version';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { reasonOf } from '../errors.ts';
import { ACCEPT_NO_ENCODING } from '../http/outbound/encoding.ts';
import { reportDaysLeft } from './certificateCheck.ts';
import { networkAdvice, notesOn, type Finding, type Notes } from './findings.ts';

const TIMEOUT_MS = 5000;
const YEAR_S = 31_536_000;
const MAX_BYTES = 64 * 1024;

/**
 * Checks PUBLIC_URL the way a browser does: that it is reachable, the certificate, HSTS, the redirect from plain http,
 * and that it serves this portal.
 */
export async function checkPublicAddress(config: Config, plainPort = 80): Promise<Finding[]> {
  const notes = notesOn('public address');
  try {
    const { hostname } = new URL(config.PUBLIC_URL);
    const { headers, certificate, body } = await ask(new URL(getVersion.path, config.PUBLIC_URL));
    if (certificate) {
      checkCertificate(notes, certificate, hostname);
      checkHsts(notes, headers['strict-transport-security'] ?? '');
      await checkPlainHttp(notes, hostname, plainPort);
    }
    checkPortal(notes, config.PUBLIC_URL, body);
  } catch (error) {
    notes.fail(
      `${config.PUBLIC_URL} isn’t responding: ${reasonOf(error)}.`,
      networkAdvice(error, 'Open it in a browser from another machine, and follow it through the proxy to the portal.'),
    );
  }
  return notes.findings;
}

interface PresentedCertificate {
  /** Why browsers reject the certificate, such as `CERT_HAS_EXPIRED`. */
  rejection: string | undefined;
  validTo: Date;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  certificate: PresentedCertificate | undefined;
  /** At most about MAX_BYTES of the body. */
  body: string;
}

/** Sends one GET request, whether or not the certificate is trusted: the caller decides on that. */
function ask(url: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const options = { timeout: TIMEOUT_MS, rejectUnauthorized: false, agent: false, headers: ACCEPT_NO_ENCODING };
    const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
      const socket = response.socket as TLSSocket;
      const certificate = isSecure
        ? {
            rejection: socket.authorized ? undefined : rejectionOf(socket),
            validTo: new Date(socket.getPeerCertificate().valid_to),
          }
        : undefined;
      let body = '';
      const finish = () => resolve({ status: response.statusCode!, headers: response.headers, certificate, body });
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length <= MAX_BYTES) return;
        finish();
        request.destroy();
      });
      response.on('end', finish).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', reject).end();
  });
}

function rejectionOf({ authorizationError }: TLSSocket): string {
  const { code } = Object(authorizationError) as { code?: string };
  return code ?? String(authorizationError);
}

function checkCertificate(notes: Notes, { rejection, validTo }: PresentedCertificate, host: string): void {
  if (rejection !== undefined) {
    notes.fail(
      `Browsers reject the certificate: ${rejection}.`,
      networkAdvice({ code: rejection }, 'Install a certificate from a trusted authority, with its full chain.'),
    );
    return;
  }
  reportDaysLeft(notes, host, validTo);
}

function checkHsts(notes: Notes, header: string): void {
  const seconds = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  if (seconds >= YEAR_S) notes.ok('Browsers will use only HTTPS from now on (HSTS).');
  else
    notes.fail(
      header === ''
        ? 'The Strict-Transport-Security header is missing.'
        : `Strict-Transport-Security is only valid for ${seconds} s.`,
      'The portal sends it; configure the proxy to pass it on unchanged.',
    );
}

/** What happens in a browser that tries plain http first when someone types the name. A closed port is fine. */
async function checkPlainHttp(notes: Notes, hostname: string, port: number): Promise<void> {
  const { origin, href } = new URL(getVersion.path, `http://${hostname}:${port}`);
  const answer = await ask(new URL(href)).catch(() => undefined);
  if (!answer) {
    notes.ok(`Nothing answers ${origin}, so no one can use the portal without encryption.`);
    return;
  }
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const target = isRedirect ? URL.parse(answer.headers.location ?? '', href) : null;
  if (target?.protocol === 'https:' && target.hostname === hostname) notes.ok(`${origin} redirects to https.`);
  else
    notes.fail(
      `${origin} responds with status ${answer.status} instead of a redirect to https://${hostname}.`,
      'Configure the proxy to redirect every path from plain http to https: docs/nginx.conf shows how.',
    );
}

function checkPortal(notes: Notes, publicUrl: string, body: string): void {
  let version: string | undefined;
  try {
    version = getVersion.response.parse(JSON.parse(body)).version;
  } catch {
    notes.fail(
      `${publicUrl} is answered by something other than the portal.`,
      'Configure the proxy to pass every path to the portal, and to keep the Host header.',
    );
    return;
  }
  if (version === packageJson.version) notes.ok(`${publicUrl} reaches Portico ${version}.`);
  else
    notes.warn(
      `${publicUrl} reaches Portico ${version}, but this is ${packageJson.version}.`,
      'Finish the update, or run the command from the folder of the running version.',
    );
}
