import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ACCEPT_NO_ENCODING } from '../../../http/outbound/encoding.ts';
import { AddressRefused, guardedLookup, hostOf, isPrivateAddress } from '../../../http/outbound/privateAddresses.ts';

/** The outcome of a visit: the page exists, is missing, could not be determined, or was not visited. */
export type Visit = 'Found' | 'NotFound' | 'Unreachable' | 'NotVisited';

const TIMEOUT_MS = 8000;
const MAX_REDIRECTS = 5;

interface ProbeOptions {
  isAllowed?: (address: string) => boolean;
  /** An additional port to allow, for tests. */
  port?: number;
}

/**
 * Visits a web address without reading the body of the response: with HEAD first, and with GET if HEAD is not
 * supported. Never connects to a private address or another port, not even through a redirect or a host name. Never
 * throws.
 */
export async function probe(
  href: string,
  { isAllowed = (address) => !isPrivateAddress(address), port }: ProbeOptions = {},
): Promise<Visit> {
  const visit = async (method: 'HEAD' | 'GET'): Promise<Visit> => {
    let url = new URL(href);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const ports = ['', ...(port === undefined ? [] : [String(port)])];
      if (!['http:', 'https:'].includes(url.protocol) || !ports.includes(url.port)) return 'NotVisited';
      const host = hostOf(url);
      if (isIP(host) > 0 && !isAllowed(host)) return 'NotVisited';
      const { statusCode = 0, headers } = await ask(method, url, guardedLookup(isAllowed));
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) url = new URL(headers.location, url);
      else if (statusCode === 404 || statusCode === 410) return method === 'HEAD' ? visit('GET') : 'NotFound';
      else if (statusCode === 405 || statusCode === 501) return method === 'HEAD' ? visit('GET') : 'Found';
      else return statusCode >= 500 ? 'Unreachable' : 'Found';
    }
    return 'Found';
  };
  try {
    return await visit('HEAD');
  } catch (error) {
    return error instanceof AddressRefused ? 'NotVisited' : 'Unreachable';
  }
}

function ask(method: 'HEAD' | 'GET', url: URL, lookup: LookupFunction): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      {
        method,
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'user-agent': 'Portico link check', accept: '*/*', ...ACCEPT_NO_ENCODING },
      },
      (response) => {
        response.destroy();
        resolve(response);
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}
