/**
 * Measures reads with no, one and two read replicas; `npm run bench -- replicas`. results/replicas.md says what and
 * how.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, databaseUrl } from '@portico/dev-database/databases';
import { startReplicatedCluster, type ReplicatedCluster } from '@portico/dev-database/replication';
import { migrateToLatest } from '@portico/server/db/migrate';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { load, type Sample } from './load.ts';
import { treeMs } from './marks/processes.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { fillBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer, type ChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { median } from './timing.ts';

const SIZES = { news: 10_000, events: 200 };
const REPLICAS = [0, 1, 2];
const CALLS = ['news?page=1', 'home', 'events/upcoming?page=1'];
const ROUNDS = 5;
const SECONDS = 1;
const DATABASE = 'portico';

interface Round extends Sample {
  /** CPU time per call of all processes of the primary. */
  primaryMs: number;
}

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--save')) {
  process.stderr.write('Unknown options. The only option is --save.\n');
  process.exit(2);
}

function startPortals(cluster: ReplicatedCluster, folder: string, issuer: string): Promise<ChildServer[]> {
  const webRoot = emptyWebRoot(folder);
  const addressOf = ({ url }: { url: string }) => databaseUrl(url, DATABASE);
  return Promise.all(
    REPLICAS.map((count) =>
      startChildServer(import.meta.resolve('./search/searchServer.ts'), {
        ...portalSettings({ url: addressOf(cluster.primary), folder }, issuer),
        PORTICO_ROLE: 'web',
        RATE_LIMIT_PER_MINUTE: '0',
        WEB_ROOT: webRoot,
        DATABASE_READ_URLS: cluster.replicas.slice(0, count).map(addressOf).join(','),
      }),
    ),
  );
}

async function measureRound(
  { url }: ChildServer,
  call: string,
  headers: Record<string, string>,
  primary: number,
): Promise<Round> {
  const before = treeMs(primary);
  const sample = await load({ url: `${url}/api/v1/${call}`, headers }, SECONDS);
  return { ...sample, primaryMs: (treeMs(primary) - before) / (sample.requestsPerSecond * SECONDS) };
}

/** Alternates between the portals, so that other load on the machine affects all of them equally. */
async function compare(portals: ChildServer[], headers: Record<string, string>, primary: number, log: Program['log']) {
  const rounds = CALLS.map(() => portals.map(() => [] as Round[]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    log(round === 0 ? 'Warming up' : `Measuring, round ${round} of ${ROUNDS}`);
    for (const [index, call] of CALLS.entries())
      for (const [which, portal] of portals.entries()) {
        const measured = await measureRound(portal, call, headers, primary);
        if (round > 0) rounds[index]![which]!.push(measured);
      }
  }
  return CALLS.flatMap((call, index) =>
    REPLICAS.map((replicas, which) => {
      const own = rounds[index]![which]!;
      const none = rounds[index]![0]!;
      return {
        call,
        replicas,
        requestsPerSecond: median(own.map((one) => one.requestsPerSecond)),
        ratioToNone: median(own.map((one, turn) => one.requestsPerSecond / none[turn]!.requestsPerSecond)),
        p50Ms: median(own.map(({ p50Ms }) => p50Ms)),
        primaryMs: median(own.map(({ primaryMs }) => primaryMs)),
      };
    }),
  );
}

await runProgram(async ({ log, onStop }) => {
  const facts = { ...runFacts(), loadBefore: loadavg()[0]! };
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  onStop(async () => rmSync(folder, { recursive: true, force: true }));
  log(`Filling a database with ${SIZES.news} news, with two replicas`);
  const cluster = await startReplicatedCluster(2, { max_wal_size: '1GB' });
  onStop(cluster.stop);
  const url = await createDatabase(cluster.primary.url, DATABASE);
  await migrateToLatest(url);
  await fillBenchDatabase(url, SIZES, new Date());
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const portals = await startPortals(cluster, folder, issuer.issuer);
  for (const { stop } of portals) onStop(stop);
  const { idToken, accessToken } = await issuer.tokens({ sub: 'bench', 'custom:advisorType': 'AdvisorHybrid' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const results = await compare(portals, headers, cluster.primary.pid(), log);
  const rows = results.map(({ call, replicas, requestsPerSecond, ratioToNone, p50Ms, primaryMs }) => [
    call,
    String(replicas),
    requestsPerSecond.toFixed(0),
    ratioToNone.toFixed(2),
    p50Ms.toFixed(1),
    primaryMs.toFixed(2),
  ]);
  const shown = table(['', 'replicas', 'calls /s', 'to none', 'p50 ms', 'CPU of the primary per call, ms'], rows);
  log(`\n${shown}\n`);
  if (!flags.includes('--save')) return;
  const section = `\nMeasured on ${facts.date.slice(0, 10)} with Node ${facts.node} on ${facts.processor}; load before the run ${facts.loadBefore.toFixed(2)}.\n\n${shown}\n`;
  const report = { ...facts, results };
  log(
    saveResults({
      command: 'npm run bench -- replicas',
      page: 'results/replicas.md',
      part: 'replicas',
      name: 'replicas-',
      report,
      digits: 3,
      section,
    }),
  );
});
