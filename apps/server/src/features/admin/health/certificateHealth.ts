import { DAY_MS } from '@portico/contracts/durations';
import type { HealthFact, PartHealth } from '@portico/contracts/admin/health';
import type { KnownCertificates } from '../../../certificates/knownCertificates.ts';
import { hostOf } from '../../../certificates/tlsPeers.ts';
import { part } from './partHealth.ts';

/** The alert `CertificateExpires` (deploy/monitoring) uses the same threshold. */
const EXPIRING_DAYS = 14;

/**
 * How long certificates remain valid, the first to expire first. Undefined when none could be read: other parts report
 * servers that are unreachable.
 */
export async function certificateHealth(certificates: KnownCertificates, now: Date): Promise<PartHealth | undefined> {
  const known = await certificates.read();
  const servers = known
    .flatMap(({ peer, expiresAt }) => (expiresAt ? [{ host: hostOf(peer), expiresAt }] : []))
    .sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
  const daysLeft = servers.map(({ expiresAt }) => Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
  const [first] = daysLeft;
  if (first === undefined) return undefined;
  const facts = servers.map(({ host, expiresAt }, index): HealthFact => {
    return { fact: 'certificate', of: host, at: expiresAt.toISOString(), count: daysLeft[index]! };
  });
  const expired = daysLeft.filter((days) => days <= 0).length;
  if (expired > 0) return part('certificates', 'down', 'certificatesExpired', { count: expired, facts });
  return first <= EXPIRING_DAYS
    ? part('certificates', 'degraded', 'certificatesExpire', { count: first, facts })
    : part('certificates', 'ok', 'certificatesValid', { count: first, facts });
}
