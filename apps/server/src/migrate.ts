import { loadConfig } from './config.ts';
import { prepareDatabase } from './db/prepareDatabase.ts';

/**
 * Brings the database up to date and ends, for set-ups where the process that serves must not know the owner of the tables:
 * run this with DATABASE_OWNER_URL and DATABASE_URL, the server with DATABASE_URL alone.
 */
try {
  const { DATABASE_URL, DATABASE_OWNER_URL } = loadConfig(process.env);
  const applied = await prepareDatabase({ ownerUrl: DATABASE_OWNER_URL ?? DATABASE_URL, applicationUrl: DATABASE_URL });
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is up to date.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
