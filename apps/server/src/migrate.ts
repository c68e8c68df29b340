import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { databaseLabel } from './db/databaseLabel.ts';
import { directUrl, prepareDatabase } from './db/prepareDatabase.ts';

const usage = `portico migrate

Migrates the database and ends. Where the processes don't know DATABASE_OWNER_URL, add a settings file that has it:
portico --settings /etc/portico/portico.env --settings /etc/portico/owner.env migrate. Exit codes: 0 the schema is up to
date, 1 it could not be migrated, 2 wrong arguments.
`;

/**
 * Migrates the database and exits, for setups where the serving process must not know the owner of the tables: run this
 * with DATABASE_OWNER_URL and DATABASE_URL, and the server with DATABASE_URL only.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const config = loadConfig(process.env);
  const ownerUrl = config.DATABASE_OWNER_URL ?? directUrl(config);
  process.stderr.write(`Database ${databaseLabel(ownerUrl)}.\n`);
  const applied = await prepareDatabase({ ownerUrl, applicationUrl: config.DATABASE_URL });
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is up to date.\n');
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.stderr.write(`${(error as Error).message}\n${isArgument ? usage : ''}`);
  process.exitCode = isArgument ? 2 : 1;
}
