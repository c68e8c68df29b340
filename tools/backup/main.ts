import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { LockedError, acquireLock } from '../services/lock.ts';
import { runStep } from '../progress.ts';
import { readRunSettings, type RunSettings } from '../settings.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restoreBackup.ts';
import { writeBackup } from './writeBackup.ts';

const usage = `npm run backup -- <folder>     copies the portal's database and files into a new folder; the portal may keep running
npm run restore -- <folder>    restores the portal from such a folder into an empty database and data folder

Both use DATABASE_URL (or DATABASE_OWNER_URL, where the owner of the tables is another role) and PORTICO_DATA_DIR, or the
database that npm start uses.
`;

/** Exit codes: 0 success, 1 failure, 2 wrong arguments. */
async function main(command: string | undefined): Promise<number> {
  const {
    values,
    positionals: [given, ...others],
  } = parseArgs({ args: process.argv.slice(3), allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help || given === undefined || others.length > 0 || (command !== 'backup' && command !== 'restore')) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  // npm runs scripts in the project's folder, but people mean their current one.
  const folder = resolve(process.env.INIT_CWD ?? '.', given);
  const settings = readRunSettings(process.env);
  let manifest: Manifest | undefined;
  if (command === 'backup') {
    await withDatabase(settings, ({ ownerUrl, storeDir }) =>
      runStep(
        'Backup',
        async (tell) => void (manifest = await writeBackup({ databaseUrl: ownerUrl, storeDir, folder, tell })),
      ),
    );
  } else {
    const release = await acquireLock(join(settings.dataDir, 'running'), { waitMs: 0 });
    await withDatabase(settings, ({ ownerUrl, applicationUrl, storeDir }) =>
      runStep(
        'Restore',
        async (tell) =>
          void (manifest = await restoreBackup({ databaseUrl: ownerUrl, applicationUrl, storeDir, folder, tell })),
      ),
    ).finally(release);
  }
  const { tables, files, takenAt } = manifest!;
  process.stdout.write(
    `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables and ${files.length} files, as of ${takenAt}.\n`,
  );
  return 0;
}

/** Uses the configured database, or the embedded one, which keeps running if the portal uses it. */
async function withDatabase(
  settings: RunSettings,
  work: (parts: { ownerUrl: string; applicationUrl: string; storeDir: string }) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  const storeDir = join(dataDir, 'files');
  if (databaseUrl !== undefined)
    return work({ ownerUrl: databaseOwnerUrl ?? databaseUrl, applicationUrl: databaseUrl, storeDir });
  const embedded = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') });
  try {
    await work({ ownerUrl: embedded.url, applicationUrl: embedded.applicationUrl, storeDir });
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
