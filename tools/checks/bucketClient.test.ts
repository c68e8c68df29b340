import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

/** What a module loads with itself; imports of types and imports on demand are left out. */
const loadedBy = (path: string): string[] =>
  [...readText(path).matchAll(/^(?:import (?!type)[^;]*?|\} )from '([^']+)';$/gm)].map(([, name]) => basename(name!));

test('a server without a bucket never loads the client of buckets [OPS-212]', () => {
  const sources = repositoryFiles().filter(
    (path) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\//.test(path),
  );
  const loading = new Set(['client-s3']);
  for (let before = 0; before < loading.size;) {
    before = loading.size;
    for (const path of sources) if (loadedBy(path).some((name) => loading.has(name))) loading.add(basename(path));
  }
  expect([...loading].toSorted(), 'import others on demand').toEqual([
    'bucketCheck.ts',
    'bucketClient.ts',
    'checkedStream.ts',
    'client-s3',
    's3Store.ts',
    'uploadObject.ts',
  ]);
});
