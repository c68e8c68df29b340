import type { HealthFinding, HealthPart, HealthState, PartHealth } from '@portico/contracts/admin/health';

export const part = (
  name: HealthPart,
  state: HealthState,
  finding: HealthFinding,
  { count = null, seenAt = null, facts = [] }: Partial<Pick<PartHealth, 'count' | 'seenAt' | 'facts'>> = {},
): PartHealth => ({ part: name, state, finding, count, seenAt, facts });

/** Known from the database, which does not answer. */
export const unknown = (name: HealthPart): PartHealth => part(name, 'down', 'unknown');
