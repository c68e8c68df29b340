import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { parseFilesAddress } from '../settings/filesAddress.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

/** Where systemd looks for units, by precedence. */
const FOLDERS = [
  '/etc/systemd/system',
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/usr/lib/systemd/system',
];
const USUAL_UNITS = ['portico', 'portico-worker'];
const HOMES = ['/home', '/root', '/run/user'];
const TEMPORARY = ['/tmp', '/var/tmp'];
/** Folders below which systemd creates those that a unit asks for. */
const OWN_FOLDERS = {
  StateDirectory: '/var/lib',
  CacheDirectory: '/var/cache',
  LogsDirectory: '/var/log',
  RuntimeDirectory: '/run',
};

interface Unit {
  name: string;
  /** The values of a setting, in order, from the unit and its drop-ins. */
  valuesOf(setting: string): string[];
}

/** What a process of a unit can do below a path; the longest path decides. */
type Access = 'write' | 'read' | 'private' | 'none';

/**
 * Whether the sandbox of each unit allows the folders and files that the settings name. Doctor runs outside of the
 * sandbox, where they all work. `units` are names or files; without any, those of docs/install.md that are installed.
 */
export function checkSandbox(
  config: Config,
  env: Record<string, string | undefined>,
  units: readonly string[] = [],
): Finding[] {
  const notes = notesOn('sandbox');
  const chosen = units.length > 0 ? units : USUAL_UNITS.filter((name) => findUnitFile(name) !== undefined);
  for (const nameOrPath of chosen) {
    const unit = readUnit(nameOrPath);
    if (unit) checkUnit(notes, config, env, unit);
    else notes.fail(`There is no unit ${nameOrPath}.`, `Units are in ${FOLDERS.join(', ')}; or name its file.`);
  }
  return notes.findings;
}

const findUnitFile = (name: string): string | undefined =>
  (name.includes('/') ? [resolve(name)] : FOLDERS.map((folder) => join(folder, withSuffix(name)))).find((path) =>
    existsSync(path),
  );

const withSuffix = (name: string): string => (name.endsWith('.service') ? name : `${name}.service`);

function readUnit(nameOrPath: string): Unit | undefined {
  const file = findUnitFile(nameOrPath);
  if (file === undefined) return undefined;
  const dropIns = nameOrPath.includes('/')
    ? [`${file}.d`]
    : FOLDERS.toReversed().map((folder) => join(folder, `${basename(file)}.d`));
  const files = dropIns
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.conf'))
    .sort((one, other) => basename(one).localeCompare(basename(other)));
  const values = new Map<string, string[]>();
  for (const path of [file, ...files]) {
    const lines = readFileSync(path, 'utf8').replaceAll(/\\\n/g, ' ').split('\n');
    for (const line of lines) {
      const [name, value] = [line.split('=', 1)[0]!.trim(), line.slice(line.indexOf('=') + 1).trim()];
      if (!line.includes('=') || !/^[A-Z]\w*$/.test(name)) continue;
      // An empty value resets a list.
      values.set(name, value === '' ? [] : [...(values.get(name) ?? []), value]);
    }
  }
  return { name: basename(file, '.service'), valuesOf: (setting) => values.get(setting) ?? [] };
}

function checkUnit(notes: Notes, config: Config, env: Record<string, string | undefined>, unit: Unit): void {
  const before = notes.findings.length;
  checkStart(notes, env, unit);
  const accessTo = accessOf(unit);
  const isWorker = !unit.valuesOf('ExecStart').some((command) => command.includes('PORTICO_ROLE=web'));
  for (const [setting, path] of writtenFolders(config, isWorker)) {
    const access = accessTo(path);
    if (access === 'private')
      notes.fail(
        `${setting}: ${unit.name} has its own ${path}, which is deleted when it stops (PrivateTmp=).`,
        'Choose a folder outside of /tmp and /var/tmp.',
      );
    else if (access !== 'write')
      notes.fail(
        `${setting}: ${unit.name} cannot write to ${path} (${access === 'none' ? 'ProtectHome=' : 'ProtectSystem='} in its unit).`,
        access === 'none'
          ? 'Choose a folder outside of /home, /root and /run/user.'
          : `Run “systemctl edit ${unit.name}”, add the lines “[Service]” and “ReadWritePaths=${path}”, and restart it.`,
      );
  }
  for (const [setting, path] of readFiles(config, env, isWorker))
    if (['none', 'private'].includes(accessTo(path)))
      notes.fail(
        `${setting}: ${unit.name} cannot see ${path} (${accessTo(path) === 'none' ? 'ProtectHome=' : 'PrivateTmp='} in its unit).`,
        'Put keys and certificate authorities into /etc/portico, readable by the portal’s account.',
      );
  if (notes.findings.length === before) notes.ok(`${unit.name} may use every folder and file that the settings name.`);
}

