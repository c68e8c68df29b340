import { flushCompileCache } from 'node:module';
import { ConfigError, loadConfig } from './config.ts';
import { checkPooler } from './db/poolerProblems.ts';
import { directUrl, prepareDatabase } from './db/prepareDatabase.ts';
import { socketsOfUnit } from './listening.ts';
import { serve, type RunningServer } from './serve.ts';

async function start(): Promise<RunningServer> {
  const config = loadConfig(process.env);
  await prepareDatabase({
    ownerUrl: config.DATABASE_OWNER_URL ?? directUrl(config),
    applicationUrl: config.DATABASE_URL,
  });
  await checkPooler(config);
  return serve(config, { sockets: socketsOfUnit(process.env) });
}

/** Explains in a line or two why the server does not start. Exit code 2 for the configuration, 1 for anything else. */
function giveUp(error: unknown): never {
  const isConfig = error instanceof ConfigError;
  process.stderr.write(
    isConfig
      ? `${error.message}\n`
      : `The portal could not start: ${error instanceof Error ? reasonOf(error) : String(error)}\n`,
  );
  process.exit(isConfig ? 2 : 1);
}

/** An AggregateError of several connection attempts has no message of its own. */
function reasonOf(error: Error): string {
  return error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name);
}

// A server that is killed later would otherwise save nothing for the next start.
flushCompileCache();
const server = await start().catch(giveUp);
process.on('unhandledRejection', (error) => server.logStray(error));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
