import { loadavg } from 'node:os';
import { withConnection } from '@portico/dev-database/databases';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { rankItems } from '@portico/server/search/ranking/rankItems';
import { analyzeQuery } from '@portico/server/search/analysis/analyzeQuery';
import { searchGroups } from '@portico/contracts/search';
import { visibleTo, type Reader } from '@portico/server/visibility/visibility';
import { sql } from 'kysely';
import { explainStatements, type Plan } from '../plans.ts';
import { runFacts } from '../program.ts';
import { createRandom } from '../stage/random.ts';
import { saveResults, table } from '../results.ts';
import { generatedItems, queriesOf, worstQueries } from './searchTexts.ts';
import { startSearchDatabase, startSearchServer, storeItems, type SearchBench } from './searchDatabase.ts';
import { median, timed, timesOf, type Times } from '../timing.ts';

const COMPARED_QUERIES = 60;
const ASKED_QUERIES = 200;
const WORST_RUNS = 5;
const PAGE_SIZE = 5;

interface SizeResult {
  items: number;
  /** Seconds to store and index all of them. */
  storedSeconds: number;
  megabytes: Record<string, number>;
  /** The search's statements and the any-word ts_rank statement, alternately, in the database. */
  ours: Times;
  anyWord: Times;
  /** Median over the queries of how many times faster ours is. */
  timesFaster: number;
  /** The complete search over HTTP by one client: groups, totals, snippets. */
  http: Times;
  /** The most expensive terms that 200 characters allow. */
  worst: Array<{ query: string; ms: number; anyWordMs: number }>;
  plans: Plan[];
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

/** Measures the search at these numbers of items of 4 KB, smallest first, each in a new database. */
export async function measureSpeed(sizes: number[], log: (step: string) => void, onStop: OnStop): Promise<SpeedReport> {
  const loadBefore = loadavg()[0]!;
  const results: SizeResult[] = [];
  for (const items of sizes) {
    log(`Storing ${items} items`);
    const stops: Array<() => Promise<void>> = [];
    // Everything is stopped here and again at the end, so stopping has to work only once.
    const keep = (stop: () => Promise<void>) => {
      let done: Promise<void> | undefined;
      const once = () => (done ??= stop());
      stops.push(once);
      onStop(once);
    };
    results.push(await measureSize(items, log, keep));
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  }
  return {
    ...runFacts(),
    loadBefore,
    sizes: results,
  };
}

async function measureSize(items: number, log: (step: string) => void, onStop: OnStop): Promise<SizeResult> {
  const database = await startSearchDatabase(onStop);
  const begun = performance.now();
  await storeItems(database.url, generatedItems(items), (count) => log(`  ${count}`));
  const storedSeconds = Math.round((performance.now() - begun) / 1000);
  const bench = await startSearchServer(database, onStop);
  const statements: Array<{ text: string; values: readonly unknown[] }> = [];
  const pool = createPool({ url: database.url, max: 1, prepare: true, statementTimeoutMs: 60_000 });
  const db = createDb(pool, ({ query }) => void statements.push({ text: query.sql, values: query.parameters }));
  try {
    await sql`select set_config('jit', 'off', false), set_config('work_mem', '32MB', false)`.execute(db);
    log('Searching for two words');
    const queries = queriesOf(createRandom(5), COMPARED_QUERIES);
    for (const query of queries.slice(0, 10)) await inTurns(db, query);
    const pairs: Array<{ ours: number; anyWord: number }> = [];
    for (const query of queries) pairs.push(await inTurns(db, query));
    const http = await askOverHttp(bench, queriesOf(createRandom(6), ASKED_QUERIES));
    log('Searching for the most expensive terms');
    const worst: SizeResult['worst'] = [];
    for (const { name, term } of worstQueries()) {
      const ms = Math.max(
        ...(await askEach(
          bench,
          Array.from({ length: WORST_RUNS }, () => term),
        )),
      );
      worst.push({ query: name, ms, anyWordMs: await timed(() => anyWordStatement(db, reader(), term)) });
    }
    statements.length = 0;
    await ourStatements(db, queries[0]!);
    await anyWordStatement(db, reader(), queries[0]!);
    const named = statements.map((statement, index) => ({
      ...statement,
      name: STATEMENTS[index] ?? `statement ${index + 1}`,
    }));
    const plans = await explainStatements(database.url, named, { jit: 'off', work_mem: '32MB' });
    return {
      items,
      storedSeconds,
      megabytes: await sizesOf(database.url),
      ours: timesOf(pairs.map(({ ours }) => ours)),
      anyWord: timesOf(pairs.map(({ anyWord }) => anyWord)),
      timesFaster: median(pairs.map(({ ours, anyWord }) => anyWord / ours)),
      http: timesOf(http),
      worst,
      plans,
    };
  } finally {
    await db.destroy();
  }
}

const reader = (): Reader => ({
  id: '00000000-0000-4000-8000-000000000000',
  advisorType: null,
  facts: [],
  now: new Date(),
});

async function inTurns(db: Db, term: string): Promise<{ ours: number; anyWord: number }> {
  const ours = await timed(() => ourStatements(db, term));
  const anyWord = await timed(() => anyWordStatement(db, reader(), term));
  return { ours, anyWord };
}

async function ourStatements(db: Db, term: string): Promise<void> {
  const understanding = await analyzeQuery(db, reader(), term, false);
  await rankItems(db, reader(), understanding, {
    groups: searchGroups,
    offset: 0,
    pageSize: PAGE_SIZE,
    sort: 'Relevance',
    filters: {},
  });
}

/** What a portal without its own ranking would run: any of the words, ordered by ts_rank, with the total. */
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
    times.push(
      await timed(async () => {
        const answer = await fetch(url, { headers });
        const text = await answer.text();
        // A search that takes too long gets a 503, which is a valid response here.
        if (!answer.ok && answer.status !== 503) throw new Error(`The search responded with ${answer.status}: ${text}`);
      }),
    );
  }
  return times;
}

