import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.ts';

/** What `npm ci` prints as warnings for packages that need a newer Node. */
function warningsOf(isConfigured: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packages = {
    '': { name: 'installed', dependencies: { wanted: '1.0.0' } },
    'node_modules/wanted': { version: '1.0.0', engines: { node: '>=99' } },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packages['']));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name: 'installed', lockfileVersion: 3, packages }));
  if (isConfigured) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  return spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', shell: process.platform === 'win32' }).stderr;
}

test('installing on an old Node prints no warning for each package that needs a newer one [OPS-504]', () => {
  expect(() =>
    execFileSync('npm', ['--version'], { stdio: 'pipe', shell: process.platform === 'win32' }),
  ).not.toThrow();
  expect(warningsOf(false)).toContain('EBADENGINE');
  expect(warningsOf(true)).toBe('');
});
