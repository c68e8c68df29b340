import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { migrateToLatest } from '@portico/server/db/migrate';
import { createDb, createPool } from '@portico/server/db/pool';
import { readPeopleFile, type PeopleFile } from '@portico/server/features/people/peopleFile';
import { savePeople, type Leavers } from '@portico/server/sign-in/directory/savePeople';
import { readRunSettings } from '../settings.ts';
import { describePeople } from './describePeople.ts';

const usage = `npm run people:import -- <file.csv> [--leavers=keep | --leavers=lose] [--dry-run]

Imports what audience rules compare: firm, branch, state, license and team of people. The file is CSV in UTF-8, as saved by
a spreadsheet. Its first line names the columns: email, which every line needs, and any of given name, surname, advisor
type, firm, branch, state, license, team. Separate several values in one cell by semicolons.

People are identified by their email address. Those who have signed in keep name, advisor type and roles from the identity
provider; the others get them from the file until they sign in for the first time.

  --leavers=keep     people who were in an earlier file and are not in this one stay as they are (the default)
  --leavers=lose     those people lose what the file gave them; if they have never signed in, they are removed
  --dry-run          reports what would happen and changes nothing

Writes to DATABASE_URL, or to the database that npm start uses. Exits with 1 if a line was rejected or the file cannot be
read.
`;

const STATEMENT_TIMEOUT_MS = 300_000;

interface Command {
  file: string;
  leavers: Leavers;
  isDryRun: boolean;
}

/** The command, or undefined if the arguments are invalid. */
function readArguments(): Command | 'help' | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { leavers: { type: 'string' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return 'help';
  const { leavers = 'keep' } = values;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0 || (leavers !== 'keep' && leavers !== 'lose')) return undefined;
  return { file: resolve(process.env.INIT_CWD ?? '.', file), leavers, isDryRun: values['dry-run'] ?? false };
}

/** Exit codes: 0 everything was imported, 1 something was rejected or the file cannot be read, 2 wrong arguments. */
async function main(): Promise<number> {
  const command = readArguments();
  if (command === undefined || command === 'help') {
    process.stdout.write(usage);
    return command === 'help' ? 0 : 2;
  }
  const { isDryRun, leavers } = command;
  const file = readPeopleFile(await readFile(command.file));
  const saved = await withDatabase((databaseUrl) => save(databaseUrl, file, { isDryRun, leavers }));
  process.stdout.write(describePeople(file, saved, { isDryRun, leavers }));
  return file.rejected.length > 0 ? 1 : 0;
}

async function save(databaseUrl: string, file: PeopleFile, how: Pick<Command, 'isDryRun' | 'leavers'>) {
  const db = createDb(
    createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
  );
  try {
    const present = file.rejected.flatMap(({ email }) => email ?? []);
    return await savePeople(db, file.people, { ...how, present });
  } finally {
    await db.destroy();
  }
}

/** Uses the configured database, or the embedded one, which is left running if the portal is using it. */
async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const { databaseOwnerUrl: databaseUrl, dataDir } = readRunSettings(process.env);
  const embedded =
    databaseUrl === undefined ? await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') }) : undefined;
  const url = databaseUrl ?? embedded!.url;
  try {
    await migrateToLatest(url);
    return await work(url);
  } finally {
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
