import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, onTestFinished } from 'vitest';
import { createPortal } from '../app.ts';
import { KnownCertificates } from '../certificates/knownCertificates.ts';
import { loadConfig, type Config } from '../config.ts';
import { openReplicas } from '../db/replicas/replicas.ts';
import { createLogger } from '../http/monitoring/requestLog.ts';
import { jobs } from '../jobs.ts';
import { runDueJobs } from '../jobs/worker.ts';
import { closeMailConnections } from '../mail/sendMail.ts';
import { createScanner } from '../media/scanning/scanner.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import type { ObjectStore } from '../media/store/objectStore.ts';
import type { Dependencies } from '../dependencies.ts';
import { connectIdentityProvider } from '../sign-in/identityProvider.ts';
import { createCallers, type Caller } from './callers.ts';
import { contentMaker, type ContentMaker } from './contentMaker.ts';
import { STATEMENT_TIMEOUT_MS } from './globalSetup.ts';
import { databaseSettings, openTestDatabase, type TestDatabase } from './testDatabase.ts';
import {
  createKey,
  startTestIssuer,
  TEST_AUDIENCE,
  TEST_CLIENT_ID,
  type TestIssuer,
  type TestIssuerOptions,
} from './testIssuer.ts';
import { createNotifications } from '../features/notifications/createNotifications.ts';

export interface TestPortal extends TestDatabase {
  portal: FastifyInstance;
  /** The server's dependencies, to create another one. */
  parts: Dependencies & { webRoot: string };
  issuer: TestIssuer;
  store: ObjectStore;
  make: ContentMaker;
  as(name: string): Caller;
  /** Lines that the server logged, parsed. */
  logged: Array<Record<string, unknown>>;
  /** The portal's clock; tests move it. */
  clock: { now: Date };
  /** Runs the due jobs, as the worker would. */
  runJobs(): Promise<void>;
}

export interface TestPortalOptions {
  env?: Record<string, string>;
  parts?: Partial<Dependencies>;
  now?: Date;
  issuer?: TestIssuerOptions;
  /** Called before the server is ready, to add routes. */
  extend?: (portal: FastifyInstance) => void;
}

/** The whole server with its own database and identity provider. */
export async function testPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { close, ...portal } = await openTestPortal(options);
  onTestFinished(close);
  return portal;
}

/** One server for all tests of a file or a `describe` that do not affect each other. */
export function sharedPortal(options: TestPortalOptions = {}): () => TestPortal {
  let shared: TestPortal;
  beforeAll(async () => {
    const { close, ...portal } = await openTestPortal(options);
    shared = portal;
    return close;
  });
  return () => shared;
}

const key = createKey('key-1');

/** The front end's files that pages are served from. */
async function writePages(webRoot: string): Promise<string> {
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  for (const [name, script] of Object.entries({ 'index.html': 'main', 'sign-in.html': 'signIn' })) {
    await writeFile(
      join(webRoot, name),
      `<!doctype html><title>__TITLE__</title><meta name="portico-settings" content="__SETTINGS__"><script nonce="__NONCE__" src="/assets/${script}.js"></script>`,
    );
  }
  await writeFile(join(webRoot, 'silent.html'), '<!doctype html><title>__TITLE__</title>');
  await writeFile(join(webRoot, 'assets', 'main.js'), 'export {};');
  return webRoot;
}

function testConfig(database: TestDatabase, issuer: TestIssuer, env: TestPortalOptions['env']): Config {
  return loadConfig({
    ...databaseSettings(database),
    OIDC_ISSUER: issuer.issuer,
    OIDC_DISCOVERY_URL: issuer.discoveryUrl,
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_AUDIENCE: TEST_AUDIENCE,
    // A busy test machine can fall behind without being overloaded.
    MAX_EVENT_LOOP_DELAY_MS: '600000',
    DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
    ...env,
  });
}

async function openTestPortal(options: TestPortalOptions): Promise<TestPortal & { close: () => Promise<void> }> {
  const clock = { now: options.now ?? comparableNow() };
  const { close: closeDatabase, ...database } = await openTestDatabase();
  const issuer = await startTestIssuer(() => clock.now, { key: await key, ...options.issuer });
  const folder = await mkdtemp(join(tmpdir(), 'portico-portal-'));
  const webRoot = await writePages(join(folder, 'web'));
  const config = testConfig(database, issuer, options.env);
  const logged: Array<Record<string, unknown>> = [];
  const logger = createLogger(config, {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const provider = connectIdentityProvider(config);
  const replicas = openReplicas(config, database.pool);
  const store = options.parts?.store ?? createDiskStore(join(folder, 'files'));
  const parts = {
    config,
    db: database.db,
    pool: database.pool,
    replicas,
    store,
    scanner: createScanner(config),
    certificates: new KnownCertificates(config),
    provider,
    logger,
    notify: createNotifications,
    now: () => clock.now,
    build: 'test',
    webRoot,
    ...options.parts,
  };
  const portal = await createPortal(parts);
  options.extend?.(portal);
  const close = async () => {
    await portal.close();
    closeMailConnections(config);
    provider.close();
    await replicas?.close();
    await issuer.close();
    await closeDatabase();
    await rm(folder, { recursive: true, force: true });
  };
  await provider.ready;

  return {
    ...database,
    close,
    portal,
    parts,
    issuer,
    store,
    logged,
    clock,
    make: contentMaker(database.db, clock, store),
    runJobs: () => runDueJobs(jobs, parts),
    as: createCallers({ portal, issuer, clock }),
  };
}

/**
 * The current time in a form that PostgreSQL formats the same way: it omits trailing zeros of fractions, which `Date`
 * does not.
 */
function comparableNow(): Date {
  const now = Date.now();
  return new Date(now % 10 === 0 ? now + 1 : now);
}
