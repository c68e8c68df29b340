import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { ConfigError, loadSetting } from '@portico/server/config';
import { migrateToLatest } from '@portico/server/db/migrate';
import { openFileStore } from '../fileStore.ts';
import { runStep } from '../progress.ts';
import { readRunSettings } from '../settings.ts';
import { ImportError } from './collection.ts';
import { importContent, type ImportOptions } from './importContent.ts';
import type { ImportReport } from './report.ts';

const usage = `npm run content:import -- <folder> [--shift-dates | --no-shift-dates]

Imports the content of a folder into the portal. The folder contains any of news.jsonl, events.jsonl, resources.jsonl,
documents.jsonl with files/, images.jsonl with images/, home.json, pages.json, menu.json and settings.json; demo/ is an
example. Importing again changes only what is new or different. Refer to pictures, items and documents that are already
in the portal by their id there, or by the id that an earlier import used.

A text is CommonMark with tables, or a list of such texts and components. A link to item:<id> opens that item. If
settings.json has an anchorDate, dates move by whole weeks from that day to today, and texts can contain dates that move
along: {{date 2026-12-03}}, {{day …}}, {{month …}}, {{year …}} and {{iso …}}.

  --shift-dates      move all dates by the same number of days, so that some of the events are upcoming
  --no-shift-dates   leave the dates unchanged, even if the folder's settings move them

Writes to DATABASE_URL, or to the database that npm start uses. Exits with 1 if anything was rejected.
`;

/** Exit codes: 0 everything was imported, 1 something was rejected or nothing could be imported, 2 wrong arguments. */
async function main(): Promise<number> {
  const {
    values,
    positionals: [folder, ...others],
  } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: { 'shift-dates': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help || folder === undefined || others.length > 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  // npm runs scripts in the project's folder, but people mean the folder they are in.
  const absolute = resolve(process.env.INIT_CWD ?? '.', folder);
  return withDatabase(async (databaseUrl, dataDir) => {
    const report = await importInto({
      folder: absolute,
      databaseUrl,
      store: await openFileStore(dataDir),
      firmTimeZone: loadSetting('FIRM_TIME_ZONE', process.env),
      shiftDates: values['shift-dates'],
      quotaBytes: loadSetting('FILES_QUOTA_BYTES', process.env),
    });
    process.stdout.write(`\n${report.describe()}\n`);
    return report.rejected.length > 0 ? 1 : 0;
  });
}

async function importInto(options: ImportOptions): Promise<ImportReport> {
  let report: ImportReport | undefined;
  await runStep('Content', async (onProgress) => {
    report = await importContent({
      ...options,
      onProgress: ({ step, done, total }) => onProgress(`${step} ${done} of ${total}`),
    });
  });
  return report!;
}

/** Uses the configured database, or the embedded one, which is left running if the portal is using it. */
async function withDatabase(work: (databaseUrl: string, dataDir: string) => Promise<number>): Promise<number> {
  const { databaseOwnerUrl: databaseUrl, dataDir } = readRunSettings(process.env);
  const embedded =
    databaseUrl === undefined ? await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') }) : undefined;
  const url = databaseUrl ?? embedded!.url;
  try {
    await migrateToLatest(url);
    return await work(url, dataDir);
  } finally {
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected =
    error instanceof ImportError ||
    error instanceof ConfigError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exitCode = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}
