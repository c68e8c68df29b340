import { expect, test } from 'vitest';
import { isPrivateAddress } from './privateAddresses.ts';

/** The first and the last address of each special-purpose block, and its neighbors if they are public. */
const blocks: Array<{ block: string; inside: string[]; outside?: string[] }> = [
  { block: '0.0.0.0/8', inside: ['0.0.0.0', '0.255.255.255'], outside: ['1.0.0.0'] },
  { block: '10.0.0.0/8', inside: ['10.0.0.0', '10.255.255.255'], outside: ['9.255.255.255', '11.0.0.0'] },
  { block: '100.64.0.0/10', inside: ['100.64.0.0', '100.127.255.255'], outside: ['100.63.255.255', '100.128.0.0'] },
  { block: '127.0.0.0/8', inside: ['127.0.0.0', '127.255.255.255'], outside: ['126.255.255.255', '128.0.0.0'] },
  { block: '169.254.0.0/16', inside: ['169.254.0.0', '169.254.255.255'], outside: ['169.253.255.255', '169.255.0.0'] },
  { block: '172.16.0.0/12', inside: ['172.16.0.0', '172.31.255.255'], outside: ['172.15.255.255', '172.32.0.0'] },
  { block: '192.0.0.0/24', inside: ['192.0.0.0', '192.0.0.170', '192.0.0.255'], outside: ['192.0.1.0'] },
  { block: '192.0.2.0/24', inside: ['192.0.2.0', '192.0.2.255'], outside: ['192.0.1.255', '192.0.3.0'] },
  { block: '192.31.196.0/24', inside: ['192.31.196.0', '192.31.196.255'], outside: ['192.31.195.255', '192.31.197.0'] },
  { block: '192.52.193.0/24', inside: ['192.52.193.0', '192.52.193.255'], outside: ['192.52.192.255', '192.52.194.0'] },
  { block: '192.88.99.0/24', inside: ['192.88.99.0', '192.88.99.255'], outside: ['192.88.98.255', '192.88.100.0'] },
  { block: '192.168.0.0/16', inside: ['192.168.0.0', '192.168.255.255'], outside: ['192.167.255.255', '192.169.0.0'] },
  { block: '192.175.48.0/24', inside: ['192.175.48.0', '192.175.48.255'], outside: ['192.175.47.255', '192.175.49.0'] },
  { block: '198.18.0.0/15', inside: ['198.18.0.0', '198.19.255.255'], outside: ['198.17.255.255', '198.20.0.0'] },
  { block: '198.51.100.0/24', inside: ['198.51.100.0', '198.51.100.255'], outside: ['198.51.99.255', '198.51.101.0'] },
  { block: '203.0.113.0/24', inside: ['203.0.113.0', '203.0.113.255'], outside: ['203.0.112.255', '203.0.114.0'] },
  { block: '224.0.0.0/4', inside: ['224.0.0.0', '239.255.255.255'], outside: ['223.255.255.255'] },
  { block: '240.0.0.0/4', inside: ['240.0.0.0', '255.255.255.255'] },
  { block: '::/128 and ::1/128', inside: ['::', '::1'] },
  { block: '::/96', inside: ['::10.0.0.1', '::8.8.8.8'] },
  { block: '::ffff:0:0/96', inside: ['::ffff:10.0.0.1', '::ffff:a00:1', '::FFFF:7f00:1'], outside: ['::ffff:8.8.8.8'] },
  { block: '::ffff:0:0:0/96', inside: ['::ffff:0:10.0.0.1'] },
  { block: '64:ff9b::/96', inside: ['64:ff9b::10.0.0.1', '64:ff9b::808:808'] },
  { block: '64:ff9b:1::/48', inside: ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'] },
  { block: '100::/64', inside: ['100::', '100::ffff:ffff:ffff:ffff'] },
  { block: '100:0:0:1::/64', inside: ['100:0:0:1::1'] },
  { block: '2001::/23', inside: ['2001::1', '2001:1ff:ffff::1'], outside: ['2001:200::1', '2000:ffff::1'] },
  { block: '2001:db8::/32', inside: ['2001:db8::', '2001:db8:ffff::1'], outside: ['2001:db7::1', '2001:db9::1'] },
  { block: '2002::/16', inside: ['2002:a00:1::', '2002:808:808::1'], outside: ['2003::1'] },
  { block: '2620:4f:8000::/48', inside: ['2620:4f:8000::42'], outside: ['2620:4f:8001::1'] },
  { block: '3fff::/20', inside: ['3fff::1', '3fff:fff:ffff::1'], outside: ['3fff:1000::1', '3ffe::1'] },
  { block: '4000::/3, not assigned', inside: ['4000::1', '5fff::1'] },
  { block: '5f00::/16', inside: ['5f00::1', '5f00:ffff::1'] },
  { block: 'fc00::/7', inside: ['fc00::1', 'fdff:ffff::1'] },
  { block: 'fe80::/10', inside: ['fe80::1', 'fe80::1%eth0', 'febf::1'] },
  { block: 'fec0::/10', inside: ['fec0::1', 'feff::1'] },
  { block: 'ff00::/8', inside: ['ff00::1', 'ffff::1'] },
  { block: 'no address', inside: ['', 'localhost', '10.0.0', '0x7f.1', '::g'] },
];

test.for(blocks)('$block is private, and addresses next to it are not [D8, OPS-336]', ({ inside, outside = [] }) => {
  for (const address of inside) expect(isPrivateAddress(address), address).toBe(true);
  for (const address of outside) expect(isPrivateAddress(address), address).toBe(false);
});

test('public addresses are not private [OPS-336]', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'])
    expect(isPrivateAddress(address), address).toBe(false);
});
