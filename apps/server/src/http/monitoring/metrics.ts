import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countLiveWorkers } from '../../jobs/liveWorkers.ts';
import { countStoredBytes } from '../../media/files/files.ts';
import { readMissing } from '../../search/index/maintainSearchIndex.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Push } from '../../push/listen.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { activeTelemetry } from '../../telemetry/spans.ts';
import { addBackupMetrics } from './backupMetrics.ts';
import { addCertificateMetrics } from './certificateMetrics.ts';
import { addJobMetrics } from './jobMetrics.ts';
import { addProofMetrics } from './proofMetrics.ts';
import { addReplicaMetrics } from './replicaMetrics.ts';
import { addScanMetrics } from './scanMetrics.ts';

export type MetricParts = Pick<
  Dependencies,
  'config' | 'db' | 'pool' | 'replicas' | 'store' | 'scanner' | 'provider' | 'certificates' | 'now' | 'build'
> & {
  push: Push;
};

/**
 * Everything that `/metrics` shows. Metrics from the database are omitted while it does not respond; others are still
 * useful then. deploy/monitoring has alerts and a dashboard for them.
 */
export function createMetrics(portal: FastifyInstance, parts: MetricParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(portal, registry);
  addProcessMetrics(registry, parts);
  if (parts.replicas) addReplicaMetrics(registry, parts.replicas);
  addJobMetrics(registry, parts.pool);
  addBackupMetrics(registry, parts.pool, parts.config);
  addProofMetrics(registry, parts.pool, parts.config.PROOF_WITNESS);
  addCertificateMetrics(registry, parts.certificates, parts.now);
  if (parts.scanner) addScanMetrics(registry, parts.pool, parts.scanner);
  addSharedMetrics(registry, parts);
  activeTelemetry()?.observe(registry);
  return registry;
}

function measureRequests(portal: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  portal.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)');
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function addProcessMetrics(registry: Registry, { config, pool, provider, build, push }: MetricParts): void {
  new Gauge({
    name: 'portico_process_info',
    help: 'Always 1; the labels say what this process is',
    labelNames: ['version', 'build', 'role'],
    registers: [registry],
  }).set({ version: packageJson.version, build, role: config.PORTICO_ROLE }, 1);
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections of this process',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'portico_identity_keys_age_seconds',
    help: 'Time since this process last fetched the keys of the identity provider; infinite before the first time',
    registers: [registry],
    collect() {
      this.set(provider.keys()?.ageSeconds() ?? Infinity);
    },
  });
  new Gauge({
    name: 'portico_push_connected',
    help: '1 while announcements of all processes arrive here, otherwise 0; left out before anyone has signed in here',
    registers: [registry],
    collect() {
      if (push.isStarted()) this.set(push.isConnected() ? 1 : 0);
      else this.remove();
    },
  });
}

/** Metrics of everything that processes share. */
function addSharedMetrics(registry: Registry, { config, db, store }: MetricParts): void {
  /** A gauge without labels; omitted while its value cannot be read. */
  const addGauge = (name: string, help: string, read: () => Promise<number | undefined>): void =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  addGauge('portico_workers', 'Live workers of all processes; a process that runs jobs has three', () =>
    countLiveWorkers(db),
  );
  addGauge('portico_search_items_missing', 'Published items that searches do not find yet as they are now', () =>
    readMissing(db),
  );
  addGauge('portico_stored_bytes', 'Size of all documents and form files', () => countStoredBytes(db));
  addGauge('portico_stored_bytes_quota', 'FILES_QUOTA_BYTES', async () => config.FILES_QUOTA_BYTES);
  addGauge('portico_store_free_bytes', 'Free space on the disk of the file store', async () => {
    return (await store.space())?.freeBytes;
  });
  addGauge('portico_store_size_bytes', 'Size of the disk of the file store', async () => {
    return (await store.space())?.totalBytes;
  });
}
