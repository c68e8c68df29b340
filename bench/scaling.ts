/**
 * Measures what docs/scaling.md states for one machine: open streams of a process, and calls by number of processes;
 * `npm run bench -- scaling`. With `--items`, measures calls and upkeep among up to a million news instead.
 * results/scaling.md says what and how, and has the latest results.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { load } from './load.ts';
import { measureStreams, type StreamsResult } from './notifications/openStreams.ts';
import { forgetManyNews, measureManyNews, tableOfPoints, type Point } from './stage/manyNews.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startSearchDatabase } from './search/searchDatabase.ts';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { BATCH_SIZE } from './stage/newsInBulk.ts';
import { median } from './timing.ts';

const STREAMS = [100, 1000, 5000];
const PROCESSES = [1, 2, 4, 8];
const NEWS = 10_000;
const CONNECTIONS = 16;
const ROUNDS = 3;
const SECONDS = 2;
const SETTLE_MS = 1500;

const usage = `npm run bench -- scaling [--save]
npm run bench -- scaling --items [--sizes 10000,100000,1000000] [--minutes 120] [--fresh] [--save]

With --items, measures among so many news instead; sizes are multiples of 5000. Each size is kept as soon as it is measured. When the minutes are
over, or after an error, the same command continues; --fresh begins again.
`;

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        items: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        sizes: { type: 'string', default: '10000,100000,1000000' },
        minutes: { type: 'string', default: '120' },
      },
    });
    const sizes = values.sizes
      .split(',')
      .map(Number)
      .toSorted((one, other) => one - other);
    const minutes = Number(values.minutes);
    if (sizes.every((size) => size > 0 && size % BATCH_SIZE === 0) && minutes > 0) return { ...values, sizes, minutes };
  } catch {
    // The usage lists the valid options.
  }
  process.stderr.write(usage);
  return process.exit(2);
}

const flags = readFlags();

async function measureEachCount({ log, onStop, stopAll }: Program): Promise<StreamsResult[]> {
  const results: StreamsResult[] = [];
  for (const streams of STREAMS) {
    log(`Opening ${streams} streams of one process`);
    const database = await startSearchDatabase(onStop);
    results.push(await measureStreams(database, { streams, settleMs: SETTLE_MS }, onStop));
    await stopAll();
  }
  return results;
}

interface ProcessesResult {
  processes: number;
  /** Lists of news per second, over all processes together. */
  callsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Measures the same number of connections, spread over one or more processes. */
async function measureProcesses({ log, onStop }: Program): Promise<ProcessesResult[]> {
  log(`Storing ${NEWS} news`);
  const database = await startBenchDatabase({ news: NEWS, events: 200 }, new Date());
  onStop(database.stop);
  const webRoot = emptyWebRoot(database.folder);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const { idToken, accessToken } = await issuer.tokens({ sub: 'bench', 'custom:advisorType': 'AdvisorHybrid' });
  const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const urls: string[] = [];
  const results: ProcessesResult[] = [];
  for (const processes of PROCESSES) {
    while (urls.length < processes) {
      const server = await startChildServer(import.meta.resolve('./search/searchServer.ts'), {
        ...portalSettings(database, issuer.issuer),
        PORTICO_ROLE: 'web',
        RATE_LIMIT_PER_MINUTE: '0',
        MAX_EVENT_LOOP_DELAY_MS: '60000',
        DATABASE_POOL_SIZE: '4',
        WEB_ROOT: webRoot,
      });
      onStop(server.stop);
      urls.push(server.url);
    }
    log(`Calling ${processes} of the processes`);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const target = { headers, connections: CONNECTIONS / processes };
      const samples = await Promise.all(
        urls.map((url) => load({ ...target, url: `${url}/api/v1/news?page=1` }, SECONDS)),
      );
      if (round > 0) rounds.push(samples);
    }
    results.push({
      processes,
      callsPerSecond: median(rounds.map((all) => all.reduce((sum, one) => sum + one.requestsPerSecond, 0))),
      p50Ms: median(rounds.flat().map(({ p50Ms }) => p50Ms)),
      p99Ms: median(rounds.flat().map(({ p99Ms }) => p99Ms)),
    });
  }
  return results;
}

const tableOfStreams = (results: StreamsResult[]) =>
  table(
    ['streams of a process', 'MB before', 'MB open', 'all reached in ms', 'one person reached in ms'],
    results.map(({ streams, beforeMb, openMb, everybodyMs, oneMs }) => [
      streams.toLocaleString('en-US'),
      ...[beforeMb, openMb, everybodyMs, oneMs].map((value) => value.toFixed(0)),
    ]),
  );

const tableOfProcesses = (results: ProcessesResult[]) =>
  table(
    ['processes', 'lists /s', 'p50 ms', 'p99 ms'],
    results.map(({ processes, callsPerSecond, p50Ms, p99Ms }) => [
      String(processes),
      ...[callsPerSecond, p50Ms, p99Ms].map((value) => value.toFixed(0)),
    ]),
  );

const measuredOn = ({ date, node, processor }: ReturnType<typeof runFacts>, loadBefore: number) =>
  `Measured on ${date.slice(0, 10)} with Node ${node} on ${processor}; load before the run ${loadBefore.toFixed(2)}`;

async function measureStreamsAndProcesses(program: Program): Promise<void> {
  const facts = { ...runFacts(), loadBefore: loadavg()[0]! };
  const streams = await measureEachCount(program);
  const processes = await measureProcesses(program);
  const shown = `${tableOfStreams(streams)}\n\n${tableOfProcesses(processes)}`;
  program.log(`\n${shown}\n`);
  if (!flags.save) return;
  const section = `\n${measuredOn(facts, facts.loadBefore)}.\n\n${shown}\n`;
  const report = { ...facts, streams, processes };
  program.log(
    saveResults({
      command: 'npm run bench -- scaling',
      page: 'results/scaling.md',
      part: 'scaling',
      name: 'scaling-',
      report,
      digits: 1,
      section,
    }),
  );
}

async function measureItems(program: Program): Promise<void> {
  const facts = { ...runFacts(), loadBefore: loadavg()[0]! };
  const command = 'npm run bench -- scaling --items';
  const onPoint = (points: Point[]) => {
    const shown = tableOfPoints(points);
    program.log(`\n${shown}\n`);
    if (!flags.save) return;
    const section = `\n${measuredOn(facts, facts.loadBefore)}.\n\n${shown}\n`;
    const report = { ...facts, points };
    program.log(
      saveResults({
        command,
        page: 'results/scaling.md',
        part: 'scaling by items',
        name: 'scaling-items-',
        report,
        digits: 1,
        section,
      }),
    );
  };
  if (flags.fresh) forgetManyNews();
  let isComplete = false;
  program.onStop(async () => {
    if (isComplete) forgetManyNews();
  });
  const until = Date.now() + flags.minutes * 60_000;
  isComplete = await measureManyNews(program, { sizes: flags.sizes, until, onPoint });
  if (!isComplete) program.log('Time is up. What is stored so far is kept; run the same command again to continue.');
}

await runProgram(flags.items ? measureItems : measureStreamsAndProcesses);
