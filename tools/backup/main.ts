import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { loadSetting } from '@portico/server/config';
import { openPlace, type BackupSummary } from '@portico/server/backup/backupPlace';
import { fillFolder, folderParts } from '@portico/server/backup/folderParts';
import { pickBackup } from '@portico/server/backup/pickBackup';
import { restoreBackup } from '@portico/server/backup/restoreBackup';
import { writeBackup } from '@portico/server/backup/writeBackup';
import { createDb, createPool } from '@portico/server/db/pool';
import { recordBackup } from '@portico/server/features/backups/runBackups';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { openFileStore } from '../fileStore.ts';
import { LockedError, acquireLock } from '../services/lock.ts';
import { runStep } from '../progress.ts';
import { readRunSettings, type RunSettings } from '../settings.ts';

const usage = `npm run backup                    adds a backup to BACKUP_URL, encrypted for BACKUP_RECIPIENTS
npm run backup -- <folder>        copies the portal's database and files into a new folder, unencrypted
npm run restore -- <folder>       restores the portal from such a folder into an empty database and file store
npm run restore -- <address> [--backup <id>] [--identity <file>]
                                  restores from an address such as BACKUP_URL, by default its newest backup
npm run restore -- <address> --list
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
    },
  });
  const request: Request = {
    given: positionals[0],
    backup: values.backup,
    identity: values.identity,
    isList: values.list ?? false,
  };
  if (values.help || !isPossible(command, request, positionals.length)) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const settings = readRunSettings(process.env);
  process.stdout.write(`${await (command === 'backup' ? backUp(request, settings) : restore(request, settings))}\n`);
  return 0;
}

const isAddress = (given: string): boolean => /^(?:s3|file):/.test(given);
/** npm runs scripts in the project's folder, but people mean the folder they are in. */
const here = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

function isPossible(command: string | undefined, request: Request, count: number): boolean {
  const { given, backup, identity, isList } = request;
  const hasOptions = backup !== undefined || identity !== undefined || isList;
  if (command === 'backup') return count <= 1 && !hasOptions && (given !== undefined || isSet('BACKUP_URL'));
  return command === 'restore' && count === 1 && (!hasOptions || isAddress(given!));
}

const isSet = (name: string): boolean => Boolean(process.env[name]?.trim());

async function backUp({ given }: Request, settings: RunSettings): Promise<string> {
  const address = given === undefined ? loadSetting('BACKUP_URL', process.env)! : given;
  return withDatabase(settings, async ({ ownerUrl, store }) => {
    let result = '';
    await runStep('Backup', async (onProgress) => {
      const options = { databaseUrl: ownerUrl, store, onProgress };
      if (!isAddress(address)) {
        const { tables, files, takenAt } = await fillFolder(here(address), (parts) => writeBackup(parts, options));
        result = countLine({ rows: rowsOf(tables), tables: tables.length, files: files.length, takenAt });
        return;
      }
      const place = await openPlace(address, settings.dataDir);
      const recipients = loadSetting('BACKUP_RECIPIENTS', process.env);
      const db = createDb(createPool({ url: ownerUrl, max: 2, prepare: false, statementTimeoutMs: 60_000 }));
      const summary = await recordBackup(db, () => new Date(), { ...options, place, recipients }).finally(() =>
        db.destroy(),
      );
      result = `${summary.id}: ${countLine(summary)}`;
    });
    return result;
  });
}

async function restore({ given, backup, identity, isList }: Request, settings: RunSettings): Promise<string> {
  const place = isAddress(given!) ? await openPlace(given!, settings.dataDir) : undefined;
  if (place && isList) return describe(await place.list());
  const identityFile = identity === undefined ? loadSetting('BACKUP_IDENTITY_FILE', process.env) : here(identity);
  const parts = place ? (await pickBackup(place, { id: backup, identityFile })).parts : folderParts(here(given!));
  const release = await acquireLock(join(settings.dataDir, 'running'), { waitMs: 0 });
  return withDatabase(settings, async ({ ownerUrl, applicationUrl, store }) => {
    let result = '';
    await runStep('Restore', async (onProgress) => {
      const { tables, files, takenAt } = await restoreBackup(parts, {
        databaseUrl: ownerUrl,
        applicationUrl,
        store,
        onProgress,
      });
      result = countLine({ rows: rowsOf(tables), tables: tables.length, files: files.length, takenAt });
    });
    return result;
  }).finally(release);
}

const rowsOf = (tables: Array<{ rows: number }>): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const countLine = ({ rows, tables, files, takenAt }: Pick<BackupSummary, 'rows' | 'tables' | 'files' | 'takenAt'>) =>
  `${rows} rows of ${tables} tables and ${files} files, as of ${takenAt}.`;

function describe(backups: BackupSummary[]): string {
  if (backups.length === 0) return 'There is no complete backup.';
  return backups
    .map(({ id, bytes, version, recipients, ...counts }) =>
      [
        id,
        `${(bytes / 1e6).toFixed(1)} MB`.padStart(12),
        recipients.length > 0 ? 'encrypted    ' : 'not encrypted',
        `version ${version}`,
        countLine(counts),
      ].join('  '),
    )
    .join('\n');
}

/** Uses the configured database, or the embedded one, which is left running if the portal is using it. */
async function withDatabase<Result>(
  settings: RunSettings,
  work: (parts: { ownerUrl: string; applicationUrl: string; store: ObjectStore }) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  const store = await openFileStore(dataDir);
  if (databaseUrl !== undefined)
    return work({ ownerUrl: databaseOwnerUrl ?? databaseUrl, applicationUrl: databaseUrl, store });
  const embedded = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') });
  try {
    return await work({ ownerUrl: embedded.url, applicationUrl: embedded.applicationUrl, store });
  } finally {
    if (!embedded.adopted) await embedded.stop();
  }
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  const message =
    error instanceof LockedError
      ? `The portal is running on this data folder (process ${error.owner}). Stop it first.`
      : (error as Error).message;
  process.stderr.write(`${message}\n`);
  process.exitCode = isArgument ? 2 : 1;
}
