import { parseArgs } from 'node:util';
import { fillFolder } from '@portico/server/backup/folderParts';
import { openFileStore } from '../fileStore.ts';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { runStep } from '../progress.ts';
import { runMain } from '../runMain.ts';
import { exportContent, exportedNames, type ExportReport } from './exportContent.ts';

const usage = `${commandName('content:export')} <folder> [--replace]

Exports the content of the portal into a new folder, as ${commandName('content:import')} reads it: news, events and their
series, resources, documents with their files, pictures, pages, the dashboard, the menu, redirects, abbreviations, pinned
answers, former names of categories and departments, addresses and group access of applications, limits of forms. The
portal may keep running; the export is as of one instant. Exporting the same content again gives the same bytes.

People and what belongs to them (registrations, entries, confirmations, proofs, access of single persons), drafts that
were never published, former versions, notices, rules and roles are not exported; a backup has them.

  --replace   replace an earlier export in the folder

Reads DATABASE_URL, or the database that npm start uses, and the file store. Exits with 1 if nothing was exported.
`;

/** Exit codes: 0 everything was exported, 1 nothing was exported, 2 wrong arguments. */
async function main(): Promise<number> {
  const {
    values,
    positionals: [folder, ...others],
  } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help || folder === undefined || others.length > 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  return withPortalDatabase({}, async ({ ownerUrl, dataDir }) => {
    const store = await openFileStore(dataDir);
    const target = fromHere(folder);
    let report: ExportReport | undefined;
    await runStep('Content', async (onProgress) => {
      report = await fillFolder(
        target,
        (parts) =>
          exportContent(parts, {
            databaseUrl: ownerUrl,
            store,
            onProgress: ({ step, done, total }) => onProgress(`${step} ${done} of ${total}`),
          }),
        { mayReplace: values.replace ? (entry) => exportedNames.includes(entry) : undefined },
      );
    });
    process.stdout.write(`\n${describe(report!, target)}\n`);
    return 0;
  });
}

function describe({ counts, unfinished, refused }: ExportReport, folder: string): string {
  const left = [
    ...(unfinished > 0 ? [`Left out: ${unfinished} drafts that were never published.`] : []),
    ...(refused > 0 ? [`Left out: ${refused} documents whose file the virus scanner refused.`] : []),
  ];
  return [`Exported into ${folder}:`, ...[...counts].map(([name, count]) => `  ${name}: ${count}`), ...left].join('\n');
}

await runMain(main);
