/*
 * What tells an installation from a checkout. Plain JavaScript, because tools/bootstrap.mjs reads it with whatever Node
 * is installed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that the units in deploy/systemd read. */
export const DEFAULT_SETTINGS_FILE = '/etc/portico/portico.env';

/** The settings files that the environment names, separated by colons, or the default one if it exists. */
export function settingsFiles(env) {
  const named = (env.PORTICO_SETTINGS_FILE ?? '').split(':').filter(Boolean);
  if (named.length > 0) return named;
  return existsSync(DEFAULT_SETTINGS_FILE) ? [DEFAULT_SETTINGS_FILE] : [];
}

/** Whether npm installed the packages of the lock file without those for development. */
export function lacksDevelopmentPackages(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(record);
  const listed = Object.entries(packagesOf(join(root, 'package-lock.json')));
  const development = listed.filter(([path, { dev }]) => dev === true && path.startsWith('node_modules/'));
  return development.length > 0 && development.every(([path]) => installed[path] === undefined);
}

/** Whether commands here must work on a production database, and never start or build anything themselves. */
export const isInstallation = (root, env) => settingsFiles(env).length > 0 || lacksDevelopmentPackages(root);
