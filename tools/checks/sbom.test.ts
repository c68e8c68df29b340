import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { deployed, createBom, writeBillsOfMaterials, type Bom } from '../sbom.ts';
import { packageName, productionClosure, readLockfile } from './lockfile.ts';

const lock = readLockfile();

describe.each(Object.entries(deployed))('the bill of materials of %s', (_name, workspace) => {
  const { components } = createBom(workspace);

  test('lists every production package once, with version, license and the sha512 of the lock file [D11]', () => {
    const expected = new Set(
      productionClosure(workspace).map((folder) => `${packageName(folder)} ${lock[folder]!.version}`),
    );
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual([...expected]);
    expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length);
    for (const {
      name,
      version,
      purl,
      hashes: [hash],
      licenses: [license],
    } of components) {
      expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
      expect(hash?.content, name).toMatch(/^[0-9a-f]{128}$/);
      expect(license?.expression, name).toMatch(/^\(?[\w.-]+/);
      expect(license?.expression, name).not.toBe('UNLICENSED');
    }
  });

  test('lists the main packages, which `npm sbom` leaves out', () => {
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(
        workspace === 'apps/server'
          ? ['pg', 'kysely', 'fastify', 'jose', 'zod']
          : ['react', 'react-dom', 'react-aria-components'],
      ),
    );
  });
});

test('a build writes the bills of materials, and the same lock file produces the same text [D11]', () => {
  const paths = writeBillsOfMaterials();
  const read = () => paths.map((path) => readFileSync(join(root, path), 'utf8'));
  const first = read();
  writeBillsOfMaterials();
  expect(read()).toEqual(first);
  for (const text of first)
    expect(JSON.parse(text)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' } satisfies Partial<Bom>);
  expect(paths.every((path) => existsSync(join(root, path)))).toBe(true);
});
