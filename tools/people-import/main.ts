import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '@portico/server/db/migrate';
import { createDb, createPool } from '@portico/server/db/pool';
import { readPeopleFile, type PeopleFile } from '@portico/server/features/people/peopleFile';
import { savePeople, type Leavers } from '@portico/server/sign-in/directory/savePeople';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { withPortalDatabase } from '../operate/portalDatabase.ts';
import { runMain } from '../runMain.ts';
import { describePeople } from './describePeople.ts';

const usage = `${commandName('people:import')} <file.csv> [--leavers=keep | --leavers=lose --yes] [--dry-run]

Imports what audience rules compare: firm, branch, state, license and team of people. The file is CSV in UTF-8, as saved by
a spreadsheet. Its first line names the columns: email, which every line needs, and any of given name, surname, advisor
type, firm, branch, state, license, team, manager and time zone. Separate several values in one cell by semicolons. A
manager is the email address of the supervisor, who sees what their people must confirm; a time zone is a name such as
America/New_York.

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
  isConfirmed: boolean;
}

/** The command, or undefined if the arguments are invalid. */
function readArguments(): Command | 'help' | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      leavers: { type: 'string' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { leavers = 'keep' } = values;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0 || (leavers !== 'keep' && leavers !== 'lose')) return undefined;
  return {
    file: fromHere(file),
    leavers,
    isDryRun: values['dry-run'] ?? false,
    isConfirmed: values.yes ?? false,
  };
}

/** Exit codes: 0 everything was imported, 1 something was rejected or the file cannot be read, 2 wrong arguments. */
async function main(): Promise<number> {
  const command = readArguments();
  if (command === undefined || command === 'help') {
    process.stdout.write(usage);
    return command === 'help' ? 0 : 2;
  }
  const { isDryRun, leavers, isConfirmed } = command;
  const file = readPeopleFile(await readFile(command.file));
  const intent = {
    overwrites:
      leavers === 'lose' && !isDryRun
        ? 'This removes what earlier files said about people who are not in this one, and those who never signed in.'
        : undefined,
    isConfirmed,
    changesContent: !isDryRun,
  };
  const saved = await withPortalDatabase(intent, async ({ ownerUrl }) => {
    await migrateToLatest(ownerUrl);
    return save(ownerUrl, file, { isDryRun, leavers });
  });
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

await runMain(main);
