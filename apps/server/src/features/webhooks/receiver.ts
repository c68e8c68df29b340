import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { PortalError } from '../../errors.ts';
import { ACCEPT_NO_ENCODING } from '../../http/outbound/encoding.ts';
import {
  AddressRefused,
  addressesOf,
  guardedLookup,
  hostOf,
  isPrivateAddress,
} from '../../http/outbound/privateAddresses.ts';
import { inNetworks } from '../../settings/networks.ts';

const TIMEOUT_MS = 10_000;

/** The response of a receiver: its status and when it wants to be called again, or why there is none. */
export type Answer = { status: number; retryAfter?: string } | { problem: 'timeout' | 'connection' | 'address' };

/**
 * Whether the portal may connect to an address for this URL: public addresses require https; those in
 * `WEBHOOK_NETWORKS` can also use http.
 */
function addressRule(url: URL, networks: string[]): (address: string) => boolean {
  const isOwn = inNetworks(networks);
  return (address) => isOwn(address) || (url.protocol === 'https:' && !isPrivateAddress(address));
}

/** Throws `invalid_input` for an address that the portal must not call. */
export async function assertCallable(text: string, networks: string[]): Promise<void> {
  const reject = (message: string) => new PortalError('invalid_input', message, { issues: [{ path: 'url', message }] });
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && networks.length > 0))
    throw reject('The address must start with https://.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw reject('The address can’t contain a username, a password or a fragment.');
  const isAllowed = addressRule(url, networks);
  if (!(await addressesOf(hostOf(url))).every(isAllowed))
    throw reject('The address is on a private network that WEBHOOK_NETWORKS doesn’t allow.');
}

/** Posts to a receiver. The response body is not read, and redirects are not followed. Never throws. */
export function post(
  text: string,
  { body, headers, networks }: { body: string; headers: Record<string, string>; networks: string[] },
): Promise<Answer> {
  const url = new URL(text);
  const isAllowed = addressRule(url, networks);
  // Node calls `lookup` only for names, not for IP addresses.
  if (isIP(hostOf(url)) > 0 && !isAllowed(hostOf(url))) return Promise.resolve({ problem: 'address' });
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    method: 'POST',
    lookup: guardedLookup(isAllowed),
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Portico webhooks',
      ...ACCEPT_NO_ENCODING,
    },
  };
  return new Promise((resolve) => {
    const clientRequest = request(url, options, (response) => {
      const retryAfter = response.headers['retry-after'];
      resolve({ status: response.statusCode ?? 0, ...(retryAfter === undefined ? {} : { retryAfter }) });
      response.destroy();
    });
    clientRequest.on('error', (error) => {
      if (error instanceof AddressRefused) resolve({ problem: 'address' });
      else
        resolve({ problem: error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : 'connection' });
    });
    clientRequest.end(body);
  });
}
