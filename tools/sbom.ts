import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageName, productionClosure, readLockfile, type LockedPackage } from './checks/lockfile.ts';
import { root } from './root.ts';

/** The workspaces that are deployed. */
export const deployed = { server: 'apps/server', web: 'apps/web' } as const;

interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses: Array<{ expression: string }>;
  hashes: Array<{ alg: 'SHA-512'; content: string }>;
}

export interface Bom {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: 1;
  metadata: { component: { type: 'application'; 'bom-ref': string; name: string; version: string } };
  components: Component[];
}

/**
 * The third-party packages of a workspace's production install, read from the lock file, so that the same lock file
 * produces the same text. `npm sbom` would leave out packages that development needs too (decisions/0020). Source:
 * CycloneDX 1.6, TRUST D11.
 */
export function createBom(workspaceFolder: string): Bom {
  const lock = readLockfile();
  const found = productionClosure(workspaceFolder).map((folder) => toComponent(packageName(folder), lock[folder]!));
  // The same version can be installed in several folders.
  const components = [...new Map(found.map((component) => [component.purl, component])).values()];
  const { name = workspaceFolder, version = '0.0.0' } = lock[workspaceFolder] ?? {};
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidFrom(digest)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components,
  };
}

function toComponent(name: string, { version = '', license = 'UNLICENSED', integrity = '' }: LockedPackage): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ expression: license }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  };
}

const uuidFrom = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/**
 * Writes `dist/sbom/<name>.cdx.json` for each deployed workspace and returns the paths from the root of the repository.
 */
export function writeBillsOfMaterials(): string[] {
  mkdirSync(join(root, 'dist/sbom'), { recursive: true });
  return Object.entries(deployed).map(([name, workspace]) => {
    const path = `dist/sbom/${name}.cdx.json`;
    writeFileSync(join(root, path), `${JSON.stringify(createBom(workspace), null, 1)}\n`);
    return path;
  });
}
