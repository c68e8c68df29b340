import { access, constants, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { readScratchRole } from '../backup/scratchDatabase.ts';
import type { Config } from '../config.ts';
import { parseFilesAddress, type FilesAddress } from '../settings/filesAddress.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { checkLocation } from './fileStoreCheck.ts';
import { reasonOf } from '../errors.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

/** Whether backups can be written, read back and verified. */
export async function checkBackups(config: Config): Promise<Finding[]> {
  const notes = notesOn('backups');
  if (config.BACKUP_URL === undefined) {
    const what = 'BACKUP_URL is not set: the portal does not back itself up.';
    if (isLoopback(new URL(config.PUBLIC_URL).hostname)) notes.ok(what);
    else notes.warn(what, 'Set it (docs/install.md, step 9), or back up the database and the files with other tools.');
    return notes.findings;
  }
  const staged = resolve(config.PORTICO_DATA_DIR, 'backups', 'incoming');
  await checkLocation(notes, { setting: 'BACKUP_URL', location: parseFilesAddress(config.BACKUP_URL), staged });
  await checkOwners(notes, parseFilesAddress(config.BACKUP_URL));
  if (config.BACKUP_RECIPIENTS.length === 0)
    notes.warn(
      'BACKUP_RECIPIENTS is not set, so anyone who can read the backup location can read everything.',
      'Create a key with `age-keygen`, set its public part, and keep the file somewhere other than this machine.',
    );
  else await checkIdentity(notes, config);
  await checkScratchServer(notes, config);
  return notes.findings;
}

/** Whether this account may remove what is in a folder of backups. */
async function checkOwners(notes: Notes, location: FilesAddress): Promise<void> {
  if (!('folder' in location)) return;
  const below = await readdir(location.folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const folders = below.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  const allowed = await Promise.all(
    folders.map((folder) =>
      access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  const foreign = allowed.filter((isAllowed) => !isAllowed).length;
  if (foreign > 0)
    notes.warn(
      `${foreign} folders in ${location.folder} belong to another account, so old backups are not removed from them, and new ones may fail.`,
      `Give them to the portal’s account: chown -R ${userInfo().username}: ${location.folder}`,
    );
}

async function checkIdentity(notes: Notes, config: Config): Promise<void> {
  const { BACKUP_IDENTITY_FILE: file, BACKUP_RECIPIENTS: recipients } = config;
  if (file === undefined)
    return notes.warn(
      'BACKUP_IDENTITY_FILE is not set, so encrypted backups are not verified.',
      'Give the workers a key file whose public part is in BACKUP_RECIPIENTS, or test restores yourself.',
    );
  try {
    // Imported here because it loads the age library.
    const { readIdentities, recipientsOf } = await import('../backup/encryption.ts');
    const keys = await recipientsOf(await readIdentities(file));
    if (keys.some((key) => recipients.includes(key))) return notes.ok('The key file opens backups.');
    return notes.fail(
      `New backups are not verified: ${file} has the key of ${keys.join(', ')}, which is not in BACKUP_RECIPIENTS.`,
      'Add the lines of a key file whose public part is there, and restart.',
    );
  } catch (error) {
    return notes.fail((error as Error).message, 'Correct BACKUP_IDENTITY_FILE, and let the portal’s account read it.');
  }
}

async function checkScratchServer(notes: Notes, config: Config): Promise<void> {
  const setting = config.BACKUP_VERIFY_DATABASE_URL === undefined ? 'the database' : 'BACKUP_VERIFY_DATABASE_URL';
  try {
    const role = await readScratchRole(config);
    if (role.mayCreate) notes.ok('A scratch database for verifying backups can be created.');
    else
      notes.warn(
        `The role ${role.name} of ${setting} cannot create databases, so backups are not verified.`,
        `Run “alter role ${role.name} createdb;” as a superuser there, or set BACKUP_VERIFY_DATABASE_URL to a server and role that can.`,
      );
  } catch (error) {
    notes.fail(
      `The server for verifying backups isn’t responding: ${reasonOf(error)}.`,
      `Correct ${setting === 'the database' ? 'DATABASE_URL' : setting}.`,
    );
  }
}
