import { join } from 'node:path';
import { loadConfig } from '@portico/server/config';
import { prepareDatabase } from '@portico/server/db/prepareDatabase';
import { serve } from '@portico/server/serve';
import { root } from '../root.ts';
import { prepareShutdown } from './shutdown.ts';

/** The server's part of `npm run dev`, started by dev.ts with the address where Vite serves the HTML of pages. */
const shutdown = prepareShutdown();
try {
  const config = loadConfig(process.env);
  await prepareDatabase({
    ownerUrl: config.DATABASE_OWNER_URL ?? config.DATABASE_URL,
    applicationUrl: config.DATABASE_URL,
  });
  const server = await serve(config, { webRoot: join(root, 'apps/web/public'), readPage });
  shutdown.onStop(server.close);
  await server.ready;
  process.send?.('ready');
} catch (error) {
  if (!shutdown.signal.aborted) process.stderr.write(`${(error as Error).stack}\n`);
  await shutdown.stop(1);
}

async function readPage(name: string, url: string): Promise<string> {
  const response = await fetch(`${process.env.PORTICO_DEV_PAGES}${name}?${new URLSearchParams({ url })}`);
  if (!response.ok)
    throw new Error(`Vite responded with ${response.status} for ${name}: ${(await response.text()).slice(0, 500)}`);
  return response.text();
}
