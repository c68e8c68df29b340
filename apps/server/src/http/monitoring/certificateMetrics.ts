import { Gauge, type Registry } from 'prom-client';
import { readCertificate } from '../../certificates/readCertificate.ts';
import { hostOf, tlsPeers, type TlsPeer } from '../../certificates/tlsPeers.ts';
import type { Config } from '../../config.ts';

const READ_EVERY_MS = 3_600_000;
const RETRY_AFTER_MS = 300_000;

/**
 * Until when certificates are valid that the portal and its readers rely on. They are read again each hour, while a
 * reading of the metrics shows what is known; a server that is away keeps what it last presented. `clock` is monotonic,
 * in ms.
 */
export function addCertificateMetrics(
  registry: Registry,
  config: Config,
  now: () => Date,
  clock: () => number = () => performance.now(),
): void {
  const peers = tlsPeers(config).map((peer) => ({
    peer,
    labels: labelsOf(peer),
    validTo: Infinity,
    readAgainAt: -Infinity,
  }));
  if (peers.length === 0) return;
  const refresh = (known: (typeof peers)[number]): void => {
    if (clock() < known.readAgainAt) return;
    known.readAgainAt = clock() + READ_EVERY_MS;
    readCertificate(known.peer).then(
      (validTo) => void (known.validTo = validTo.getTime()),
      () => void (known.readAgainAt = clock() + RETRY_AFTER_MS),
    );
  };
  new Gauge({
    name: 'portico_certificate_expires_seconds',
    help: 'Time until the certificate of a server expires; infinite before it was read',
    labelNames: ['part', 'host'],
    registers: [registry],
    collect() {
      for (const known of peers) {
        refresh(known);
        this.set(known.labels, (known.validTo - now().getTime()) / 1000);
      }
    },
  });
}

const labelsOf = (peer: TlsPeer) => ({ part: peer.part, host: hostOf(peer) });
