import { startWitness } from '@portico/server/features/proofs/testing/witnessServer';
import { addJob } from '@portico/server/jobs/queue';
import { formatProofKey, parseProofKeys } from '@portico/server/settings/proofKeys';
import { getCurrentUser } from '@portico/contracts/users';
import { testPortal } from '@portico/server/testing/testPortal';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDashboardQueries, readRules, selectorsIn, type Selector } from './rules.ts';

/**
 * Labels that Prometheus adds. Since `job` is one of them, it renames a metric's label of that name to `exported_job`.
 */
const OF_PROMETHEUS = new Set(['job', 'instance']);

/** The values of each label of each exported metric, from `/metrics` of a portal in which something failed. */
async function exportedMetrics(): Promise<Map<string, Map<string, Set<string>>>> {
  const proofKey = formatProofKey('portal.example.com/proofs', Buffer.alloc(32, 7));
  const witness = await startWitness(parseProofKeys(proofKey).verifiers[0]!);
  const { as, db, portal } = await testPortal({
    env: {
      PROOF_KEYS: proofKey,
      PROOF_WITNESS: `${witness.key} ${witness.url}`,
      DATABASE_READ_URLS: 'postgres://portico@127.0.0.1:1/portico',
      BACKUP_URL: 'file:///nowhere/backups',
      CLAMAV_URL: 'tcp://127.0.0.1:1',
      SMTP_URL: 'smtps://127.0.0.1:1',
    },
  });
  // Some metrics are exported only after the first person has signed in.
  await as('ana').call(getCurrentUser, {});
  await addJob(db, 'send-invitation', { eventId: crypto.randomUUID(), userId: crypto.randomUUID() });
  await addJob(db, 'rotate-backups', {});
  await addJob(db, 'read-file', { fileId: crypto.randomUUID() }, { maxAttempts: 1 });
  await sql`insert into proof_witness_calls (key, called_at, problem) values (${witness.key}, now(), 'Refused')`.execute(
    db,
  );
  await sql`update graphile_worker._private_jobs set attempts = 1`.execute(db);
  for (const url of ['/', '/api/v1/stream', '/healthz', '/readyz', '/api/v1/news']) await portal.inject(url);
  const { body } = await portal.inject('/metrics');
  const exported = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of body.matchAll(/^([a-z_\d]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = exported.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      const shown = label === 'job' ? 'exported_job' : label;
      known.set(shown, (known.get(shown) ?? new Set()).add(value));
    }
    exported.set(name, known);
  }
  return exported;
}

/** Metrics, labels and exactly matched values in queries that the portal does not export. */
function unknownIn(selectors: Selector[], exported: Map<string, Map<string, Set<string>>>): string[] {
  return selectors.flatMap(({ metric, labels }) => {
    const known = exported.get(metric);
    if (!known) return [metric];
    return labels.flatMap(({ name, isEqual, value }) => {
      if (OF_PROMETHEUS.has(name)) return [];
      if (!known.has(name)) return [`${metric}{${name}}`];
      return isEqual && !known.get(name)!.has(value) ? [`${metric}{${name}="${value}"}`] : [];
    });
  });
}

test('alerts and dashboard query only metrics, labels and values that the portal exports [OPS-102]', async () => {
  const exported = await exportedMetrics();
  const recorded = new Set(readRules().flatMap(({ record }) => record ?? []));
  // Prometheus writes `up` itself, for each target.
  const isOurs = ({ metric }: Selector) => !recorded.has(metric) && metric !== 'up';
  const selectors = [...readRules().map(({ expr }) => expr), ...readDashboardQueries()].flatMap(selectorsIn);
  expect(selectors.length).toBeGreaterThan(40);
  expect(unknownIn(selectors.filter(isOurs), exported)).toEqual([]);
  expect(selectors.filter(({ metric }) => metric.includes(':') && !recorded.has(metric))).toEqual([]);
});

test('a query of a metric, label or value that the portal does not export is reported [OPS-102]', async () => {
  const exported = new Map([['portico_jobs', new Map([['state', new Set(['due'])]])]]);
  const unknown = (query: string) => unknownIn(selectorsIn(query), exported);
  expect(unknown('max by (state) (portico_jobs{job="portico", state="due"}) > 1 and vector(0)')).toEqual([]);
  expect(unknown('sum(rate(portico_job[5m]))')).toEqual(['portico_job']);
  expect(unknown('portico_jobs{status="due"} offset 1h')).toEqual(['portico_jobs{status}']);
  expect(unknown('portico_jobs{state="lost"}')).toEqual(['portico_jobs{state="lost"}']);
});
