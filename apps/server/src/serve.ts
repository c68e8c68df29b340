import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPortal } from './app.ts';
import { KnownCertificates } from './certificates/knownCertificates.ts';
import type { Config } from './config.ts';
import { createDb, createPool, openAll } from './db/pool.ts';
import { openReplicas } from './db/replicas/replicas.ts';
import type { ReadPage } from './http/pages/pages.ts';
import { createLogger, logStrayRejection } from './http/monitoring/requestLog.ts';
import { jobsFor } from './jobs.ts';
import { acceptFrom, stopAccepting, stopListening } from './listening.ts';
import { WEB_ROOT } from './locations.ts';
import { recordProcess } from './jobs/processes.ts';
import { splitJobs, startWorker, type RunningWorker } from './jobs/worker.ts';
import { closeMailConnections } from './mail/sendMail.ts';
import { createScanner } from './media/scanning/scanner.ts';
import { openStore } from './media/store/openStore.ts';
import type { Dependencies } from './dependencies.ts';
import { connectIdentityProvider } from './sign-in/identityProvider.ts';
import { startTelemetry } from './telemetry/startTelemetry.ts';
import { tracedStore } from './telemetry/tracedStore.ts';
import { createNotifications } from './features/notifications/createNotifications.ts';

/** How long to wait for the provider's keys and for connections before listening. Source: decisions/0281, 0284. */
const LISTEN_AFTER_MS = 5000;
/** Reading a large file keeps a CPU busy, so more concurrent jobs would only slow down each other and the requests. */
const JOB_CONCURRENCY = 2;
/** For the three workers: two connections per job, and each worker uses one for listening and one for heartbeats. */
const workerPoolSize = (config: Config): number => 2 * (JOB_CONCURRENCY + config.MAIL_CONNECTIONS + 1) + 6;
const JOB_STATEMENT_TIMEOUT_MS = 60_000;

export interface RunningServer {
  /** The address that the server listens on, e.g. `http://localhost:3000`. */
  address: string;
  /** Resolves once it can serve: the database and the identity provider have responded. */
  ready: Promise<void>;
  /** Logs a failure outside any request. */
  logStray(error: unknown): void;
  /**
   * Stops accepting requests after a grace period, lets those in progress finish, and releases everything. Takes at
   * most 10 s.
   */
  close(): Promise<void>;
}

/**
 * Runs the portal on a migrated database. It listens once the identity provider has responded and its connections to
 * the database are open, so that a proxy without health checks sends it no calls before; after some seconds it listens
 * anyway, and responds with 503 until then. `sockets` are those of its systemd unit. Throws if the port is in use or
 * the front end is not built.
 */
export async function serve(
  config: Config,
  options: { webRoot?: string; readPage?: ReadPage; sockets?: number[] } = {},
): Promise<RunningServer> {
  const webRoot = options.webRoot ?? fileURLToPath(WEB_ROOT);
  const telemetry = await startTelemetry(config);
  const logger = createLogger(config);
  const pool = createPool({
    url: config.DATABASE_URL,
    max: config.DATABASE_POOL_SIZE,
    prepare: config.DATABASE_PREPARE,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    behindPooler: !config.DATABASE_PREPARE,
  });
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'a database connection was lost'));
  const db = createDb(pool);
  const replicas = openReplicas(config, pool);
  const provider = connectIdentityProvider(config, (error) =>
    logger.warn({ reason: String(error) }, 'the identity provider did not respond'),
  );
  const store = await openStore(config);
  let serving = true;
  const dependencies = {
    config,
    db,
    pool,
    replicas,
    provider,
    logger,
    webRoot,
    store: telemetry ? tracedStore(store) : store,
    scanner: createScanner(config),
    certificates: new KnownCertificates(config),
    notify: createNotifications,
    now: () => new Date(),
    build: await readBuildId(webRoot),
    isServing: () => serving,
    ...(options.readPage ? { readPage: options.readPage } : {}),
  };
  const portal = await createPortal(dependencies);
  await Promise.race([Promise.all([provider.ready, openAll(pool)]), sleep(LISTEN_AFTER_MS)]);
  const address = await portal.listen({ port: config.PORT, host: config.HOST }).catch(async (error: unknown) => {
    provider.close();
    await replicas?.close();
    await db.destroy();
    throw error;
  });
  const gates = await Promise.all((options.sockets ?? []).map((fd) => acceptFrom(fd, portal)));

  const leaving = new AbortController();
  const known = recordProcess(dependencies, leaving.signal);
  const worker = config.PORTICO_ROLE === 'web' ? undefined : workOnJobs(config, dependencies);

  let closing: Promise<void> | undefined;
  async function stop(): Promise<void> {
    serving = false;
    const others = Promise.all(gates.map(stopAccepting));
    await sleep(config.SHUTDOWN_GRACE_MS);
    leaving.abort();
    await Promise.all([stopListening(portal, others), worker?.stop(), known]);
    provider.close();
    await replicas?.close();
    await db.destroy();
    await telemetry?.close();
  }

  return {
    address,
    ready: provider.ready,
    logStray: (error) => logStrayRejection(logger, error),
    close: () => (closing ??= stop()),
  };
}

/**
 * Runs jobs on separate connections, so that they never make requests wait; email does not wait for other jobs either.
 */
function workOnJobs(config: Config, dependencies: Dependencies): RunningWorker {
  const pool = createPool({
    // With a direct connection, LISTEN wakes the worker; through a pooler it has to poll.
    url: config.DATABASE_LISTEN_URL ?? config.DATABASE_URL,
    max: workerPoolSize(config),
    prepare: false,
    statementTimeoutMs: JOB_STATEMENT_TIMEOUT_MS,
    behindPooler: !config.DATABASE_PREPARE && config.DATABASE_LISTEN_URL === undefined,
  });
  pool.on('error', (error) =>
    dependencies.logger.warn({ reason: error.message }, 'a database connection of the worker was lost'),
  );
  const { mail, punctual, others } = splitJobs(jobsFor(config));
  const own = { ...dependencies, pool, db: createDb(pool) };
  const workers = [
    startWorker(others, own, JOB_CONCURRENCY),
    startWorker(mail, own, config.MAIL_CONNECTIONS),
    startWorker(punctual, own, 1),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      closeMailConnections(config);
      // A released job can still hold a connection, which ends with the process.
      void pool.end();
    },
  };
}

/** The id of the front end's build, from `builds/latest.json`; `unbuilt` before the first build. */
async function readBuildId(webRoot: string): Promise<string> {
  const text = await readFile(join(webRoot, 'builds', 'latest.json'), 'utf8').catch(() => '{"id":"unbuilt"}');
  return (JSON.parse(text) as { id: string }).id;
}
