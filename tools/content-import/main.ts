import { parseArgs } from 'node:util';
import { loadSetting } from '@portico/server/config';
import { migrateToLatest } from '@portico/server/db/migrate';
import { openFileStore } from '../fileStore.ts';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { runStep } from '../progress.ts';
import { runMain } from '../runMain.ts';
import { importContent, type ImportOptions } from './importContent.ts';
import type { ImportReport } from './report.ts';

const usage = `${commandName('content:import')} <folder> [--shift-dates | --no-shift-dates]

Imports the content of a folder into the portal. The folder contains any of news.jsonl, events.jsonl, resources.jsonl,
documents.jsonl with files/, images.jsonl with images/, home.json, pages.json, menu.json, desk.json, series.jsonl and
settings.json; the folder demo of a checkout is an example, and so is what ${commandName('content:export')} writes. Importing
again changes only what is new or different. Refer to pictures, items and documents that are already in the portal by their
id there, or by the id that an earlier import used.

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
  return withPortalDatabase({ changesContent: true }, async ({ ownerUrl, dataDir }) => {
    await migrateToLatest(ownerUrl);
    const report = await importInto({
      folder: fromHere(folder),
      databaseUrl: ownerUrl,
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

await runMain(main);
