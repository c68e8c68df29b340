import type { PortalSettings } from '@portico/contracts/portalSettings';

/** Address of the page-analytics script; undefined unless a nonblank id is configured. Source: spec §7. */
export function analyticsAddress({ analytics }: Pick<PortalSettings, 'analytics'>): string | undefined {
  if (!analytics || analytics.id.trim() === '') return undefined;
  const address = new URL(analytics.scriptUrl);
  address.searchParams.set('id', analytics.id.trim());
  return address.href;
}
