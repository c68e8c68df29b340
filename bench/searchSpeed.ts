import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { withConnection } from '@portico/dev-database/databases';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { rankItems } from '@portico/server/features/search/ranking';
import { understand } from '@portico/server/features/search/understanding';
import { searchGroups } from '@portico/contracts/search';
import { visibleTo, type Reader } from '@portico/server/content/visibility';
import { sql } from 'kysely';
import pg from 'pg';
import { processorName } from './program.ts';
import { createRandom } from './random.ts';
import { generatedItems, queriesOf, worstQueries } from './searchTexts.ts';
import { startSearchDatabase, startSearchServer, storeItems, type SearchBench } from './searchDatabase.ts';

const COMPARED_QUERIES = 60;
const ASKED_QUERIES = 200;
const WORST_RUNS = 5;
const PAGE_SIZE = 5;

interface Times {
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
}

interface SizeResult {
  items: number;
  /** Storing and indexing all of them, seconds. */
  storedSeconds: number;
  megabytes: Record<string, number>;
  /** The search's statements and the any-word ts_rank statement, in turns, in the database. */
  ours: Times;
  anyWord: Times;
  /** Median of the queries' ratios: how many times faster ours is. */
  timesFaster: number;
  /** One client over HTTP, all of the search: groups, totals, snippets. */
  http: Times;
  /** The costliest terms that 200 characters allow. */
  worst: Array<{ query: string; ms: number; anyWordMs: number }>;
  plans: Array<{ statement: string; lines: string[] }>;
}

export interface SpeedReport {
  /** ISO 8601 in UTC. */
  date: string;
  node: string;
  processor: string;
  /** Mean number of running processes in the minute before. */
  loadBefore: number;
  sizes: SizeResult[];
}

type OnStop = (stop: () => Promise<void>) => void;

/** Measures the search at these numbers of items of 4 KB, the smaller first, in one database after the other. */
export async function measureSpeed(sizes: number[], tell: (step: string) => void, onStop: OnStop): Promise<SpeedReport> {
  const loadBefore = loadavg()[0]!;
  const results: SizeResult[] = [];
  for (const items of sizes) {
    tell(`Storing ${items} items`);
    const stops: Array<() => Promise<void>> = [];
    // One that was stopped here is stopped again at the end, which does no harm.
    const keep = (stop: () => Promise<void>) => {
      let done: Promise<void> | undefined;
      const once = () => (done ??= stop());
      stops.push(once);
      onStop(once);
    };
    results.push(await measureSize(items, tell, keep));
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  }
  return { date: new Date().toISOString(), node: process.version, processor: processorName(), loadBefore, sizes: results };
}

async function measureSize(items: number, tell: (step: string) => void, onStop: OnStop): Promise<SizeResult> {
  const database = await startSearchDatabase(onStop);
  const begun = performance.now();
  await storeItems(database.url, generatedItems(items), (count) => tell(`  ${count}`));
  const storedSeconds = Math.round((performance.now() - begun) / 1000);
  const bench = await startSearchServer(database, onStop);
  const statements: Array<{ text: string; values: readonly unknown[] }> = [];
  const pool = createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 60_000 });
  const db = createDb(pool, ({ query }) => void statements.push({ text: query.sql, values: query.parameters }));
  try {
    await sql`select set_config('jit', 'off', false), set_config('work_mem', '32MB', false)`.execute(db);
    tell('Asking two-word queries');
    const queries = queriesOf(createRandom(5), COMPARED_QUERIES);
    for (const query of queries.slice(0, 10)) await inTurns(db, query);
    const pairs: Array<{ ours: number; anyWord: number }> = [];
    for (const query of queries) pairs.push(await inTurns(db, query));
    const http = await askOverHttp(bench, queriesOf(createRandom(6), ASKED_QUERIES));
    tell('Asking the worst');
    const worst: SizeResult['worst'] = [];
    for (const { name, term } of worstQueries()) {
      const ms = Math.max(...(await askEach(bench, Array.from({ length: WORST_RUNS }, () => term))));
      worst.push({ query: name, ms, anyWordMs: await timed(() => anyWordStatement(db, reader(), term)) });
    }
    statements.length = 0;
    await ourStatements(db, queries[0]!);
    await anyWordStatement(db, reader(), queries[0]!);
    const plans = await explain(database.url, statements);
    return {
      items, storedSeconds, megabytes: await sizesOf(database.url),
      ours: timesOf(pairs.map(({ ours }) => ours)), anyWord: timesOf(pairs.map(({ anyWord }) => anyWord)),
      timesFaster: median(pairs.map(({ ours, anyWord }) => anyWord / ours)), http: timesOf(http), worst, plans,
    };
  } finally {
    await db.destroy();
  }
}

const reader = (): Reader => ({ id: '00000000-0000-4000-8000-000000000000', advisorType: null, now: new Date() });

async function inTurns(db: Db, term: string): Promise<{ ours: number; anyWord: number }> {
  const ours = await timed(() => ourStatements(db, term));
  const anyWord = await timed(() => anyWordStatement(db, reader(), term));
  return { ours, anyWord };
}

