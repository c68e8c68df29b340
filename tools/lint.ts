import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/**
 * Lints the whole repository with oxlint.config.ts, types included; arguments go to oxlint (`--fix`, a path). Exits with
 * oxlint's code: 0 when there is nothing to say.
 */
const root = resolve(import.meta.dirname, '..');
const { status, error } = spawnSync(join(root, 'node_modules/.bin/oxlint'), process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
