import type { Config } from '../config.ts';
import { patchedVersions } from '../runtime/nodeFloor.mjs';
import { describeRuntime } from '../runtime/runtime.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { notesOn, type Finding } from './findings.ts';

/** Checks that Node has the security fixes that production needs. A trial on this machine runs without them. */
export function checkRuntime(config: Config, version = process.versions.node, now = new Date()): Finding[] {
  const notes = notesOn('runtime');
  const { isSupported, isPatched, floor, daysSinceFloor } = describeRuntime(version, now);
  const age = `released on ${floor.released}, ${daysSinceFloor} ${daysSinceFloor === 1 ? 'day' : 'days'} ago`;
  if (isPatched) {
    notes.ok(`Node ${version} is at or above ${floor.version} (${age}).`);
    return notes.findings;
  }
  const report = isLoopback(new URL(config.PUBLIC_URL).hostname) ? notes.warn : notes.fail;
  report(
    isSupported
      ? `Node ${version} is below ${floor.version} (${age}), which fixes ${floor.advisory}.`
      : `The portal does not support this line of Node, ${version}.`,
    `Install ${patchedVersions(version)}, as described in docs/install.md, and restart.`,
  );
  return notes.findings;
}
