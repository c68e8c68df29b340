import type { HealthFinding, HealthPart, HealthState, PartHealth } from '@portico/contracts/admin/health';

export const part = (
  name: HealthPart,
  state: HealthState,
  finding: HealthFinding,
  { count = null, seenAt = null, facts = [] }: Partial<Pick<PartHealth, 'count' | 'seenAt' | 'facts'>> = {},
): PartHealth => ({ part: name, state, finding, count, seenAt, facts });

/** The state of a part that only the database knows about, while the database does not respond. */
export const unknown = (name: HealthPart): PartHealth => part(name, 'down', 'unknown');