function checkStart(notes: Notes, env: Record<string, string | undefined>, unit: Unit): void {
  for (const path of listOf(unit, 'ReadWritePaths'))
    if (!path.startsWith('-') && !existsSync(path.replace(/^\+/, '')))
      notes.fail(
        `${unit.name} can’t start, because ${path} in its ReadWritePaths= does not exist.`,
        'Create the folder, or put a hyphen before it.',
      );
  const [read, used] = [
    unit.valuesOf('EnvironmentFile').map((path) => path.replace(/^-/, '')),
    env['PORTICO_SETTINGS_FILE'],
  ];
  if (used && read.length > 0 && !used.split(':').some((file) => read.includes(file)))
    notes.warn(
      `${unit.name} reads its settings from ${read.join(', ')}, not from ${used}.`,
      'Name the file of the unit with --settings.',
    );
  const account = unit.valuesOf('User').at(-1);
  if (account !== undefined && account !== userInfo().username)
    notes.warn(
      `${unit.name} runs as ${account}, but doctor runs as ${userInfo().username}, so rights may differ.`,
      `Make ${account} the owner of ${env['PORTICO_DATA_DIR'] ?? 'PORTICO_DATA_DIR'}, and run “portico doctor” as root.`,
    );
}

const listOf = (unit: Unit, setting: string): string[] =>
  unit.valuesOf(setting).flatMap((value) => value.split(/\s+/).filter(Boolean));
const isOn = (unit: Unit, setting: string): boolean => /^(?:yes|true|1|on)$/.test(unit.valuesOf(setting).at(-1) ?? '');

function accessOf(unit: Unit): (path: string) => Access {
  const system = unit.valuesOf('ProtectSystem').at(-1) ?? 'no';
  const home = unit.valuesOf('ProtectHome').at(-1) ?? 'no';
  const rules: Array<[path: string, access: Access]> = [['/', system === 'strict' ? 'read' : 'write']];
  const add = (access: Access, paths: string[]) =>
    rules.push(...paths.map((path): [string, Access] => [path.replace(/^[-+]*/, ''), access]));
  if (['yes', 'true', '1', 'on', 'full'].includes(system)) add('read', ['/usr', '/boot', '/efi']);
  if (system === 'full') add('read', ['/etc']);
  if (home === 'read-only') add('read', HOMES);
  else if (home !== 'no' && home !== 'false') add('none', HOMES);
  if (isOn(unit, 'PrivateTmp')) add('private', TEMPORARY);
  add('read', listOf(unit, 'ReadOnlyPaths'));
  add('write', listOf(unit, 'ReadWritePaths'));
  add('none', listOf(unit, 'InaccessiblePaths'));
  const targets = (setting: string) => listOf(unit, setting).map((value) => value.split(':')[1] ?? value);
  add('write', targets('BindPaths'));
  add('read', targets('BindReadOnlyPaths'));
  for (const [setting, parent] of Object.entries(OWN_FOLDERS))
    add(
      'write',
      listOf(unit, setting).map((name) => join(parent, name)),
    );
  rules.sort(([one], [other]) => one.length - other.length);
  const isBelow = (path: string, folder: string) =>
    path === folder || path.startsWith(folder === '/' ? '/' : `${folder.replace(/\/$/, '')}/`);
  return (path) => rules.findLast(([folder]) => isBelow(path, folder))![1];
}

function writtenFolders(config: Config, isWorker: boolean): Array<[setting: string, path: string]> {
  const folders: Array<[string, string]> = [['PORTICO_DATA_DIR', resolve(config.PORTICO_DATA_DIR)]];
  for (const setting of ['FILES_URL', 'FILES_ALSO_URL', ...(isWorker ? (['BACKUP_URL'] as const) : [])] as const) {
    const place = config[setting] === undefined ? undefined : parseFilesAddress(config[setting]);
    if (place && 'folder' in place) folders.push([setting, resolve(place.folder)]);
  }
  return folders;
}

function readFiles(
  config: Config,
  env: Record<string, string | undefined>,
  isWorker: boolean,
): Array<[setting: string, path: string]> {
  const files: Array<[string, string | undefined]> = [['NODE_EXTRA_CA_CERTS', env['NODE_EXTRA_CA_CERTS']]];
  if (isWorker) files.push(['BACKUP_IDENTITY_FILE', config.BACKUP_IDENTITY_FILE]);
  for (const setting of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL'] as const)
    for (const option of ['sslrootcert', 'sslcert', 'sslkey'])
      files.push([setting, URL.parse(config[setting] ?? '')?.searchParams.get(option) ?? undefined]);
  const scanner = config.CLAMAV_URL;
  if (scanner && 'path' in scanner) files.push(['CLAMAV_URL', scanner.path]);
  return files.flatMap(([setting, path]) => (path ? [[setting, resolve(path)]] : []));
}
