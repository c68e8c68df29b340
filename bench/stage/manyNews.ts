import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@portico/contracts/durations';
import { withConnection } from '@portico/dev-database/databases';
import { maintainSearchIndex } from '@portico/server/search/index/maintainSearchIndex';
import { advisorTypes } from '@portico/kinds/advisorType';
import { memoryOf } from '../marks/processes.ts';
import type { Program } from '../program.ts';
import { table } from '../results.ts';
import {
  startSearchDatabase,
  startSearchServer,
  type SearchBench,
  type SearchedItem,
} from '../search/searchDatabase.ts';
import { shortNews, wordsOf } from '../search/searchTexts.ts';
import { timed, timesOf, type Times } from '../timing.ts';
import { addNewsInBulk, openPatiently, type Filled } from './newsInBulk.ts';
import { createRandom } from './random.ts';

const BASE = join(tmpdir(), 'portico-bench-items');
/** No more readers make calls after this time. */
const MAX_CALLING_MS = 15 * 60_000;
const READERS = 1000;
const READERS_AT_ONCE = 4;
const WARM_UP = 20;
/** Number of items that are indexed again in the way the job does. */
const REINDEXED = 500;
const DEEP_PAGE = 500;

export interface Point extends Filled {
  /** Mean number of running processes in the minute before the calls. */
  load: number;
  /** Number of readers, each of whom made every call once. */
  readers: number;
  /** Times by kind of call, with one call per reader. */
  calls: Record<string, Times>;
  /** From the start of the process to its first response. */
  startMs: number;
  serverMb: number;
  /** Size of the whole database, and of its largest tables including indexes. */
  databaseMb: number;
  tablesMb: Record<string, number>;
  /** Duration of the job that runs every minute, with nothing to do. */
  upkeepMs: number;
  /** Time per item that the job indexes. */
  reindexMs: number;
}

const POINTS_FILE = join(BASE, 'points.json');

const readPoints = (): Point[] =>
  existsSync(POINTS_FILE) ? (JSON.parse(readFileSync(POINTS_FILE, 'utf8')) as Point[]) : [];

export const forgetManyNews = (): void => rmSync(BASE, { recursive: true, force: true });

/**
 * Measures one database that grows from size to size; at each size, a thousand readers make calls. `onPoint` is called
 * with all points after each size. When the time is up, what is stored is kept, and the next run continues. Returns
 * whether all sizes were measured.
 */
export async function measureManyNews(
  { log, onStop }: Program,
  { sizes, until, onPoint }: { sizes: number[]; until: number; onPoint: (points: Point[]) => void },
): Promise<boolean> {
  mkdirSync(BASE, { recursive: true });
  const points = readPoints();
  const database = await startSearchDatabase(onStop, BASE);
  for (const size of sizes.filter((one) => !points.some(({ stored }) => stored === one))) {
    log(`Storing up to ${size.toLocaleString('en')} news`);
    const filled = await addNewsInBulk(database.url, someForOneType(shortNews(size)), {
      until,
      onProgress: (count) => log(`  ${count.toLocaleString('en')}`),
    });
    if (!filled) return false;
    points.push(await measurePoint(database, filled, log));
    writeFileSync(POINTS_FILE, JSON.stringify(points));
    onPoint(points);
  }
  return true;
}

