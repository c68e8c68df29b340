import { beforeAll, expect, test } from 'vitest';
import { generatedFiles } from '../generated/generatedFiles.ts';
import { readText } from './repositoryFiles.ts';

let generated: Record<string, string>;

beforeAll(async () => {
  generated = await generatedFiles();
});

test.each(['README.md', 'docs/openapi.json', 'docs/schema.md', 'apps/server/src/db/schema.generated.ts'])(
  '%s is up to date with what `node tools/generate.ts` writes',
  (path) => {
    expect(readText(path)).toBe(generated[path]);
  },
);
