import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLockfile } from '../checks/lockfile.ts';
import { readText } from '../checks/repositoryFiles.ts';
import { root } from '../root.ts';
import { runMain } from '../runMain.ts';
import { completeDates, DATES_FILE, type Dates } from './dates.ts';

const execute = promisify(execFile);

/** When each version of a package was published, according to npm. */
async function fetchTimes(name: string): Promise<Record<string, string>> {
  const npm = process.env['npm_execpath'];
  const args = ['view', name, 'time', '--json', '--loglevel=error'];
  const options = { cwd: root, maxBuffer: 2 ** 26 };
  const { stdout } = await (npm
    ? execute(process.execPath, [npm, ...args], options)
    : execute('npm', args, { ...options, shell: process.platform === 'win32' }));
  return JSON.parse(stdout) as Record<string, string>;
}

/** `npm run dependencies:dates`: exits with 1 and changes nothing if a package of the lock file is too young. */
await runMain(async () => {
  const known = JSON.parse(readText(DATES_FILE)) as Dates;
  const dates = await completeDates(readLockfile(), known, { now: new Date(), fetchTimes });
  writeFileSync(join(root, DATES_FILE), `${JSON.stringify(dates, null, 2)}\n`);
  const added = Object.keys(dates).filter((key) => known[key] === undefined);
  console.log(added.length === 0 ? 'Every package already has its date.' : `Added the dates of ${added.join(', ')}.`);
  return 0;
});
