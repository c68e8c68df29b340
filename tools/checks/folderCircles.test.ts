import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const apps = { server: 'apps/server/src/', web: 'apps/web/src/' };
type App = keyof typeof apps;

/** A file's folder, relative to `src`; a file directly in `src` counts as its own folder. */
const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : path);

/** The whole room that a file is in: a folder of `src` or of `src/features`. */
const roomOf = (path: string): string => /^(?:features\/)?[^/]+/.exec(path)![0];

/** What the files of each folder import from, as `groupOf` groups them. */
function importsByFolder(app: App, groupOf = folderOf): Map<string, Set<string>> {
  const source = apps[app];
  const imports = new Map<string, Set<string>>();
  for (const path of repositoryFiles()) {
    if (!path.startsWith(source) || !/\.tsx?$/.test(path) || /\.test\.tsx?$|\/testing\//.test(path)) continue;
    const from = groupOf(path.slice(source.length));
    const targets = imports.get(from) ?? new Set();
    for (const [, specifier = ''] of readText(path).matchAll(/(?:^import | from |\bimport\()\s*'(\.[^']+)'/gm)) {
      const file = posix.join(posix.dirname(path), specifier);
      const target = groupOf(file.slice(source.length));
      if (file.startsWith(source) && target !== from) targets.add(target);
    }
    imports.set(from, targets);
  }
  return imports;
}

/** What is left after repeatedly removing folders that import from no other folder. */
function cyclesIn(imports: Map<string, Set<string>>): string[] {
  const left = new Map(imports);
  for (;;) {
    const free = [...left].filter(([, targets]) => [...targets].every((target) => !left.has(target)));
    if (free.length === 0) return [...left.keys()].sort();
    for (const [folder] of free) left.delete(folder);
  }
}

test.each(['server', 'web'] as const)('the folders of %s have no circular imports [PROD-020]', (app) => {
  const imports = importsByFolder(app);
  expect(imports.size).toBeGreaterThan(20);
  expect(cyclesIn(imports)).toEqual([]);
});

test('the rooms of the web app as wholes have no circular imports [PROD-020]', () => {
  const imports = importsByFolder('web', roomOf);
  expect(imports.size).toBeGreaterThan(20);
  expect(cyclesIn(imports)).toEqual([]);
});

test('a circular import between folders is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
    ['d', new Set<string>()],
  ]);
  expect(cyclesIn(imports)).toEqual(['a', 'b', 'c']);
});
