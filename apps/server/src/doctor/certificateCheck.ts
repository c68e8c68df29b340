import { DAY_MS } from '@portico/contracts/durations';
import { readCertificate } from '../certificates/readCertificate.ts';
import { hostOf, tlsPeers } from '../certificates/tlsPeers.ts';
import type { Config } from '../config.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

const RENEWED_DAYS = 21;

/**
 * How long the certificates of the servers that the portal connects to remain valid. Servers that are down are reported
 * by other checks.
 */
export async function checkCertificates(config: Config): Promise<Finding[]> {
  const notes = notesOn('certificates');
  const peers = tlsPeers(config).filter(({ part }) => part !== 'public address');
  await Promise.all(
    peers.map(async (peer) => {
      const validTo = await readCertificate(peer).catch(() => undefined);
      if (validTo) reportDaysLeft(notes, hostOf(peer), validTo);
    }),
  );
  return notes.findings;
}

export function reportDaysLeft(notes: Notes, host: string, validTo: Date): void {
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS);
  if (days < 0) {
    notes.fail(
      `The certificate of ${host} has expired.`,
      'Renew it, and find out why that did not happen automatically.',
    );
    return;
  }
  const sentence = `The certificate of ${host} is valid for ${days} more ${days === 1 ? 'day' : 'days'}.`;
  if (days < RENEWED_DAYS) notes.warn(sentence, 'Renew it now, and find out why that did not happen automatically.');
  else notes.ok(sentence);
}
