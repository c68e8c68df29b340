import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadSetting } from '@portico/server/config';
import { openBackupStore, type BackupSummary } from '@portico/server/backup/backupStore';
import { fillFolder, folderParts } from '@portico/server/backup/folderParts';
import type { Manifest } from '@portico/server/backup/manifest';
import { pickBackup } from '@portico/server/backup/pickBackup';
import { findRestorable, restoreBackup } from '@portico/server/backup/restoreBackup';
import { writeBackup } from '@portico/server/backup/writeBackup';
import { createDb, createPool } from '@portico/server/db/pool';
import { recordBackup } from '@portico/server/features/backups/runBackups';
import { openFileStore } from '../fileStore.ts';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { settingsSource, withPortalDatabase, type PortalDatabase } from '../operate/portalDatabase.ts';
import { LockedError, acquireLock } from '../services/lock.ts';
import { runStep } from '../progress.ts';
import { ArgumentError, runMain } from '../runMain.ts';
import { readRunSettings } from '../settings.ts';

const [toBackUp, toRestore] = [commandName('backup'), commandName('restore')];
const usage = `${toBackUp}
    adds a backup to BACKUP_URL, encrypted for BACKUP_RECIPIENTS
${toBackUp} <folder>
    copies the portal's database and files into a new folder, unencrypted
${toRestore} <folder> --yes
    restores the portal from such a folder into an empty database and file store; without --yes, only checks the
    backup, its key, the database and the file store
${toRestore} [<address>] [--backup <id>] [--identity <file>] --yes
    restores from an address, by default the newest backup at BACKUP_URL
${toRestore} [<address>] --list
    lists the backups at the address

All use DATABASE_URL (or DATABASE_OWNER_URL, where the owner of the tables is another role), FILES_URL and
PORTICO_DATA_DIR, or the database that npm start uses. The portal may keep running during a backup. An address is
s3://bucket/prefix?region=… or file:///folder. --identity names the age key file that decrypts an encrypted backup;
BACKUP_IDENTITY_FILE is the default.
`;

interface Request {
  given: string | undefined;
  backup: string | undefined;
  identity: string | undefined;
  isList: boolean;
  isConfirmed: boolean;
}

/** Exit codes: 0 success, 1 failure, 2 wrong arguments. */
async function main(command: string | undefined): Promise<number> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      backup: { type: 'string' },
      identity: { type: 'string' },
      list: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  const request: Request = {
    given: positionals[0],
    backup: values.backup,
    identity: values.identity,
    isList: values.list ?? false,
    isConfirmed: values.yes ?? false,
  };
  if (values.help || !isPossible(command, request, positionals.length)) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  process.stdout.write(`${await (command === 'backup' ? backUp(request) : restore(request))}\n`);
  return 0;
}

const isAddress = (given: string): boolean => /^(?:s3|file):/.test(given);

/** Whether options name one of the backups at an address. */
const hasChoice = ({ backup, identity, isList }: Request): boolean =>
  backup !== undefined || identity !== undefined || isList;

function isPossible(command: string | undefined, request: Request, count: number): boolean {
  if (command === 'backup') return count <= 1 && !hasChoice(request) && !request.isConfirmed;
  return command === 'restore' && count <= 1;
}

function addressFor({ given }: Request, what: string): string {
  const address = given ?? loadSetting('BACKUP_URL', process.env);
  if (address === undefined)
    throw new ArgumentError(`BACKUP_URL is not set in ${settingsSource()}. Set it there, or name the folder ${what}.`);
  return address;
}

function backUp(request: Request): Promise<string> {
  const address = addressFor(request, 'for the backup');
  return withPortalDatabase({}, async ({ ownerUrl, dataDir }) => {
    const store = await openFileStore(dataDir);
    let result = '';
    await runStep('Backup', async (onProgress) => {
      const options = { databaseUrl: ownerUrl, store, onProgress };
      if (!isAddress(address)) {
        result = manifestLine(await fillFolder(fromHere(address), (parts) => writeBackup(parts, options)));
        return;
      }
      const backupStore = await openBackupStore(address, dataDir);
      const recipients = loadSetting('BACKUP_RECIPIENTS', process.env);
      const db = createDb(createPool({ url: ownerUrl, max: 2, prepare: false, statementTimeoutMs: 60_000 }));
      const summary = await recordBackup(db, () => new Date(), { ...options, backupStore, recipients }).finally(() =>
        db.destroy(),
      );
      result = `${summary.id}: ${countLine(summary)}`;
    });
    return result;
  });
}

async function restore(request: Request): Promise<string> {
  const { backup, identity, isList, isConfirmed } = request;
  const address = addressFor(request, 'or address of the backup');
  if (!isAddress(address) && hasChoice(request))
    throw new ArgumentError(
      `--list, --backup and --identity are for addresses, and ${address} is a folder. If it holds the backups of BACKUP_URL, name it ${pathToFileURL(fromHere(address)).href}.`,
    );
  const { dataDir } = readRunSettings(process.env);
  const backupStore = isAddress(address) ? await openBackupStore(address, dataDir) : undefined;
  if (backupStore && isList) return describe(await backupStore.list(), address);
  const findParts = async () => {
    if (!backupStore) return folderParts(fromHere(address));
    const identityFile = identity === undefined ? loadSetting('BACKUP_IDENTITY_FILE', process.env) : fromHere(identity);
    return (await pickBackup(backupStore, { id: backup, identityFile })).parts;
  };
  const overwrites = async ({ ownerUrl }: PortalDatabase) => {
    const parts = await findParts();
    const manifest = await findRestorable(parts, { databaseUrl: ownerUrl, store: await openFileStore(dataDir) });
    return `This restores ${parts.name} into this database, which is empty, and ${loadSetting('FILES_URL', process.env) ?? join(dataDir, 'files')}: ${manifestLine(manifest)}`;
  };
  return withPortalDatabase({ overwrites, isConfirmed }, async ({ ownerUrl, applicationUrl }) => {
    const parts = await findParts();
    const release = await lockData(dataDir);
    try {
      const store = await openFileStore(dataDir);
      let result = '';
      await runStep('Restore', async (onProgress) => {
        result = manifestLine(await restoreBackup(parts, { databaseUrl: ownerUrl, applicationUrl, store, onProgress }));
      });
      return result;
    } finally {
      release();
    }
  });
}

/** Locks the data folder against the portal that npm start runs. */
async function lockData(dataDir: string): Promise<() => void> {
  try {
    return await acquireLock(join(dataDir, 'running'), { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new Error(`The portal is running on this data folder (process ${error.owner}). Stop it first.`, {
      cause: error,
    });
  }
}

const manifestLine = ({ tables, files, takenAt }: Manifest): string =>
  countLine({
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.length,
    files: files.length,
    takenAt,
  });

const countLine = ({ rows, tables, files, takenAt }: Pick<BackupSummary, 'rows' | 'tables' | 'files' | 'takenAt'>) =>
  `${rows} rows of ${tables} tables and ${files} files, as of ${takenAt}.`;

function describe(backups: BackupSummary[], address: string): string {
  if (backups.length === 0) return `There is no complete backup at ${address}.`;
  return backups
    .map(({ id, bytes, version, recipients, ...counts }) =>
      [
        id,
        `${(bytes / 1e6).toFixed(1)} MB`.padStart(12),
        recipients.length > 0 ? `encrypted for ${recipients.join(', ')}` : 'not encrypted',
        `version ${version}`,
        countLine(counts),
      ].join('  '),
    )
    .join('\n');
}

await runMain(() => main(process.argv[2]));
