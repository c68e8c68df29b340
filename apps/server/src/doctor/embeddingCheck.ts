import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { isPrivateAddress } from '../http/outbound/privateAddresses.ts';
import { notesOn, type Finding } from './findings.ts';

const LOOKUP_MS = 3000;

type Resolve = (host: string) => Promise<string[]>;

/** Empty if the name cannot be resolved in time. */
const addressesOf: Resolve = async (host) => {
  if (isIP(host) > 0) return [host];
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, sleep(LOOKUP_MS, [], { ref: false })]);
};

/**
 * Warns about host pages that are on the public internet while the portal is not: browsers ask people before such a
 * page may connect to a private network, and block it without https. Source: Local Network Access, Chrome 142.
 */
export async function checkEmbedding(
  { PUBLIC_URL, EMBEDDING_ORIGINS }: Pick<Config, 'PUBLIC_URL' | 'EMBEDDING_ORIGINS'>,
  resolve = addressesOf,
): Promise<Finding[]> {
  const notes = notesOn('sidebar');
  if (EMBEDDING_ORIGINS.length === 0) return notes.findings;
  const isPrivate = async (url: string) => {
    const addresses = await resolve(new URL(url).hostname.replace(/^\[|\]$/g, ''));
    return addresses.length === 0 ? undefined : addresses.some(isPrivateAddress);
  };
  if ((await isPrivate(PUBLIC_URL)) !== true) return notes.findings;
  for (const origin of EMBEDDING_ORIGINS) {
    if ((await isPrivate(origin)) !== false) continue;
    notes.warn(
      `${origin} is on the public internet and embeds the sidebar of ${PUBLIC_URL}, which is on a private network.`,
      origin.startsWith('https:')
        ? 'Chrome asks each person to let that site use the local network: prepare them, or set the policy LocalNetworkAccessAllowedForUrls (docs/sidebar.md).'
        : 'Chrome blocks this for pages without https: serve the host page with https (docs/sidebar.md).',
    );
  }
  return notes.findings;
}
