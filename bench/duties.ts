/**
 * Measures proofs in a log of 10,000,000 records, an export of 2,000,000 receipts, and the list of duties;
 * `npm run bench -- duties`. results/duties.md says what and how, and has the latest results.
 */
import { randomUUID } from 'node:crypto';
import { proofExportPath } from '@portico/contracts/admin/proofs';
import { listDuties } from '@portico/contracts/duties';
import { listNews } from '@portico/contracts/news';
import { cookieNames } from '@portico/contracts/portalSettings';
import { withConnection } from '@portico/dev-database/databases';
import { createDb, createPool } from '@portico/server/db/pool';
import { findReceipt } from '@portico/server/features/proofs/receipts.queries';
import { formatProofKey, parseProofKeys } from '@portico/server/settings/proofKeys';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { buildServer } from '@portico/tools/serverBuild';
import { proportionalMib } from './marks/processes.ts';
import { fillDuties, fillProofs } from './duties/fill.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { median, timed, timesOf } from './timing.ts';

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick' && flag !== '--save')) {
  process.stderr.write(
    'Unknown options. The options are --quick (a hundredth) and --save (save the results in bench/).\n',
  );
  process.exit(2);
}
const isQuick = flags.includes('--quick');
const SIZES = isQuick
  ? { leaves: 100_000, exported: 20_000, people: 1000, items: 200 }
  : { leaves: 10_000_000, exported: 2_000_000, people: 10_000, items: 200 };
const CALLS = 200;
const MEMORY_EVERY_MS = 500;
const KEY = formatProofKey('bench.example.com/proofs', Buffer.alloc(32, 7));

interface Report {
  date: string;
  node: string;
  processor: string;
  sizes: typeof SIZES;
  /** Milliseconds for one receipt. */
  proof: { p50Ms: number; p95Ms: number; maxMs: number };
  export: { seconds: number; bytes: number; idleMib: number; addedMib: number };
  /** Milliseconds of the 95th percentile, asked alternately. */
  lists: { dutiesMs: number; newsMs: number; ratio: number };
}

async function measureDuties({ log, onStop }: Program): Promise<Report> {
  await buildServer(log);
  const database = await startBenchDatabase({ news: 10_000, events: 0, resources: 0, documents: 0 }, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const server = await startChildServer(import.meta.resolve('./stage/builtServer.ts'), {
    ...portalSettings(database, issuer.issuer),
    FOLDER: new URL('../', import.meta.url).href,
    PROOF_KEYS: KEY,
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: emptyWebRoot(database.folder),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  onStop(server.stop);
  const tokensOf = (sub: string, roles: string[] = []) =>
    issuer.tokens({ sub, 'custom:advisorType': 'AdvisorHybrid', 'custom:roles': roles });

  const reader = await tokensOf('bench-reader');
  const headers = { authorization: `Bearer ${reader.accessToken}`, 'id-token': reader.idToken };
  const ask = async (path: string): Promise<number> =>
    timed(async () => {
      const answer = await fetch(server.url + path, { headers });
      if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    });
  await ask(listDuties.path);
  log(`Storing ${SIZES.items} duties of ${SIZES.people} people`);
  await withConnection(database.url, (client) => fillDuties(client, { ...SIZES, subject: 'bench-reader' }));
  log('Requesting lists');
  const turns: Array<{ duties: number; news: number }> = [];
  for (let turn = -20; turn < CALLS; turn += 1) {
    const [duties, news] = [await ask(listDuties.path), await ask(listNews.path)];
    if (turn >= 0) turns.push({ duties, news });
  }
  const [dutiesMs, newsMs] = [
    timesOf(turns.map(({ duties }) => duties)).p95Ms,
    timesOf(turns.map(({ news }) => news)).p95Ms,
  ];

  log(`Storing ${SIZES.leaves} records`);
  const userId = randomUUID();
  await withConnection(database.url, (client) => fillProofs(client, { count: SIZES.leaves, userId, onStep: log }));
  log('Making receipts');
  const db = createDb(createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 600_000 }));
  const config = { PROOF_KEYS: parseProofKeys(KEY), PROOF_WITNESS: undefined };
  const proofs: number[] = [];
  for (let turn = -20; turn < CALLS; turn += 1) {
    const number = Math.floor(Math.random() * SIZES.leaves);
    const ms = await timed(async () => {
      if ((await findReceipt(db, config, { number, userId })) === undefined) throw new Error(`No receipt ${number}`);
    });
    if (turn >= 0) proofs.push(ms);
  }
  await db.destroy();

  log(`Exporting ${SIZES.exported} receipts`);
  const { accessToken, idToken } = await tokensOf('bench-admin', ['admin']);
  const cookie = `${cookieNames.accessToken}=${accessToken}; ${cookieNames.idToken}=${idToken}`;
  const idleMib = proportionalMib(server.pid);
  const exported = await download(`${server.url}${proofExportPath(randomUUID(), '?until=2026-01-01')}`, cookie, () =>
    proportionalMib(server.pid),
  );
  return {
    ...runFacts(),
    sizes: SIZES,
    proof: timesOf(proofs),
    export: {
      seconds: exported.ms / 1000,
      bytes: exported.bytes,
      idleMib,
      addedMib: median(exported.memory) - idleMib,
    },
    lists: { dutiesMs, newsMs, ratio: dutiesMs / newsMs },
  };
}

/** Reads a file to its end, and the memory of the server while it comes. */
async function download(
  url: string,
  cookie: string,
  memoryOf: () => number,
): Promise<{ ms: number; bytes: number; memory: number[] }> {
  const memory: number[] = [];
  let bytes = 0;
  const watch = setInterval(() => void memory.push(memoryOf()), MEMORY_EVERY_MS);
  const ms = await timed(async () => {
    const answer = await fetch(url, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The export responded with ${answer.status}: ${await answer.text()}`);
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  });
  clearInterval(watch);
  memory.push(memoryOf());
  return { ms, bytes, memory };
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

const section = ({ date, node, processor, sizes, proof, export: exported, lists }: Report): string =>
  [
    `${date.slice(0, 10)}, Node ${node}, ${processor}:`,
    '',
    table(
      ['what', 'measured', 'goal'],
      [
        [
          `receipt of one in ${sizes.leaves.toLocaleString('en-US')} records, p95`,
          `${proof.p95Ms.toFixed(1)} ms`,
          '50 ms',
        ],
        [
          `export of ${sizes.exported.toLocaleString('en-US')} receipts (${megabytes(exported.bytes)} MB), time`,
          `${exported.seconds.toFixed(0)} s`,
          '',
        ],
        ['the same, memory above idle, median', `${exported.addedMib.toFixed(1)} MiB`, '30 MiB'],
        [
          `\`/duties\` of a person with ${sizes.items} among ${sizes.people.toLocaleString('en-US')} people, p95 to the news list`,
          lists.ratio.toFixed(2),
          '1.50',
        ],
      ],
    ),
  ].join('\n');

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
