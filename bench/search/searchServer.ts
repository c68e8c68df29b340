/** The portal's real server with an empty front end, so that none has to be built. */
import { loadConfig } from '@portico/server/config';
import { serve } from '@portico/server/serve';

const server = await serve(loadConfig(process.env), { webRoot: process.env['WEB_ROOT']! });
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
