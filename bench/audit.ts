/**
 * Measures the audit log of the administration with 1,000,000 entries; `npm run bench -- audit`. results/audit.md says
 * what and how, and has the latest results.
 */
import { auditExportPath, listAuditEntries } from '@portico/contracts/admin/audit';
import { listNews } from '@portico/contracts/news';
import { cookieNames } from '@portico/contracts/portalSettings';
import { withConnection } from '@portico/dev-database/databases';
import { loadSetting } from '@portico/server/config';
import { createDb, createPool } from '@portico/server/db/pool';
import { listAuditPage } from '@portico/server/features/admin/audit/audit.queries';
import { verifyAuditLog } from '@portico/server/features/admin/audit/auditChecks.queries';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { buildServer } from '@portico/tools/serverBuild';
import { auditCalls, fillAudit, type AuditCall } from './audit/fill.ts';
import { callerOf, tokensOf, type BenchCaller, type BenchPortal } from './duties/people.ts';
import { proportionalMib } from './marks/processes.ts';
import { explainStatements, listOfPlans, type Plan } from './plans.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults, table } from './results.ts';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { startChildServer } from './stage/childServer.ts';
import { emptyWebRoot } from './stage/emptyWebRoot.ts';
import { portalSettings } from './stage/portalSettings.ts';
import { median, timed, timesOf } from './timing.ts';

const zone = loadSetting('FIRM_TIME_ZONE', process.env);
const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick' && flag !== '--save')) {
  process.stderr.write('Unknown options. The options are --quick (a tenth) and --save (save the results in bench/).\n');
  process.exit(2);
}
const isQuick = flags.includes('--quick');
const SIZES = isQuick ? { few: 1000, many: 100_000 } : { few: 10_000, many: 1_000_000 };
const CALLS = isQuick ? 30 : 200;
const WARM_UP = 20;
const GOAL_MS = 200;
const MEMORY_EVERY_MS = 200;

interface Report {
  date: string;
  node: string;
  processor: string;
  sizes: typeof SIZES;
  /** Milliseconds of the 95th percentile over HTTP, with few and with many entries. */
  calls: Array<{ name: string; fewMs: number; manyMs: number }>;
  /** The list of news, asked alternately with the calls, with many entries. */
  newsMs: number;
  export: { seconds: number; bytes: number; addedMib: number };
  verifySeconds: number;
  plans: Plan[];
}

async function measureAudit({ log, onStop }: Program): Promise<Report> {
  await buildServer(log);
  const database = await startBenchDatabase({ news: 10_000, events: 0, resources: 0, documents: 0 }, new Date());
  onStop(database.stop);
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const server = await startChildServer(import.meta.resolve('./stage/builtServer.ts'), {
    ...portalSettings(database, issuer.issuer),
    FOLDER: new URL('../', import.meta.url).href,
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: emptyWebRoot(database.folder),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  onStop(server.stop);
  const portal = { url: server.url, pid: server.pid, issuer };
  const admin = await callerOf(portal, 'bench-admin', ['admin']);
  await admin.call(listAuditEntries, { query: {} });

  log(`Storing ${SIZES.few} entries`);
  await withConnection(database.url, (client) => fillAudit(client, SIZES.few));
  const few = await measureCalls(admin, await withConnection(database.url, auditCalls));
  log(`Storing ${SIZES.many} entries`);
  await withConnection(database.url, (client) => fillAudit(client, SIZES.many));
  const calls = await withConnection(database.url, auditCalls);
  const many = await measureCalls(admin, calls);
  log('Explaining');
  const plans = await explainCalls(database.url, calls);
  log('Exporting');
  const exported = await measureExport(portal);
  log('Verifying');
  const db = createDb(createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 60_000 }));
  onStop(async () => await db.destroy());
  const verifyMs = await timed(async () => {
    const { brokenId } = await verifyAuditLog(db, new Date());
    if (brokenId !== null) throw new Error(`Entry ${brokenId} does not hold.`);
  });
  return {
    ...runFacts(),
    sizes: SIZES,
    calls: many.times.map(({ name, ms }, index) => ({ name, fewMs: few.times[index]!.ms, manyMs: ms })),
    newsMs: many.newsMs,
    export: exported,
    verifySeconds: verifyMs / 1000,
    plans,
  };
}

