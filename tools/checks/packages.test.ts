import { expect, test } from 'vitest';
import { DATES_FILE, datesProblems, type Dates } from '../dependencies/dates.ts';
import { licensesInFiles, packageName, productionClosure, readLockfile } from './lockfile.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

interface Manifest {
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** Third-party packages in a production install of the server. Stated here so that growth shows in the diff. */
const SERVER_PACKAGES = 262;
/** Has a row with a reason for each direct dependency that ships. */
const DECISION = 'docs/decisions/0020-few-packages-on-the-server.md';
/** Workspaces whose dependencies reach production. */
const SHIPPED = /^(?:apps|packages)\/(?!testing\/)[\w-]+\/package\.json$/;

const manifests = repositoryFiles()
  .filter((path) => path.split('/').at(-1) === 'package.json')
  .map((path) => ({ path, manifest: JSON.parse(readText(path)) as Manifest }));
const requested = manifests.flatMap(({ path, manifest }) =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }).map(
    ([name, version]) => ({ path, name, version }),
  ),
);
const lock = readLockfile();
const installed = Object.entries(lock).filter(([folder, entry]) => folder.includes('node_modules/') && !entry.link);

/** Whether at least one alternative of the SPDX expression contains no license that we reject. */
function isAcceptableLicense(expression: string): boolean {
  const rejected = /^(?:AGPL|GPL|SSPL|BUSL|UNLICENSED)/i;
  return expression
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((one) => !rejected.test(one.trim())));
}

test('every package is pinned to an exact version', () => {
  expect(requested.filter(({ version }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test('all workspaces use the same version of a package', () => {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of requested) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  expect([...versions].filter(([, set]) => set.size > 1)).toEqual([]);
});

test('the lock file has a sha512 for every package and names no registry [D11]', () => {
  expect(
    installed
      .filter(([, entry]) => !entry.integrity?.startsWith('sha512-') && !entry.inBundle)
      .map(([folder]) => folder),
  ).toEqual([]);
  expect(installed.filter(([, entry]) => entry.resolved !== undefined).map(([folder]) => folder)).toEqual([]);
});

test('no package is younger than a week, and each has its date of publication [OPS-469]', () => {
  const dates = JSON.parse(readText(DATES_FILE)) as Dates;
  expect(datesProblems(lock, dates, new Date()), 'after a change of packages: npm run dependencies:dates').toEqual([]);
  expect(Object.keys(dates), 'sorted').toEqual(Object.keys(dates).toSorted());
});

test('package.json allows or denies each install script by name [D11]', () => {
  const allowed = manifests.find(({ path }) => path === 'package.json')?.manifest.allowScripts ?? {};
  const withScript = installed.filter(([, entry]) => entry.hasInstallScript).map(([folder]) => packageName(folder));
  expect(withScript.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test('every workspace is marked as not licensed to others', () => {
  expect(manifests.filter(({ manifest }) => manifest.license !== 'UNLICENSED').map(({ path }) => path)).toEqual([]);
});

test('no package that ships is licensed under AGPL, SSPL or GPL only [D11]', () => {
  const shipped = ['apps/server', 'apps/web', 'packages/sidebar', 'dev/identity', 'dev/database', 'tools'].flatMap(
    productionClosure,
  );
  const problems = [...new Set(shipped)].filter(
    (folder) => !isAcceptableLicense(lock[folder]?.license ?? 'UNLICENSED'),
  );
  expect(problems.map((folder) => `${packageName(folder)}: ${lock[folder]?.license}`)).toEqual([]);
});

test('a license that only a file of the package states is the one in that file [D11]', () => {
  const stated = Object.keys(licensesInFiles).map((folder) => [
    folder,
    readText(`${folder}/LICENSE`).split(' License')[0],
  ]);
  expect(Object.fromEntries(stated)).toEqual(licensesInFiles);
});

test('every direct dependency that ships has a documented reason, and every reason has its dependency [D12]', () => {
  const direct = manifests
    .filter(({ path }) => SHIPPED.test(path))
    .flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}))
    .filter((name) => !name.startsWith('@portico/'));
  const reasons = new Map(
    [...readText(DECISION).matchAll(/^\| ([@\w/.-]+) \| ([^|]+) \|/gm)]
      .map(([, name, reason]) => [name!, reason!.trim()] as const)
      .filter(([name]) => name !== 'package'),
  );
  expect([...reasons.keys()].sort()).toEqual([...new Set(direct)].sort());
  expect([...reasons].filter(([, reason]) => reason === '')).toEqual([]);
});

test('no package that ships is deprecated by its authors [D12]', () => {
  const shipped = ['apps/server', 'apps/web'].flatMap(productionClosure);
  expect(shipped.filter((folder) => lock[folder]!.deprecated !== undefined)).toEqual([]);
});

test(`a production install of the server has ${SERVER_PACKAGES} packages [D12]`, () => {
  const names = productionClosure('apps/server').map(packageName);
  console.log(`server: ${names.length} production packages`);
  expect(names, `change SERVER_PACKAGES and give the reason in ${DECISION}`).toHaveLength(SERVER_PACKAGES);
});
