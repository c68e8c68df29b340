#!/usr/bin/env node
/*
 * Operates an installed portal: `portico help`. Plain JavaScript, so that an old Node prints a sentence instead of a
 * syntax error.
 */
import { isUsable, patchedVersions } from '../apps/server/src/runtime/nodeFloor.mjs';

if (isUsable(process.versions.node)) {
  const { operate } = await import('../tools/operate/operate.ts');
  await operate(process.argv.slice(2));
} else {
  process.stderr.write(
    `Node ${process.versions.node} is too old for Portico. Install ${patchedVersions(process.versions.node)}.\n`,
  );
  process.exitCode = 1;
}
