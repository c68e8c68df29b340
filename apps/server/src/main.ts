import { ConfigError, loadConfig, type Config } from './config.ts';
import { migrateToLatest } from './db/migrate.ts';
import { serve } from './serve.ts';

function configure(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

const config = configure();
await migrateToLatest(config.DATABASE_URL);
const server = await serve(config);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close().then(() => process.exit(0)));
