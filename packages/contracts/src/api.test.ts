import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { $ZodType } from 'zod/v4/core';
import { api, contractFiles } from './api.ts';

const folder = join(import.meta.dirname, '..');

test('every file with calls or shapes is in the list of contracts', async () => {
  const listed = new Set(contractFiles.flatMap((file) => Object.values(file)));
  const missing: string[] = [];
  for (const path of globSync(['src/**/*.ts', '../kinds/src/{base,forms,components,items}/**/*.ts'], { cwd: folder })) {
    // Calls of other systems, which the portal's own clients don't make, have their own description.
    if (/\.test\.ts$|\/testing\/|\/form\.ts$|\.generated\.ts$|^src\/(?:api|serviceReads)\.ts$/.test(path)) continue;
    const exported = Object.values((await import(join(folder, path))) as Record<string, unknown>);
    const isShared = (value: unknown) =>
      value instanceof $ZodType ||
      (typeof value === 'object' && value !== null && 'method' in value && 'path' in value);
    if (exported.some((value) => isShared(value) && !listed.has(value))) missing.push(path);
  }
  expect(missing).toEqual([]);
});

test('no two calls share a name', () => {
  const names = contractFiles.flatMap((file) =>
    Object.entries(file).flatMap(([name, value]) => (Object.values(api).includes(value as never) ? [name] : [])),
  );
  expect(names).toEqual([...new Set(names)]);
});
