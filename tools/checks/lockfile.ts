import { readText } from './repositoryFiles.ts';

/** One entry of package-lock.json (lockfile version 3), keyed by its folder (`node_modules/pg`). */
export interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  license?: string;
  /** The authors' deprecation message. */
  deprecated?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Licenses that a package states only in its file LICENSE; a check compares them. */
export const licensesInFiles: Record<string, string> = { 'node_modules/png-js': 'MIT' };

/** All entries of the lock file; the root's key is the empty string, a workspace's key is its folder. */
export function readLockfile(): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> };
  for (const [folder, license] of Object.entries(licensesInFiles)) packages[folder]!.license ??= license;
  return packages;
}

/** `node_modules/a/node_modules/@b/c` -> `@b/c`. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * The folders of all third-party packages in a production install of the workspace on Linux x64: its transitive
 * dependencies, resolved as Node resolves them, without binaries for other platforms.
 */
export function productionClosure(workspaceFolder: string): string[] {
  const lock = readLockfile();
  const seen = new Set<string>();
  const visit = (folder: string): void => {
    const entry = lock[folder];
    if (entry === undefined || seen.has(folder) || !runsOnLinux(entry)) return;
    seen.add(folder);
    const optionalPeers = Object.entries(entry.peerDependenciesMeta ?? {})
      .filter(([, meta]) => meta.optional)
      .map(([name]) => name);
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies });
    for (const name of names) {
      if (optionalPeers.includes(name) && entry.dependencies?.[name] === undefined) continue;
      const found = resolveFrom(lock, folder, name);
      if (found !== undefined) visit(found);
    }
  };
  visit(workspaceFolder);
  return [...seen].filter((folder) => folder.includes('node_modules/')).sort();
}

/**
 * Where Node finds `name` for a module in `folder`; follows links to workspaces. Undefined when it is not installed.
 */
function resolveFrom(lock: Record<string, LockedPackage>, folder: string, name: string): string | undefined {
  for (let base = folder; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/')))) {
    const candidate = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    const entry = lock[candidate];
    if (entry !== undefined) return entry.link ? entry.resolved : candidate;
    if (base === '') return undefined;
  }
}

function runsOnLinux({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockedPackage): boolean {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
}
