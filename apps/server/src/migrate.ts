import { loadConfig } from './config.ts';
import { databaseLabel } from './db/databaseLabel.ts';
import { directUrl, prepareDatabase } from './db/prepareDatabase.ts';

/**
 * Migrates the database and exits, for setups where the serving process must not know the owner of the tables: run this
 * with DATABASE_OWNER_URL and DATABASE_URL, and the server with DATABASE_URL only.
 */
try {
  const config = loadConfig(process.env);
  const ownerUrl = config.DATABASE_OWNER_URL ?? directUrl(config);
  process.stderr.write(`Database ${databaseLabel(ownerUrl)}.\n`);
  const applied = await prepareDatabase({ ownerUrl, applicationUrl: config.DATABASE_URL });
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is up to date.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
