import { Gauge, type Registry } from 'prom-client';
import type { KnownCertificates } from '../../certificates/knownCertificates.ts';
import { hostOf } from '../../certificates/tlsPeers.ts';

/** When certificates expire. A scrape of the metrics reports what is known and waits for no server. */
export function addCertificateMetrics(registry: Registry, certificates: KnownCertificates, now: () => Date): void {
  if (!certificates.hasAny) return;
  new Gauge({
    name: 'portico_certificate_expires_seconds',
    help: 'Time until the certificate of a server expires; infinite before it was read',
    labelNames: ['part', 'host'],
    registers: [registry],
    collect() {
      for (const { peer, expiresAt } of certificates.list())
        this.set(
          { part: peer.part, host: hostOf(peer) },
          expiresAt ? (expiresAt.getTime() - now().getTime()) / 1000 : Infinity,
        );
    },
  });
}
