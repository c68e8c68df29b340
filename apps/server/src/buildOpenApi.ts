import { tmpdir } from 'node:os';
import { createApi } from './app.ts';
import { KnownCertificates } from './certificates/knownCertificates.ts';
import { loadConfig } from './config.ts';
import { createDb, createPool } from './db/pool.ts';
import { createLogger } from './http/monitoring/requestLog.ts';
import { createDiskStore } from './media/store/diskStore.ts';
import { createNotifications } from './features/notifications/createNotifications.ts';

/** The OpenAPI 3.1 description of the API, from the routes alone: no service has to run. */
export async function buildOpenApi(): Promise<object> {
  const config = loadConfig({
    DATABASE_URL: 'postgres://localhost/none',
    OIDC_ISSUER: 'http://localhost/none',
    OIDC_CLIENT_ID: 'none',
    LOG_LEVEL: 'silent',
  });
  const pool = createPool({ url: config.DATABASE_URL, max: 1, prepare: false, statementTimeoutMs: 1000 });
  const portal = await createApi({
    config,
    pool,
    db: createDb(pool),
    store: createDiskStore(tmpdir()),
    logger: createLogger(config),
    notify: createNotifications,
    now: () => new Date(),
    build: 'none',
    certificates: new KnownCertificates(config),
    provider: {
      signInSettings: () => undefined,
      keys: () => undefined,
      isReady: () => false,
      ready: Promise.resolve(),
      close() {},
    },
  });
  await portal.ready();
  const description = portal.swagger();
  await portal.close();
  await pool.end();
  return description;
}
