import { expect, test } from 'vitest';
import { packageName, productionClosure, readLockfile } from './lockfile.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** Most third-party packages that the server may bring to production; docs/decisions/0020 says why it is this number. */
const MAX_SERVER_PACKAGES = 176;

const manifests = repositoryFiles()
  .filter((path) => path.split('/').at(-1) === 'package.json')
  .map((path) => ({ path, manifest: JSON.parse(readText(path)) as Manifest }));
const asked = manifests.flatMap(({ path, manifest }) =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }).map(
    ([name, version]) => ({ path, name, version }),
  ),
);
const lock = readLockfile();
const installed = Object.entries(lock).filter(([folder, entry]) => folder.includes('node_modules/') && !entry.link);

/** True when at least one way of reading the SPDX expression asks for nothing that we refuse. */
function isAcceptableLicence(expression: string): boolean {
  const refused = /^(?:AGPL|GPL|SSPL|BUSL|UNLICENSED)/i;
  return expression
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((one) => !refused.test(one.trim())));
}

test('every package is asked for in one exact version', () => {
  expect(asked.filter(({ version }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test('all workspaces ask for the same version of a package', () => {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of asked) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  expect([...versions].filter(([, set]) => set.size > 1)).toEqual([]);
});

test('the lock file has a sha512 for every package and names no place to get it from [D11]', () => {
  expect(
    installed
      .filter(([, entry]) => !entry.integrity?.startsWith('sha512-') && !entry.inBundle)
      .map(([folder]) => folder),
  ).toEqual([]);
  expect(installed.filter(([, entry]) => entry.resolved !== undefined).map(([folder]) => folder)).toEqual([]);
});

test('package.json allows or denies each install script by name [D11]', () => {
  const allowed = manifests.find(({ path }) => path === 'package.json')?.manifest.allowScripts ?? {};
  const withScript = installed.filter(([, entry]) => entry.hasInstallScript).map(([folder]) => packageName(folder));
  expect(withScript.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test('no package that we ship is under AGPL, SSPL or GPL alone [D11]', () => {
  const shipped = ['apps/server', 'apps/web', 'packages/sidebar', 'dev/identity', 'dev/database', 'tools'].flatMap(
    productionClosure,
  );
  const problems = [...new Set(shipped)].filter(
    (folder) => !isAcceptableLicence(lock[folder]?.license ?? 'UNLICENSED'),
  );
  expect(problems.map((folder) => `${packageName(folder)}: ${lock[folder]?.license}`)).toEqual([]);
});

test(`the server brings at most ${MAX_SERVER_PACKAGES} packages to production [D12]`, () => {
  const names = productionClosure('apps/server').map(packageName);
  console.log(`server: ${names.length} production packages`);
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(MAX_SERVER_PACKAGES);
});
