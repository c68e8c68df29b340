import { createHash } from 'node:crypto';

/** Namespace of ids of imported items. Chosen at random once; must never change, because addresses depend on it. */
const NAMESPACE = Buffer.from('8f0c7c2e5d1b4f6a9a3e2b7d41c6e590', 'hex');

/** The portal's id of the item with this `externalId` in the source: a deterministic UUID, version 5 of RFC 9562. */
export function itemIdOf(externalId: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(externalId).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
