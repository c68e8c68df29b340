import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

/**
 * Lints the whole repository with oxlint.config.ts, types included; arguments go to oxlint (`--fix`, a path). Exits with
 * oxlint's code: 0 when there is nothing to say.
 */
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
const { status, error } = spawnSync(process.execPath, [oxlint, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
