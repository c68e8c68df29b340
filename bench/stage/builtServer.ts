/** The built server of the portal in `FOLDER`, with an empty front end, so that none has to be built. */
import type * as configuring from '@portico/server/config';
import type * as serving from '@portico/server/serve';

const { FOLDER, WEB_ROOT } = process.env as Record<'FOLDER' | 'WEB_ROOT', string>;
const { loadConfig } = (await import(new URL('apps/server/src/config.ts', FOLDER).href)) as typeof configuring;
const { serve } = (await import(new URL('apps/server/dist/serve.js', FOLDER).href)) as typeof serving;
const server = await serve(loadConfig(process.env), { webRoot: WEB_ROOT });
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
