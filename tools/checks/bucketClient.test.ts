import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

/** What a module imports statically; type imports and dynamic imports are left out. */
const staticImportsOf = (path: string): string[] =>
  [...readText(path).matchAll(/^(?:import (?!type)[^;]*?|\} )from '([^']+)';$/gm)].map(([, name]) => basename(name!));

test('a server without a bucket never loads the S3 client [OPS-212]', () => {
  const sources = repositoryFiles().filter(
    (path) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\//.test(path),
  );
  const loading = new Set(['client-s3']);
  for (let before = 0; before < loading.size;) {
    before = loading.size;
    for (const path of sources)
      if (staticImportsOf(path).some((name) => loading.has(name))) loading.add(basename(path));
  }
  expect([...loading].toSorted(), 'only these may import it, and dynamically').toEqual([
    'bucketCheck.ts',
    'bucketClient.ts',
    'checkedStream.ts',
    'client-s3',
    's3Store.ts',
    'uploadObject.ts',
  ]);
});