/** Requests the news list in between, so that other load on the machine is seen in both. */
async function measureCalls(admin: BenchCaller, calls: AuditCall[]) {
  const news: number[] = [];
  const times: Array<{ name: string; ms: number }> = [];
  for (const { name, query } of calls) {
    const own: number[] = [];
    for (let turn = -WARM_UP; turn < CALLS; turn += 1) {
      const ms = await timed(() => admin.call(listAuditEntries, { query }));
      const newsMs = await timed(() => admin.call(listNews, { query: {} }));
      if (turn < 0) continue;
      own.push(ms);
      news.push(newsMs);
    }
    times.push({ name, ms: timesOf(own).p95Ms });
  }
  return { times, newsMs: timesOf(news).p95Ms };
}

interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

async function explainCalls(url: string, calls: AuditCall[]): Promise<Plan[]> {
  const seen: Array<Omit<Statement, 'name'>> = [];
  const db = createDb(
    createPool({ url, max: 1, prepare: true, statementTimeoutMs: 60_000 }),
    ({ query }) => void seen.push({ text: query.sql, values: query.parameters }),
  );
  const byValue: Statement[] = [];
  const byText: Statement[] = [];
  for (const { name, query } of calls) {
    seen.length = 0;
    const { before, ...filters } = query;
    await listAuditPage(db, { filters, zone, before });
    const entries = seen.find(({ text }) => text.includes('audit_log'))!;
    (query.who === undefined && query.text === undefined ? byValue : byText).push({ ...entries, name });
  }
  await db.destroy();
  // As the portal does, which makes a plan for each value unless there is a text.
  const own = await explainStatements(url, byValue, { plan_cache_mode: 'force_custom_plan' });
  return [...own, ...(await explainStatements(url, byText))];
}

/** Downloads the whole log, as an administrator does, and reads the memory of the server meanwhile. */
async function measureExport(portal: BenchPortal & { pid: number }): Promise<Report['export']> {
  const { accessToken, idToken } = await tokensOf(portal, 'bench-admin', ['admin']);
  const cookie = `${cookieNames.accessToken}=${accessToken}; ${cookieNames.idToken}=${idToken}`;
  const idleMib = proportionalMib(portal.pid);
  const memory: number[] = [];
  const watch = setInterval(() => void memory.push(proportionalMib(portal.pid)), MEMORY_EVERY_MS);
  let bytes = 0;
  const ms = await timed(async () => {
    const answer = await fetch(`${portal.url}${auditExportPath()}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The export responded with ${answer.status}: ${await answer.text()}`);
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  });
  clearInterval(watch);
  memory.push(proportionalMib(portal.pid));
  return { seconds: ms / 1000, bytes, addedMib: median(memory) - idleMib };
}

const count = (number: number): string => number.toLocaleString('en-US');

function section({
  date,
  node,
  processor,
  sizes,
  calls,
  newsMs,
  export: exported,
  verifySeconds,
  plans,
}: Report): string {
  const rows = calls.map(({ name, fewMs, manyMs }) => [
    name,
    `${manyMs.toFixed(1)} ms`,
    (manyMs / fewMs).toFixed(2),
    (manyMs / newsMs).toFixed(2),
    manyMs < GOAL_MS ? 'yes' : 'no',
  ]);
  return [
    `${date.slice(0, 10)}, Node ${node}, ${processor}; p95 of ${count(CALLS)} calls at one client among ${count(sizes.many)} entries:`,
    '',
    table(['filters', 'p95', `to ${count(sizes.few)} entries`, 'to the news list', `below ${GOAL_MS} ms`], rows),
    '',
    `The export of all entries took ${exported.seconds.toFixed(0)} s for ${(exported.bytes / 1e6).toFixed(0)} MB, with ${exported.addedMib.toFixed(0)} MiB ` +
      `more memory than when idle (median). Verifying the chain took ${verifySeconds.toFixed(0)} s.`,
    '',
    listOfPlans(plans, (name) => `**${name}**`),
  ].join('\n');
}

await runProgram(async (program) => {
  const report = await measureAudit(program);
  const text = section(report);
  program.log(`\n${text}`);
  if (!flags.includes('--save')) return;
  program.log(
    saveResults({
      command: 'npm run bench -- audit',
      page: 'results/audit.md',
      part: 'audit',
      name: 'audit-',
      report,
      digits: 3,
      section: text,
    }),
  );
});
