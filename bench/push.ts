/**
 * Measures live updates between processes: PostgreSQL alone against Redis and NATS; `npm run bench -- push`.
 * results/push.md says what and how, and has the latest results.
 */
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamPath } from '@portico/contracts/stream';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { announce } from '@portico/server/push/announce';
import { installedBrokers, startBroker } from '@portico/server/testing/services/brokers';
import { startTestIssuer, TEST_AUDIENCE, TEST_CLIENT_ID, type TestIssuer } from '@portico/server/testing/testIssuer';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startSearchDatabase } from './search/searchDatabase.ts';
import { findFreePort, startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';

const PROCESSES = [2, 8];
const STREAMS_OF_A_PROCESS = 10;
const ANNOUNCEMENTS = 200;
const INTERVAL_MS = 50;
const ARRIVAL_TIMEOUT_MS = 10_000;

interface PushResult {
  carrier: string;
  processes: number;
  /** From the commit until a stream has the event, over all announcements and streams. */
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
  /** Time that an announcement takes the writer, including the commit. */
  commitMs: number;
  missed: number;
}

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--save')) {
  process.stderr.write('Unknown options. The only option is --save.\n');
  process.exit(2);
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)]!;

/** A stream that records when its events arrive. */
function openStream(url: string, headers: Record<string, string>) {
  const arrivals: number[] = [];
  const request = get(url + streamPath, { headers, agent: new Agent() }, (answer) => {
    answer
      .setEncoding('utf8')
      .on('data', (text: string) => {
        if (/^event: (?!hello)/m.test(text)) arrivals.push(performance.now());
      })
      .on('error', () => {});
  }).on('error', () => {});
  return { arrivals, close: () => request.destroy() };
}

/** Sends one announcement at a time; each waits until the previous one has reached every stream. */
async function announceInTurn(db: Db, streams: Array<{ arrivals: number[] }>) {
  const delays: number[] = [];
  const commits: number[] = [];
  let missed = 0;
  for (let i = 0; i < ANNOUNCEMENTS; i += 1) {
    for (const { arrivals } of streams) arrivals.length = 0;
    const begun = performance.now();
    await db.transaction().execute((trx) => announce(trx, 'notifications', 'everybody'));
    const committed = performance.now();
    commits.push(committed - begun);
    while (streams.some(({ arrivals }) => arrivals.length === 0) && performance.now() - committed < ARRIVAL_TIMEOUT_MS)
      await sleep(1);
    for (const { arrivals } of streams) {
      if (arrivals.length === 0) missed += 1;
      else delays.push(Math.max(arrivals[0]! - committed, 0));
    }
    await sleep(INTERVAL_MS);
  }
  return { delays, commits, missed };
}

async function measure(
  database: { url: string; folder: string },
  issuer: TestIssuer,
  carrier: { name: string; url?: string },
  processes: number,
): Promise<PushResult> {
  const { idToken, accessToken } = await issuer.tokens({ sub: 'reader' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const servers = [];
  for (let i = 0; i < processes; i += 1)
    servers.push(
      await startChildServer(import.meta.resolve('./search/searchServer.ts'), {
        HOST: '127.0.0.1',
        DATABASE_URL: database.url,
        PORTICO_DATA_DIR: database.folder,
        PORTICO_ROLE: 'web',
        PUBLIC_URL: 'http://localhost:3000',
        RATE_LIMIT_PER_MINUTE: '0',
        WEB_ROOT: emptyWebRoot(database.folder),
        OIDC_ISSUER: issuer.issuer,
        OIDC_CLIENT_ID: TEST_CLIENT_ID,
        OIDC_AUDIENCE: TEST_AUDIENCE,
        MAX_EVENT_LOOP_DELAY_MS: '60000',
        ...(carrier.url === undefined ? {} : { PUSH_URL: carrier.url }),
      }),
    );
  const db = createDb(createPool({ url: database.url, max: 1, prepare: false, statementTimeoutMs: 10_000 }));
  for (const { url } of servers) await (await fetch(`${url}/api/v1/users/current`, { headers })).arrayBuffer();
  const streams = servers.flatMap(({ url }) =>
    Array.from({ length: STREAMS_OF_A_PROCESS }, () => openStream(url, headers)),
  );
  await sleep(3000);
  const { delays, commits, missed } = await announceInTurn(db, streams);
  for (const { close } of streams) close();
  await db.destroy();
  await Promise.all(servers.map(({ stop }) => stop()));
  return {
    carrier: carrier.name,
    processes,
    p50Ms: quantile(delays, 0.5),
    p95Ms: quantile(delays, 0.95),
    maxMs: quantile(delays, 1),
    commitMs: quantile(commits, 0.5),
    missed,
  };
}

async function startCarriers(onStop: Program['onStop']): Promise<Array<{ name: string; url?: string }>> {
  const carriers: Array<{ name: string; url?: string }> = [{ name: 'PostgreSQL' }];
  for (const program of installedBrokers()) {
    const broker = await startBroker(program, await findFreePort());
    onStop(broker.stop);
    carriers.push({ name: program.name === 'redis' ? 'Redis' : 'NATS', url: broker.url });
  }
  return carriers;
}

const tableOf = (results: PushResult[]) =>
  table(
    ['', 'processes', 'p50 ms', 'p95 ms', 'highest ms', 'commit ms', 'missed'],
    results.map(({ carrier, processes, p50Ms, p95Ms, maxMs, commitMs, missed }) => [
      carrier,
      String(processes),
      p50Ms.toFixed(1),
      p95Ms.toFixed(1),
      maxMs.toFixed(1),
      commitMs.toFixed(1),
      String(missed),
    ]),
  );

await runProgram(async ({ log, onStop }) => {
  const loadBefore = loadavg()[0]!;
  const facts = { ...runFacts(), loadBefore };
  log(`Node ${facts.node}, ${facts.processor}, load before the run ${loadBefore.toFixed(2)}`);
  const database = await startSearchDatabase(onStop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const results: PushResult[] = [];
  const carriers = await startCarriers(onStop);
  for (const processes of PROCESSES)
    for (const carrier of carriers) {
      log(`${carrier.name}, ${processes} processes`);
      results.push(await measure(database, issuer, carrier, processes));
    }
  log(`\n${tableOf(results)}\n`);
  if (!flags.includes('--save')) return;
  const section = `\nMeasured on ${facts.date.slice(0, 10)} with Node ${facts.node} on ${facts.processor}; load before the run ${loadBefore.toFixed(2)}.\n\n${tableOf(results)}\n`;
  const report = { ...facts, results };
  log(
    saveResults({
      command: 'npm run bench -- push',
      page: 'results/push.md',
      part: 'push',
      name: 'push-',
      report,
      digits: 2,
      section,
    }),
  );
});
