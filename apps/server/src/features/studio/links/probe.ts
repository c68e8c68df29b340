import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What a visit found: something, nothing, or no answer that says either. */
export type Visit = 'Found' | 'NotFound' | 'Unreachable' | 'NotVisited';

const TIMEOUT_MS = 8000;
const MAX_REDIRECTS = 5;

/** Addresses that are not on the public internet. Source: IANA special-purpose address registries. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

/** Whether an address is one that a server must not be led to. IPv4 in IPv6 counts as what it is. */
export const isPrivateAddress = (address: string): boolean =>
  privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

class Refused extends Error {}

/** Looks a name up and refuses it when any of its addresses is private; the connection goes to what was looked up. */
function publicLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { all: true, verbatim: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 4);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new Refused(hostname), '', 4);
      const [first] = addresses;
      if (options.all) return (callback as (error: null, all: LookupAddress[]) => void)(null, addresses);
      return callback(null, first!.address, first!.family);
    });
  };
}

interface ProbeOptions {
  isAllowed?: (address: string) => boolean;
  /** Ports besides those of the protocols, for tests. */
  port?: number;
}

/**
 * Visits a web address without reading what it answers: HEAD first, GET where that is not answered. Never goes to a
 * private address or another port, also not by a redirect or a name. Never throws.
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
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) > 0 && !isAllowed(host)) return 'NotVisited';
      const { statusCode = 0, headers } = await ask(method, url, publicLookup(isAllowed));
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
    return error instanceof Refused ? 'NotVisited' : 'Unreachable';
  }
}

function ask(method: 'HEAD' | 'GET', url: URL, lookup: LookupFunction): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'user-agent': 'Portico link check', accept: '*/*' },
      },
      (response) => {
        response.destroy();
        resolve(response);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
