import type { HealthFact, PartHealth } from '@portico/contracts/admin/health';
import { describeRuntime } from '../../../runtime/runtime.ts';
import { part } from './partHealth.ts';

/** Whether this process runs on a Node with the security fixes that production needs. Source: decisions/0225. */
export function runtimeHealth(version: string, now: Date): PartHealth {
  const { isSupported, isPatched, floor, daysSinceFloor } = describeRuntime(version, now);
  const facts: HealthFact[] = [
    { fact: 'runtime', of: version, at: null, count: null },
    { fact: 'runtimeFloor', of: floor.version, at: new Date(floor.released).toISOString(), count: daysSinceFloor },
  ];
  return isPatched
    ? part('runtime', 'ok', 'runtimePatched', { facts })
    : part('runtime', 'degraded', isSupported ? 'runtimeUnpatched' : 'runtimeUnsupported', { facts });
}
