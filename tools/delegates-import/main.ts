import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dayIn } from '@portico/contracts/times';
import { loadSetting } from '@portico/server/config';
import { migrateToLatest } from '@portico/server/db/migrate';
import { createDb, createPool } from '@portico/server/db/pool';
import { readDelegatesFile } from '@portico/server/features/acting/delegatesFile';
import { importDelegates } from '@portico/server/features/acting/importDelegates';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { runMain } from '../runMain.ts';

const usage = `${commandName('delegates:import')} <file.csv> [--dry-run]

Lets people act for others. The file is CSV in UTF-8, as saved by a spreadsheet. Its first line names the columns, all of which
every line needs: person and delegate, the email addresses of who is acted for and who acts; scopes, one or several of Duties,
Tasks, Notices and Events, separated by semicolons; from and until, the first and the last day, such as 2026-12-31, at most
one year apart.

A line replaces the right that the delegate has for that person. Other rights stay; people end them at /delegates, and
administrators at /admin/delegates.

  --dry-run          reports what would happen and changes nothing

Writes to DATABASE_URL, or to the database that npm start uses. Exits with 1 if a line was rejected or the file cannot be
read.
`;

const STATEMENT_TIMEOUT_MS = 300_000;
/** Maximum number of rejected lines that are shown. */
const MAX_LISTED = 20;

/** Exit codes: 0 everything was imported, 1 something was rejected or the file cannot be read, 2 wrong arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [path, ...others] = positionals;
  if (values.help || path === undefined || others.length > 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const isDryRun = values['dry-run'] ?? false;
  const file = readDelegatesFile(await readFile(fromHere(path)));
  const intent = { overwrites: undefined, isConfirmed: false, changesContent: false };
  const { given, unchanged, rejected } = await withPortalDatabase(intent, async ({ ownerUrl }) => {
    await migrateToLatest(ownerUrl);
    const db = createDb(
      createPool({ url: ownerUrl, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    );
    const now = new Date();
    const today = dayIn(loadSetting('FIRM_TIME_ZONE', process.env), now);
    return importDelegates(db, file, { today, now, isDryRun }).finally(() => db.destroy());
  });
  const shown = rejected.slice(0, MAX_LISTED).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const more = rejected.length - shown.length;
  process.stdout.write(
    [
      ...(isDryRun ? ['Dry run: nothing was changed.'] : []),
      `Rights: ${given} given, ${unchanged} unchanged, ${rejected.length} rejected.`,
      ...(rejected.length > 0 ? ['Rejected:', ...shown] : []),
      ...(more > 0 ? [`  and ${more} more`] : []),
      '',
    ].join('\n'),
  );
  return rejected.length > 0 ? 1 : 0;
}

await runMain(main);
