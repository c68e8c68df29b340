import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import { runMain } from './runMain.ts';

/**
 * `npm run findings [-- <name>…]`: runs the scripts in `findings`, one after another. The exit code is 1 if one of them
 * no longer finds what it states.
 */
await runMain(() => {
  const all = readdirSync(join(root, 'findings'))
    .filter((file) => file.endsWith('.sh'))
    .map((file) => file.slice(0, -'.sh'.length));
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No finding is called ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  const failed = (names.length > 0 ? names : all).filter((name) => {
    console.log(`\n${name}`);
    return spawnSync('bash', [join(root, 'findings', `${name}.sh`)], { stdio: 'inherit' }).status !== 0;
  });
  console.log(failed.length === 0 ? '\nAll findings still hold.' : `\nNo longer true: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
