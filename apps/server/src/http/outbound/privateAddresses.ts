import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOKUP_TIMEOUT_MS = 3000;

function blockList(family: 'ipv4' | 'ipv6', networks: Array<readonly [network: string, prefix: number]>): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

/** Source: IANA IPv4 Special-Purpose Address Registry; multicast and everything above it. */
const privateIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/**
 * Everything but 2000::/3, the only global addresses, and what is special within it. Tunnels and translations to IPv4
 * (64:ff9b::/96, Teredo in 2001::/23, 6to4) are excluded as a whole, because they can lead to private addresses.
 * Source: IANA IPv6 Address Space, IANA IPv6 Special-Purpose Address Registry.
 */
const privateIpv6 = blockList('ipv6', [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
]);
const ipv4InIpv6 = blockList('ipv6', [['::ffff:0:0', 96]]);

/** Whether a server must not be made to connect to this address. IPv4 in IPv6 counts as IPv4. */
export function isPrivateAddress(text: string): boolean {
  const address = text.replace(/%.*$/s, '');
  switch (isIP(address)) {
    case 4:
      return privateIpv4.check(address, 'ipv4');
    case 6:
      return (ipv4InIpv6.check(address, 'ipv6') ? privateIpv4 : privateIpv6).check(address, 'ipv6');
    default:
      return true;
  }
}

/** The host of an address as names are resolved: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The addresses of a host, for someone who waits for them. Empty if the name cannot be resolved in three seconds. */
export async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) > 0) return [host];
  const found = lookup(host, { all: true }).catch(() => []);
  const inTime = await Promise.race([found, sleep(LOOKUP_TIMEOUT_MS, [], { ref: false })]);
  return inTime.map(({ address }) => address);
}

/** A name or an address that the server must not connect to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/**
 * Resolves a name and refuses it unless all of its addresses are allowed. The connection goes to the resolved address,
 * so a name that changes in between cannot redirect it.
 */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { all: true, verbatim: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 4);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new AddressRefused(hostname), '', 4);
      const [first] = addresses;
      if (options.all) return (callback as (error: null, all: LookupAddress[]) => void)(null, addresses);
      return callback(null, first!.address, first!.family);
    });
  };
}