async function measurePoint(
  database: { url: string; folder: string },
  filled: Filled,
  log: Program['log'],
): Promise<Point> {
  const upkeep = await measureUpkeep(database.url);
  log(`Making calls as ${READERS} readers`);
  const stops: Array<() => Promise<void>> = [];
  try {
    const begun = performance.now();
    const bench = await startSearchServer(database, (stop) => void stops.push(stop));
    const startMs = performance.now() - begun;
    const load = loadavg()[0]!;
    const calls = await callAsReaders(bench);
    const serverMb = (memoryOf(bench.pid).peakMib * 2 ** 20) / 1e6;
    return { load, ...filled, ...calls, startMs, serverMb, ...upkeep, ...(await sizesOf(database.url)) };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Restricts three in ten of the news to one advisor type. */
function* someForOneType(news: Iterable<SearchedItem>): Generator<SearchedItem> {
  let index = 0;
  for (const item of news) {
    yield { ...item, audience: index % 10 < 3 ? [advisorTypes[index % advisorTypes.length]!] : [] };
    index += 1;
  }
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Each reader has tokens, and most have an advisor type. Their first call, which creates them, is not timed. */
async function callAsReaders(bench: SearchBench): Promise<Pick<Point, 'calls' | 'readers'>> {
  const random = createRandom(11);
  const ids = await withConnection(bench.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from content_items where audience = '{}' order by id limit ${READERS}`,
    );
    return rows.map(({ id }) => id);
  });
  const terms = wordsOf(random, READERS);
  const pages = {
    list: () => '/news',
    'a later page': () => `/news?page=${1 + Math.floor(random.next() * DEEP_PAGE)}`,
    'list of two categories': () => '/news?category=Tax&category=Markets',
    'list of a year': () => `/news?from=${daysAgo(365)}&to=${daysAgo(30)}`,
    'list by text': (reader: number) => `/news?text=${terms[reader]!}`,
    detail: (reader: number) => `/news/${ids[reader]!}`,
    search: (reader: number) => `/search?term=${terms[reader]!}`,
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${bench.portalUrl}/api/v1${path}`, { headers });
    const text = await answer.text();
    // A statement that takes too long gets a 503, which is a valid response here.
    if (!answer.ok && answer.status !== 503) throw new Error(`${path} responded with ${answer.status}: ${text}`);
  };
  const until = Date.now() + MAX_CALLING_MS;
  const readers = Array.from({ length: READERS + WARM_UP }, (_, reader) => reader - WARM_UP).values();
  await Promise.all(
    Array.from({ length: READERS_AT_ONCE }, async () => {
      for (const reader of readers) {
        if (Date.now() > until) return;
        const type = advisorTypes[Math.abs(reader) % (advisorTypes.length + 1)];
        const headers = await bench.headers({ sub: `reader-${reader}`, ...(type && { 'custom:advisorType': type }) });
        await ask('/users/current', headers);
        for (const [name, path] of Object.entries(pages)) {
          const ms = await timed(() => ask(path(Math.abs(reader)), headers));
          if (reader >= 0) times[name]!.push(ms);
        }
      }
    }),
  );
  return {
    calls: Object.fromEntries(Object.entries(times).map(([name, taken]) => [name, timesOf(taken)])),
    readers: Object.values(times)[0]!.length,
  };
}

async function measureUpkeep(url: string): Promise<Pick<Point, 'upkeepMs' | 'reindexMs'>> {
  const db = openPatiently(url, 2, true);
  try {
    const upkeep = () => timed(() => maintainSearchIndex(db, new Date()));
    await upkeep();
    const upkeepMs = await upkeep();
    await withConnection(url, (client) =>
      client.query(
        `update search_items set index_version = 0 where doc in (select doc from search_items order by doc desc limit ${REINDEXED})`,
      ),
    );
    return { upkeepMs, reindexMs: ((await upkeep()) - upkeepMs) / REINDEXED };
  } finally {
    await db.destroy();
  }
}

const sizesOf = (url: string): Promise<Pick<Point, 'databaseMb' | 'tablesMb'>> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; mb: number }>(
      `select relname as name, pg_total_relation_size(oid) / 1e6 as mb from pg_class
       where relkind = 'r' and relname like any ('{content%,search%}') order by 2 desc limit 6`,
    );
    const { rows: all } = await client.query<{ mb: number }>('select pg_database_size(current_database()) / 1e6 as mb');
    return {
      databaseMb: Number(all[0]!.mb),
      tablesMb: Object.fromEntries(rows.map(({ name, mb }) => [name, Number(mb)])),
    };
  });

export function tableOfPoints(points: Point[]): string {
  const number = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));
  const row = (name: string, value: (point: Point) => string) => [name, ...points.map(value)];
  return table(
    ['', ...points.map(({ stored }) => `${stored.toLocaleString('en')} news`)],
    [
      row('running processes before the calls', ({ load }) => number(load)),
      row('readers', ({ readers }) => number(readers)),
      ...Object.keys(points[0]!.calls).map((name) =>
        row(`${name}, p50 / p95 ms`, ({ calls }) => `${number(calls[name]!.p50Ms)} / ${number(calls[name]!.p95Ms)}`),
      ),
      row('start of a process, ms', ({ startMs }) => number(startMs)),
      row('memory of the process at its peak, MB', ({ serverMb }) => number(serverMb)),
      row('database, MB', ({ databaseMb }) => number(databaseMb)),
      row('storing and indexing an item, in batches, ms', ({ filledSeconds, added }) =>
        added === 0 ? '–' : number((filledSeconds / added) * 1000),
      ),
      row('merging the index, s', ({ mergedSeconds }) => number(mergedSeconds)),
      row('upkeep of the index, nothing to do, ms', ({ upkeepMs }) => number(upkeepMs)),
      // As the difference of two timings it can be negative because of noise.
      row('indexing an item by the job, ms', ({ reindexMs }) => number(Math.max(0, reindexMs))),
    ],
  );
}
