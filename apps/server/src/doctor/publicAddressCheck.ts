import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { getVersion } from '@portico/contracts/version';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { networkAdvice, notesOn, reasonOf, type Finding, type Notes } from './findings.ts';

const TIMEOUT_MS = 5000;
const RENEWED_DAYS = 21;
const YEAR_S = 31_536_000;
const MAX_BYTES = 64 * 1024;

/** PUBLIC_URL as a browser meets it: reachable, the certificate, HSTS, and whether it leads to this portal. */
export async function checkPublicAddress(config: Config): Promise<Finding[]> {
  const notes = notesOn('public address');
  try {
    const { headers, certificate, body } = await ask(new URL(getVersion.path, config.PUBLIC_URL));
    if (certificate) checkCertificate(notes, certificate, new URL(config.PUBLIC_URL).hostname);
    if (certificate) checkHsts(notes, headers['strict-transport-security'] ?? '');
    checkPortal(notes, config.PUBLIC_URL, body);
  } catch (error) {
    notes.fail(
      `${config.PUBLIC_URL} does not answer: ${reasonOf(error)}.`,
      networkAdvice(error, 'Open it in a browser from another machine, and follow it through the proxy to the portal.'),
    );
  }
  return notes.findings;
}

interface PresentedCertificate {
  /** Why browsers reject it, such as `CERT_HAS_EXPIRED`. */
  rejection: string | undefined;
  validTo: Date;
}

/** One GET request, whatever the certificate is worth: that is judged by the caller. */
function ask(
  url: URL,
): Promise<{ headers: IncomingMessage['headers']; certificate: PresentedCertificate | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const options = { timeout: TIMEOUT_MS, rejectUnauthorized: false, agent: false };
    const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
      const socket = response.socket as TLSSocket;
      const certificate = isSecure
        ? {
            rejection: socket.authorized ? undefined : rejectionOf(socket),
            validTo: new Date(socket.getPeerCertificate().valid_to),
          }
        : undefined;
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > MAX_BYTES) request.destroy(new Error('the answer is too long'));
      });
      response.on('end', () => resolve({ headers: response.headers, certificate, body })).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
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
      networkAdvice({ code: rejection }, 'Install a certificate of a known authority with its full chain.'),
    );
    return;
  }
  const days = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
  const sentence = `The certificate of ${host} is valid for another ${days} ${days === 1 ? 'day' : 'days'}.`;
  if (days < RENEWED_DAYS) notes.warn(sentence, 'Renew it now, and find out why that did not happen automatically.');
  else notes.ok(sentence);
}

function checkHsts(notes: Notes, header: string): void {
  const seconds = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  if (seconds >= YEAR_S) notes.ok('Browsers will only use HTTPS from now on (HSTS).');
  else
    notes.fail(
      header === ''
        ? 'The header Strict-Transport-Security is missing.'
        : `Strict-Transport-Security is only valid for ${seconds} s.`,
      'The portal sends it for a year; let the proxy pass it on unchanged.',
    );
}

function checkPortal(notes: Notes, publicUrl: string, body: string): void {
  let version: string | undefined;
  try {
    version = getVersion.response.parse(JSON.parse(body)).version;
  } catch {
    notes.fail(
      `${publicUrl} is answered by something else than the portal.`,
      'Let the proxy pass every path to the portal, and keep the Host header.',
    );
    return;
  }
  if (version === packageJson.version) notes.ok(`${publicUrl} leads to Portico ${version}.`);
  else
    notes.warn(
      `${publicUrl} leads to Portico ${version}, but this is ${packageJson.version}.`,
      'Finish the update, or run the command from the folder of the running version.',
    );
}
