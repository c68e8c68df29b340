import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

/**
 * Checks the whole repository: oxlint with oxlint.config.ts, including type-aware rules, then the format with
 * .oxfmtrc.json. `--fix` fixes what both can fix. Exits with 0 if neither finds anything.
 */
const fix = process.argv.includes('--fix');

function run(tool: string, args: string[]): boolean {
  const { status, error } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  return status === 0;
}

const lintPasses = run('oxlint/bin/oxlint', process.argv.slice(2));
const formatPasses = run('oxfmt/bin/oxfmt', [fix ? '--write' : '--check']);
process.exitCode = lintPasses && formatPasses ? 0 : 1;
