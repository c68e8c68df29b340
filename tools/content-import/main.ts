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

Brings the content of a folder into the portal. The folder holds any of news.jsonl, events.jsonl, resources.jsonl,
documents.jsonl with files/, images.jsonl with images/, home.json, pages.json, menu.json and settings.json; demo/ is one.
Importing again changes only what is new or different. Pictures, items and documents that are in the portal already can be named
by their id there, or by the id of an earlier import.

A text is CommonMark with tables, or a list of such texts and components. A link to item:<id> leads to that item. When
settings.json has an anchorDate, dates move by whole weeks from that day to today, and texts may hold dates that move
along: {{date 2026-12-03}}, {{day …}}, {{month …}}, {{year …}} and {{iso …}}.

  --shift-dates      move all dates by one number of days, so that part of the events lie ahead
  --no-shift-dates   take the dates as they are, whatever the folder's settings say

It writes to DATABASE_URL, or to the database that npm start uses. Exit code 1 when anything was rejected.
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
  // npm runs us in the project's folder; people mean the one that they are in.
  const absolute = resolve(process.env.INIT_CWD ?? '.', folder);
  return withDatabase(async (databaseUrl, dataDir) => {
    const report = await importInto({
      folder: absolute,
      databaseUrl,
      store: await openFileStore(dataDir),
      shiftDates: values['shift-dates'],
      quotaBytes: loadSetting('FILES_QUOTA_BYTES', process.env),
    });
    process.stdout.write(`\n${report.describe()}\n`);
    return report.rejected.length > 0 ? 1 : 0;
  });
}

async function importInto(options: ImportOptions): Promise<ImportReport> {
  let report: ImportReport | undefined;
  await runStep('Content', async (tell) => {
    report = await importContent({
      ...options,
      onProgress: ({ step, done, total }) => tell(`${step} ${done} of ${total}`),
    });
  });
  return report!;
}

/** The configured database or the embedded one, which is left running when the portal is using it. */
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
