import { DAY_MS } from '@portico/contracts/durations';
import { floorOf, isPatched, NODE_FLOORS, type NodeFloor } from './nodeFloor.mjs';

export interface Runtime {
  version: string;
  /** Whether the line of the version has a floor. */
  isSupported: boolean;
  isPatched: boolean;
  /** The floor of the version's line, or of the preferred line if the version's line is not supported. */
  floor: NodeFloor;
  /** How long the floor has been available. */
  daysSinceFloor: number;
}

/** How a version of Node compares with the oldest one that production may run on. */
export function describeRuntime(version: string, now: Date): Runtime {
  const ownFloor = floorOf(version);
  const floor = ownFloor ?? NODE_FLOORS[0];
  return {
    version,
    isSupported: ownFloor !== undefined,
    isPatched: isPatched(version),
    floor,
    daysSinceFloor: Math.max(0, Math.floor((now.getTime() - Date.parse(floor.released)) / DAY_MS)),
  };
}