async function sizesOf(url: string): Promise<Record<string, number>> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; mb: number }>(`
      select relname as name, round(pg_total_relation_size(oid) / 1048576.0)::int as mb from pg_class
      where relkind = 'r' and relname in ('content_revisions', 'search_items', 'search_postings', 'search_words', 'search_forms') order by 1`);
    return Object.fromEntries(rows.map(({ name, mb }) => [name, mb]));
  });
}

/** In the order in which a search runs them. */
const STATEMENTS = ['what the words mean', 'their postings', 'the page', 'any word, ts_rank'];

export function tableOfSpeed({ sizes }: SpeedReport): string {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const rows = sizes.map(({ items, ours, anyWord, timesFaster, http, worst, storedSeconds }) => [
    String(items),
    `${ms(ours.p50Ms)} / ${ms(ours.p95Ms)}`,
    `${ms(anyWord.p50Ms)} / ${ms(anyWord.p95Ms)}`,
    timesFaster.toFixed(1),
    `${ms(http.p50Ms)} / ${ms(http.p95Ms)}`,
    ms(Math.max(...worst.map((one) => one.ms))),
    String(storedSeconds),
  ]);
  const worst = sizes.flatMap(({ items, worst: queries }) =>
    queries.map(({ query, ms: took, anyWordMs }) => [String(items), query, ms(took), ms(anyWordMs)]),
  );
  return `${table(['items', 'ours p50 / p95 ms', 'any word p50 / p95 ms', 'times faster', 'HTTP p50 / p95 ms', 'worst ms', 'stored in s'], rows)}

${table(['items', 'costliest terms', 'HTTP ms', 'any word ms'], worst)}`;
}

/** Saves the results in results/search-<date>.json, with the plans of the statements, and on their page; says where. */
export const saveSpeed = (report: SpeedReport): string =>
  saveResults({
    command: 'npm run bench -- search --speed',
    page: 'results/search.md',
    part: 'search results',
    name: 'search-',
    report,
    digits: 2,
    section: section(report),
  });

function section(report: SpeedReport): string {
  const largest = report.sizes.at(-1)!;
  return `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${report.loadBefore.toFixed(2)}.

${tableOfSpeed(report)}

Megabytes at ${largest.items} items: ${Object.entries(largest.megabytes)
    .map(([name, mb]) => `${name} ${mb}`)
    .join(', ')}.
`;
}
