import { expect, test } from 'vitest';
import { isVersioned, namedVersions } from '../release/versionMentions.ts';
import { readLockfile } from './lockfile.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const readManifest = (path: string) => JSON.parse(readText(path)) as { name: string; version: string };
const { version } = readManifest('package.json');
const versioned = repositoryFiles().filter(isVersioned);

test('every place that names the version of the portal matches package.json [OPS-132]', () => {
  const wrong = versioned.flatMap((path) =>
    namedVersions(path, readText(path))
      .filter((named) => named !== version)
      .map((named) => `${path}: ${named}`),
  );
  expect(wrong, `package.json has ${version}`).toEqual([]);
});

test('every workspace has the version of the root package.json, in the lock file too [OPS-132]', () => {
  const manifests = versioned.filter((path) => /(?:^|\/)package\.json$/.test(path));
  expect(manifests.map((path) => [path, readManifest(path).version])).toEqual(manifests.map((path) => [path, version]));
  const lock = readLockfile();
  const folders = manifests.map((path) => path.replace(/\/?package\.json$/, ''));
  expect(folders.map((folder) => [folder, lock[folder]?.version])).toEqual(folders.map((folder) => [folder, version]));
});

test('a release updates the version in everything that operators install [OPS-132]', () => {
  const escaped = version.replaceAll('.', String.raw`\.`);
  const whole = new RegExp(String.raw`(?<![\d.])${escaped}(?![\d.]*\d)`, 'g');
  const installed = versioned.filter((path) => path.startsWith('deploy/') || path === 'docs/install.md');
  const counted = (count: (path: string, text: string) => number) =>
    Object.fromEntries(
      installed.map((path) => [path, count(path, readText(path))]).filter(([, counts]) => counts !== 0),
    );
  const counts = counted((_path, text) => text.match(whole)?.length ?? 0);
  expect(counted((path, text) => namedVersions(path, text).length)).toEqual(counts);
  expect(Object.keys(counts)).toEqual(
    expect.arrayContaining(['deploy/Containerfile', 'deploy/compose/compose.yaml', 'deploy/kubernetes/migrate.yaml']),
  );
});
