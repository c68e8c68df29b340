import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { ObjectStore } from './media/store/objectStore.ts';
import type { IdentityProvider } from './sign-in/identityProvider.ts';

/** What features get to work with. */
export interface Dependencies {
  config: Config;
  db: Db;
  pool: pg.Pool;
  store: ObjectStore;
  provider: IdentityProvider;
  logger: Logger;
  /** The only source of time. */
  now: () => Date;
  /** Id of the front end's build. */
  build: string;
  /** False once the process is about to stop. */
  isServing?: () => boolean;
}
