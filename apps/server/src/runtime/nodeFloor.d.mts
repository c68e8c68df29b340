export interface NodeFloor {
  version: string;
  /** The day of the release, such as `2026-10-21`. */
  released: string;
  /** What the releases before it are vulnerable to. */
  advisory: string;
}

export const NODE_FLOORS: readonly [NodeFloor, ...NodeFloor[]];
export function floorOf(version: string): NodeFloor | undefined;
export function isPatched(version: string): boolean;
export function patchedVersions(version: string): string;
export function trialNotice(version: string): string;
export function isUsable(version: string): boolean;
