import type { Config } from '../config.ts';
import { describeRuntime } from '../runtime/runtime.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { notesOn, type Finding } from './findings.ts';

/** Checks that Node has the security fixes that production needs. A trial on this machine runs without them. */
export function checkRuntime(config: Config, version = process.versions.node, now = new Date()): Finding[] {
  const notes = notesOn('runtime');
  const { isPatched, floor, daysSinceFloor } = describeRuntime(version, now);
  const age = `released on ${floor.released}, ${daysSinceFloor} ${daysSinceFloor === 1 ? 'day' : 'days'} ago`;
  if (isPatched) {
    notes.ok(`Node ${version} is at or above ${floor.version} (${age}).`);
    return notes.findings;
  }
  const report = isLoopback(new URL(config.PUBLIC_URL).hostname) ? notes.warn : notes.fail;
  report(
    `Node ${version} is below ${floor.version} (${age}), which fixes ${floor.advisory}.`,
    `Install Node ${floor.version} or newer of the same line, as described in docs/install.md, and restart.`,
  );
  return notes.findings;
}
