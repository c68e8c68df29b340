/** Polls as many people for a long time; `npm run bench -- soak --minutes 60`. results/soak.md says what and how. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { builtPortal } from './stage/builtPortal.ts';
import { startChildServer } from './stage/childServer.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { slopePerHour } from './slope.ts';

const PEOPLE = 500;
/** What an open portal requests once a minute. */
const POLLS = ['/api/v1/users/current', '/api/v1/menu', '/api/v1/home', '/api/v1/news'];
const POLL_MS = 60_000;
const SAMPLE_MS = 10_000;
/** Interval of full garbage collections: only right after one does memory show what is really in use. */
const COLLECTION_MS = 5 * 60_000;
const COLLECTION_TAKES_MS = 3_000;
const COLLECT_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2', () => { gc(); gc(); })",
];
/**
 * Tokens last an hour; people renew them before that, so that a long soak verifies and drops tokens as a workday does.
 */
const TOKENS_MS = 30 * 60_000;
/** The first part of a run, in which caches fill and code is compiled; the slopes leave it out. */
const SETTLING_SHARE = 0.3;

interface Sample {
  minute: number;
  rssMb: number;
  heapMb: number;
  openFiles: number;
  handles: number;
  databaseConnections: number;
}

const {
  values: { minutes: text },
} = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(text);
if (!(minutes >= 1)) {
  process.stderr.write('--minutes must be 1 or more.\n');
  process.exit(2);
}

const statuses: Record<string, number> = {};

/**
 * One person with the portal open: polls once a minute, starting at a different time for each person, over their own
 * connections.
 */
async function poll(
  url: string,
  person: number,
  headersOf: (person: number) => Promise<Record<string, string>>,
  isOver: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  let headers = await headersOf(person);
  let since = Date.now();
  await sleep((person / PEOPLE) * POLL_MS, undefined, { signal: isOver }).catch(() => undefined);
  while (!isOver.aborted) {
    if (Date.now() - since > TOKENS_MS) {
      headers = await headersOf(person);
      since = Date.now();
    }
    const begun = Date.now();
    await Promise.all(
      POLLS.map(async (path) => {
        const status = await ask(`${url}${path}`, headers, agent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    await sleep(POLL_MS - (Date.now() - begun), undefined, { signal: isOver }).catch(() => undefined);
  }
  agent.destroy();
}

const ask = (url: string, headers: Record<string, string>, agent: Agent): Promise<string> =>
  new Promise((done) => {
    get(url, { headers, agent, timeout: 20_000 }, (answer) =>
      answer.resume().once('end', () => done(String(answer.statusCode))),
    ).once('error', (error) => done(error.message));
  });

async function takeSample(url: string, begun: number): Promise<Sample> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, number]) => sum + Number(number),
      0,
    );
  return {
    minute: (Date.now() - begun) / 60_000,
    rssMb: value('process_resident_memory_bytes') / 1e6,
    heapMb: value('nodejs_heap_size_used_bytes') / 1e6,
    openFiles: value('process_open_fds'),
    handles: value('nodejs_active_handles_total'),
    databaseConnections: value('portico_database_connections'),
  };
}

async function soak({ log, onStop, signal }: Program) {
  const database = await startBenchDatabase({ news: 500, events: 100 }, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const server = await startChildServer(
    await builtPortal(log),
    portalSettings(database, issuer.issuer),
    COLLECT_ON_SIGNAL,
  );
  onStop(server.stop);
  const headersOf = async (person: number) => {
    const { idToken, accessToken } = await issuer.tokens({
      sub: `person-${person}`,
      'custom:advisorType': 'AdvisorHybrid',
    });
    return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  };
  const begun = Date.now();
  const isOver = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
  const polling = Array.from({ length: PEOPLE }, (_, person) => poll(server.url, person, headersOf, isOver));
  const samples: Sample[] = [];
  const collected: Sample[] = [];
  while (!isOver.aborted) {
    await sleep(SAMPLE_MS, undefined, { signal: isOver }).catch(() => undefined);
    samples.push(await takeSample(server.url, begun));
    const { minute, rssMb, openFiles, databaseConnections } = samples.at(-1)!;
    if (samples.length % (COLLECTION_MS / SAMPLE_MS) === 0) {
      server.signal('SIGUSR2');
      await sleep(COLLECTION_TAKES_MS, undefined, { signal: isOver }).catch(() => undefined);
      collected.push(await takeSample(server.url, begun));
    }
    if (samples.length % 6 === 0)
      log(
        `minute ${minute.toFixed(0)}: ${rssMb.toFixed(1)} MB, ${openFiles} files and sockets, ${databaseConnections} database connections`,
      );
  }
  await Promise.all(polling);
  const slope = (of: (sample: Sample) => number, from: Sample[]) => {
    const settled = from.filter(({ minute }) => minute > minutes * SETTLING_SHARE);
    return Number(slopePerHour(settled.map((sample) => [sample.minute, of(sample)])).toFixed(2));
  };
  return {
    ...runFacts(),
    load: loadavg()[0]!,
    minutes,
    people: PEOPLE,
    statuses,
    perHour: {
      rssMb: slope(({ rssMb }) => rssMb, samples),
      rssMbWhenCollected: slope(({ rssMb }) => rssMb, collected),
      heapMbWhenCollected: slope(({ heapMb }) => heapMb, collected),
      openFiles: slope(({ openFiles }) => openFiles, samples),
      handles: slope(({ handles }) => handles, samples),
      databaseConnections: slope(({ databaseConnections }) => databaseConnections, samples),
    },
    collected,
    samples,
  };
}

await runProgram(async (program) => {
  const result = await soak(program);
  if (program.signal.aborted) return;
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const name = `soak-${result.date.slice(0, 10)}.json`;
  writeFileSync(new URL(name, folder), `${JSON.stringify(result, null, 1)}\n`);
  program.log(
    `${JSON.stringify(result.statuses)}\nper hour: ${JSON.stringify(result.perHour)}\nSaved in bench/results/${name}.`,
  );
});
