import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const source = 'apps/server/src/';
const paths = repositoryFiles().filter(
  (path) => path.startsWith(source) && path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path),
);

/** A file's folder; a file directly in src counts as its own folder. */
const folderOf = (path: string): string => (path.slice(source.length).includes('/') ? posix.dirname(path) : path);

/** The folders that the files of each folder import from. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const path of paths) {
    const from = folderOf(path);
    const targets = imports.get(from) ?? new Set();
    for (const [, specifier = ''] of readText(path).matchAll(/(?: from |\bimport\()\s*'(\.[^']+)'/g)) {
      const target = folderOf(posix.join(posix.dirname(path), specifier));
      if (target !== from) targets.add(target);
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

test('the folders of the server have no circular imports', () => {
  const imports = importsByFolder();
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