async function ourStatements(db: Db, term: string): Promise<void> {
  const understanding = await understand(db, reader(), term, false);
  await rankItems(db, reader(), understanding, { groups: searchGroups, offset: 0, pageSize: PAGE_SIZE, filters: {} });
}

/** What a portal would do without a ranking of its own: any of the words, ordered by ts_rank, with the total. */
async function anyWordStatement(db: Db, who: Reader, term: string): Promise<void> {
  await sql`select item.id, ts_rank(search.tsv, query, 1) as rank, count(*) over () as total
    from (select replace(plainto_tsquery('english', ${term})::text, '&', '|')::tsquery as query) asked
    join search_items search on search.tsv @@ asked.query
    join content_items item on item.id = search.item_id and ${visibleTo(who)}
    order by rank desc limit ${5 * PAGE_SIZE}::int`.execute(db);
}

async function askOverHttp(bench: SearchBench, terms: string[]): Promise<number[]> {
  await askEach(bench, terms.slice(0, 20));
  return askEach(bench, terms);
}

async function askEach(bench: SearchBench, terms: string[]): Promise<number[]> {
  const headers = await bench.headers();
  const times: number[] = [];
  for (const term of terms) {
    const url = new URL('/api/v1/search', bench.portalUrl);
    url.searchParams.set('term', term);
    times.push(await timed(async () => {
      const answer = await fetch(url, { headers });
      const text = await answer.text();
      // A search that takes too long is told so: that is an answer too.
      if (!answer.ok && answer.status !== 503) throw new Error(`The search answered ${answer.status}: ${text}`);
    }));
  }
  return times;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)]!;
const timesOf = (values: number[]): Times => ({ p50Ms: median(values), p95Ms: sorted(values)[Math.floor(values.length * 0.95)]!, maxMs: Math.max(...values) });

async function sizesOf(url: string): Promise<Record<string, number>> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; mb: number }>(`
      select relname as name, round(pg_total_relation_size(oid) / 1048576.0)::int as mb from pg_class
      where relkind = 'r' and relname in ('content_revisions', 'search_items', 'search_postings', 'search_words', 'search_forms') order by 1`);
    return Object.fromEntries(rows.map(({ name, mb }) => [name, mb]));
  });
}

function explain(url: string, statements: Array<{ text: string; values: readonly unknown[] }>): Promise<SizeResult['plans']> {
  const names = ['what the words mean', 'their postings', 'the page', 'any word, ts_rank'];
  return withConnection(url, async (client) => {
    await client.query(`select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false), set_config('work_mem', '32MB', false)`);
    const plans: SizeResult['plans'] = [];
    for (const [index, { text, values }] of statements.entries()) {
      await client.query(`prepare s${index} as ${text}`);
      const execute = `execute s${index}(${values.map(literal).join(', ')})`;
      for (let run = 0; run < 3; run += 1) await client.query(execute);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${execute}`);
      plans.push({ statement: names[index] ?? `statement ${index + 1}`, lines: rows.map((row) => row['QUERY PLAN']) });
    }
    return plans;
  });
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

const README = new URL('./README.md', import.meta.url);
const RESULTS = new URL('./results/', import.meta.url);
const BEGIN = '<!-- search results: written by npm run bench:search -- --speed --save -->';
const END = '<!-- end of search results -->';

export function tableOfSpeed({ sizes }: SpeedReport): string {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const rows = sizes.map(({ items, ours, anyWord, timesFaster, http, worst, storedSeconds }) => [
    String(items), `${ms(ours.p50Ms)} / ${ms(ours.p95Ms)}`, `${ms(anyWord.p50Ms)} / ${ms(anyWord.p95Ms)}`, timesFaster.toFixed(1), `${ms(http.p50Ms)} / ${ms(http.p95Ms)}`,
    ms(Math.max(...worst.map((one) => one.ms))), String(storedSeconds),
  ]);
  const worst = sizes.flatMap(({ items, worst: queries }) => queries.map(({ query, ms: took, anyWordMs }) => [String(items), query, ms(took), ms(anyWordMs)]));
  return `${table(['items', 'ours p50 / p95 ms', 'any word p50 / p95 ms', 'times faster', 'HTTP p50 / p95 ms', 'worst ms', 'stored in s'], rows)}

${table(['items', 'costliest terms', 'HTTP ms', 'any word ms'], worst)}`;
}

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---:').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Keeps the results in results/search-<date>.json and in README.md; answers the file's path from the root. */
export function saveSpeed(report: SpeedReport): string {
  const name = `search-${report.date.slice(0, 10)}.json`;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(name, RESULTS), `${JSON.stringify(report, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value), 2)}\n`);
  const text = readFileSync(README, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  writeFileSync(README, `${before}${BEGIN}\n${section(report)}\n${END}${rest.split(END)[1] ?? '\n'}`);
  return `bench/results/${name}`;
}

function section(report: SpeedReport): string {
  const largest = report.sizes.at(-1)!;
  return `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${report.loadBefore.toFixed(2)}.

${tableOfSpeed(report)}

Megabytes at ${largest.items} items: ${Object.entries(largest.megabytes).map(([name, mb]) => `${name} ${mb}`).join(', ')}.

${largest.plans.map(({ statement, lines }) => `${statement}, at ${largest.items} items:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``).join('\n\n')}
`;
}
