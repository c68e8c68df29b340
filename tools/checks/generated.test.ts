import { beforeAll, expect, test } from 'vitest';
import { commands } from '../commands.mjs';
import { componentLists } from '../generated/componentLists.ts';
import { schemaFiles } from '../generated/schemaFiles.ts';
import { generatedFiles } from '../generated/generatedFiles.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

let generated: Record<string, string>;

beforeAll(async () => {
  generated = await generatedFiles();
});

test.each([
  'docs/settings.md',
  'docs/commands.md',
  'docs/openapi.json',
  'docs/schema.md',
  'docs/verify-receipts.html',
  'apps/server/src/db/schema.generated.ts',
])('%s is up to date with what `node tools/generate.ts` writes', (path) => {
  expect(readText(path)).toBe(generated[path]);
});

test.each(Object.entries({ ...componentLists(), ...schemaFiles() }))('%s lists what is in its folder', (path, text) => {
  expect(readText(path), 'run `node tools/generate.ts`').toBe(text);
});

test('every npm script runs the command of its name', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  expect(scripts).toEqual(
    Object.fromEntries([...Object.keys(commands), 'help'].map((name) => [name, `node tools/bootstrap.mjs ${name}`])),
  );
});

test('every script of a command and of its parts exists', () => {
  const scripts = Object.values(commands).flatMap(({ script, parts = {} }) => [
    script,
    ...Object.values(parts).map((part) => part.script),
  ]);
  expect(scripts.filter((script) => !repositoryFiles().includes(script))).toEqual([]);
});
