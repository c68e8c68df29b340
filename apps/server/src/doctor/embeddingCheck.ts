import type { Config } from '../config.ts';
import { addressesOf, hostOf, isPrivateAddress } from '../http/outbound/privateAddresses.ts';
import { notesOn, type Finding } from './findings.ts';

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
    const addresses = await resolve(hostOf(new URL(url)));
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
