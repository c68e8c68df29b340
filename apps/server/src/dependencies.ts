import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { KnownCertificates } from './certificates/knownCertificates.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Replicas } from './db/replicas/replicas.ts';
import type { DB } from './db/schema.generated.ts';
import type { Scanner } from './media/scanning/scanner.ts';
import type { ObjectStore } from './media/store/objectStore.ts';
import type { IdentityProvider } from './sign-in/identityProvider.ts';

/** What features work with. */
export interface Dependencies {
  config: Config;
  db: Db;
  pool: pg.Pool;
  /** Where reads that tolerate slightly stale data can go. Undefined without read replicas. */
  replicas?: Replicas | undefined;
  store: ObjectStore;
  /** Undefined without a virus scanner. */
  scanner?: Scanner | undefined;
  provider: IdentityProvider;
  certificates: KnownCertificates;
  logger: Logger;
  /** How any feature notifies people; features/notifications implements it. */
  notify: Notify;
  /** The only clock. */
  now: () => Date;
  /** The id of the front end's build. */
  build: string;
  /** False once the process is about to stop. */
  isServing?: () => boolean;
}

/**
 * Creates one notification for each of these people and updates their open pages. In a transaction, all of it takes
 * effect on commit.
 */
export type Notify = (db: Kysely<DB>, userIds: string[], notification: NewNotification, now: Date) => Promise<void>;

export interface NewNotification {
  /** At most 300 characters, the rest is cut: a header may take up that many on its own. */
  title: string;
  /** At most 1,000 characters; the rest is cut. */
  description: string;
  /** A path of the portal or an absolute address. */
  link: string | null;
  /** Shown only to people who may see this item, and only while they may. */
  itemId?: string | undefined;
}
