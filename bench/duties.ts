/**
 * Measures duties and confirmations among 10,000 people, proofs in a log of 10,000,000 records, and an export of
 * 2,000,000 receipts; `npm run bench -- duties`. results/duties.md says what and how, and has the latest results.
 */
import { randomUUID } from 'node:crypto';
import { listDuties } from '@portico/contracts/duties';
import { listNews } from '@portico/contracts/news';
import { withConnection } from '@portico/dev-database/databases';
import { formatProofKey } from '@portico/server/settings/proofKeys';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { buildServer } from '@portico/tools/serverBuild';
import { measureConfirming, measureOpening, type Confirming, type Opening } from './duties/asking.ts';
import { fillDuties, fillProofs } from './duties/fill.ts';
import { measureExport, measureLog, type Exported, type LogTimes } from './duties/log.ts';
import { callerOf, type BenchPortal } from './duties/people.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { timed, timesOf } from './timing.ts';

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick' && flag !== '--save')) {
  process.stderr.write(
    'Unknown options. The options are --quick (a hundredth) and --save (save the results in bench/).\n',
  );
  process.exit(2);
}
const SIZES = flags.includes('--quick')
  ? { leaves: 100_000, exported: 20_000, checked: 10_000, verified: 1000, people: 1000, items: 200 }
  : { leaves: 10_000_000, exported: 2_000_000, checked: 1_000_000, verified: 100_000, people: 10_000, items: 200 };
const CALLS = 200;
const KEYS = formatProofKey('bench.example.com/proofs', Buffer.alloc(32, 7));
/** The day until which records are exported: `fillProofs` dates the first fifth before it. */
const EXPORTED_UNTIL = '2026-01-01';

interface Report extends LogTimes {
  date: string;
  node: string;
  processor: string;
  sizes: typeof SIZES;
  export: Exported;
  /** Milliseconds of the 95th percentile, asked alternately. */
  lists: { dutiesMs: number; newsMs: number; ratio: number };
  opening: Opening;
  confirming: Confirming;
  /** Of the whole run, with the time to fill the database. */
  seconds: number;
}

async function measureDuties({ log: print, onStop }: Program): Promise<Report> {
  const begun = performance.now();
  const log = (line: string) => print(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  await buildServer(log);
  const database = await startBenchDatabase({ news: 10_000, events: 0, resources: 0, documents: 0 }, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const server = await startChildServer(import.meta.resolve('./stage/builtServer.ts'), {
    ...portalSettings(database, issuer.issuer),
    FOLDER: new URL('../', import.meta.url).href,
    PROOF_KEYS: KEYS,
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: emptyWebRoot(database.folder),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  onStop(server.stop);
  const portal = { url: server.url, pid: server.pid, issuer, databaseUrl: database.url };

  const reader = await callerOf(portal, 'bench-reader');
  await reader.call(listDuties, { query: {} });
  log(`Storing ${SIZES.items} duties of ${SIZES.people} people`);
  await withConnection(database.url, (client) => fillDuties(client, { ...SIZES, subject: 'bench-reader' }));
  log('Requesting lists');
  const lists = await measureLists(portal);
  log('Opening duties');
  const opening = await measureOpening(portal, SIZES.people);
  log('Confirming');
  const confirming = await measureConfirming(portal);

  log(`Storing ${SIZES.leaves} records`);
  const userId = randomUUID();
  await withConnection(database.url, (client) =>
    client.query('alter table proof_leaves disable trigger user; delete from proof_leaves'),
  );
  await fillProofs(database.url, { count: SIZES.leaves, userId, onStep: log });
  log('Making, checking and verifying receipts');
  const logTimes = await measureLog({ databaseUrl: database.url, keys: KEYS, userId }, SIZES);
  log(`Exporting ${SIZES.exported} receipts`);
  const exported = await measureExport(portal, EXPORTED_UNTIL);
  return {
    ...runFacts(),
    sizes: SIZES,
    ...logTimes,
    export: exported,
    lists,
    opening,
    confirming,
    seconds: (performance.now() - begun) / 1000,
  };
}

/** Requests both lists alternately, so that other load on the machine affects both. */
async function measureLists(portal: BenchPortal): Promise<Report['lists']> {
  const reader = await callerOf(portal, 'bench-reader');
  const duties: number[] = [];
  const news: number[] = [];
  for (let turn = -20; turn < CALLS; turn += 1) {
    const dutiesMs = await timed(() => reader.call(listDuties, { query: {} }));
    const newsMs = await timed(() => reader.call(listNews, { query: {} }));
    if (turn < 0) continue;
    duties.push(dutiesMs);
    news.push(newsMs);
  }
  const [dutiesMs, newsMs] = [timesOf(duties).p95Ms, timesOf(news).p95Ms];
  return { dutiesMs, newsMs, ratio: dutiesMs / newsMs };
}

const count = (number: number): string => number.toLocaleString('en-US');
const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);

function section(report: Report): string {
  const { date, node, processor, sizes, proof, check, verify, lists, opening, confirming } = report;
  const rows = [
    [`opening a duty for ${count(sizes.people)} people, longest`, `${opening.seconds.toFixed(1)} s`, '60 s'],
    [`the same, news list, p95 to quiet (${opening.quietMs.toFixed(1)} ms)`, opening.ratio.toFixed(2), '1.20'],
    [
      `\`/duties\` with ${sizes.items} among ${count(sizes.people)} people (${lists.dutiesMs.toFixed(1)} ms), p95 to the news list`,
      lists.ratio.toFixed(2),
      '1.50',
    ],
    [
      `200 confirmations in ten seconds, p95 to one alone (${confirming.aloneMs.toFixed(1)} ms)`,
      (confirming.spreadMs / confirming.aloneMs).toFixed(2),
      '3.00',
    ],
    [
      `200 confirmations in one moment, p95 to one alone (refused at first: ${confirming.refusals})`,
      (confirming.togetherMs / confirming.aloneMs).toFixed(2),
      '3.00',
    ],
    [`receipt of one in ${count(sizes.leaves)} records, p95`, `${proof.p95Ms.toFixed(1)} ms`, '50 ms'],
    [
      `export of ${count(sizes.exported)} receipts (${gigabytes(report.export.bytes)} GB), time`,
      `${report.export.seconds.toFixed(0)} s`,
      '',
    ],
    ['the same, memory above idle, median', `${report.export.addedMib.toFixed(1)} MiB`, '30 MiB'],
    [`check of ${count(check.leaves)} records, as the daily job does`, `${check.seconds.toFixed(0)} s`, '300 s'],
    [
      `verification of 1,000,000 receipts, from ${count(verify.receipts)}`,
      `${((verify.seconds * 1_000_000) / verify.receipts / 60).toFixed(1)} min`,
      '10 min',
    ],
    ['this run, with filling the database', `${report.seconds.toFixed(0)} s`, '600 s'],
  ];
  return [`${date.slice(0, 10)}, Node ${node}, ${processor}:`, '', table(['what', 'measured', 'goal'], rows)].join(
    '\n',
  );
}

await runProgram(async (program) => {
  const report = await measureDuties(program);
  const text = section(report);
  program.log(`\n${text}`);
  if (!flags.includes('--save')) return;
  const saved = saveResults({
    command: 'npm run bench -- duties',
    page: 'results/duties.md',
    part: 'duties',
    name: 'duties-',
    report,
    digits: 3,
    section: text,
  });
  program.log(saved);
});
