import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const source = 'apps/server/src/';
const paths = repositoryFiles().filter(
  (path) => path.startsWith(source) && path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path),
);

/** A file's folder; a file at the top is its own room. */
const roomOf = (path: string): string => (path.slice(source.length).includes('/') ? posix.dirname(path) : path);

/** The rooms that the files of each room import from. */
function importsByRoom(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const path of paths) {
    const from = roomOf(path);
    const targets = imports.get(from) ?? new Set();
    for (const [, specifier = ''] of readText(path).matchAll(/(?: from |\bimport\()\s*'(\.[^']+)'/g)) {
      const target = roomOf(posix.join(posix.dirname(path), specifier));
      if (target !== from) targets.add(target);
    }
    imports.set(from, targets);
  }
  return imports;
}

/** What is left after repeatedly removing rooms that import from no other room. */
function circlesIn(imports: Map<string, Set<string>>): string[] {
  const left = new Map(imports);
  for (;;) {
    const free = [...left].filter(([, targets]) => [...targets].every((target) => !left.has(target)));
    if (free.length === 0) return [...left.keys()].sort();
    for (const [room] of free) left.delete(room);
  }
}

test('the folders of the server do not import each other in circles', () => {
  const imports = importsByRoom();
  expect(imports.size).toBeGreaterThan(20);
  expect(circlesIn(imports)).toEqual([]);
});

test('a circle of folders is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
    ['d', new Set<string>()],
  ]);
  expect(circlesIn(imports)).toEqual(['a', 'b', 'c']);
});
