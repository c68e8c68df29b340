import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { studioPicturesPath } from '@portico/contracts/studio/pickers';
import { withConnection } from '@portico/dev-database/databases';
import { imageUrl } from '@portico/kinds/mediaUrls';
import type { ImageRef } from '@portico/kinds/media';
import { createDb, createPool } from '@portico/server/db/pool';
import { maintainSearchIndex } from '@portico/server/search/index/maintainSearchIndex';
import { root } from '@portico/tools/root';
import type { Pace } from '../calls/compare.ts';
import { load, loadOnce } from '../load.ts';
import { startBenchDatabase } from '../stage/benchDatabase.ts';
import type { ChildServer } from '../stage/childServer.ts';
import { createRandom } from '../stage/random.ts';
import { median } from '../timing.ts';
import { distinctTerms } from './distinctTerms.ts';
import { measuredServers, sideOf, type MeasuredServers } from './measuredServers.ts';
import { comparePair, type PairResult } from './pair.ts';
import { fillPlainTables, READER_TYPE } from './plainTables.ts';
import { memoryOf, proportionalMib } from './processes.ts';
import { compareNews, readerOf } from './sameAnswers.ts';
import { measureWriteMarks, openEventsFor, type WriteMarks } from './writeMarks.ts';

export const FEW_CONNECTIONS = 16;
const MANY_CONNECTIONS = 64;
/** Few enough for the portal to remember all of them. */
const REPEATED_DETAILS = 2000;
const DETAILS_COMPARED = 20;
const COLD_STARTS = 5;
const SETTLING_MS = 5000;
const SEARCHES = 1000;
const PICTURE_SECONDS = 5;

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface ListMarks {
  list: PairResult;
  listOfMany: PairResult;
  /** The newest 2,000 items, again and again. */
  detail: PairResult;
  /** All items that the reader may see, one after another, and how many. */
  detailInTurn: PairResult;
  itemsInTurn: number;
  writes: WriteMarks;
  coldStart: ColdStarts;
  memory: { idleMib: { portal: number; plain: number }; peakMib: number };
}

interface ColdStarts {
  /** From the start of the process to the first signed-in response; medians. */
  ms: { portal: number; plain: number };
  /** Median, and lowest and highest, ratio of two starts after each other. */
  ratio: number;
  spread: [number, number];
}

/** Compares list, detail, writes, cold start and memory with the servers beside the portal. */
export async function measureListMarks(news: number, pace: Pace, log: Log, onStop: OnStop): Promise<ListMarks> {
  const servers = await prepareServers({ news, openEvents: openEventsFor(pace) }, log, onStop);
  const headers = await servers.headersOf({ sub: 'bench', 'custom:advisorType': READER_TYPE });
  log('Starting both servers, one after the other, several times');
  const coldStart = await compareColdStarts(servers, headers);
  const [portal, plain] = [await servers.start('portal'), await servers.start('plain')];
  onStop(portal.stop);
  onStop(plain.stop);
  const readers = { portal: readerOf(portal.url, headers), plain: readerOf(plain.url, headers) };
  await readers.portal('/api/v1/news');
  await readers.plain('/list');
  await sleep(SETTLING_MS);
  const idleMib = { portal: proportionalMib(portal.pid), plain: proportionalMib(plain.pid) };

  const floor = await servers.start('floor');
  onStop(floor.stop);
  log('Comparing answers');
  const ids = await readableNews(servers.databaseUrl);
  const sample = ids.filter((_, index) => index % Math.ceil(ids.length / DETAILS_COMPARED) === 0);
  await compareNews(readers.portal, { plain: readers.plain, floor: readerOf(floor.url, headers) }, sample);

  const [portalSide, base, floorSide] = [portal, plain, floor].map((server) => sideOf(server, servers, headers));
  const lists = {
    portal: { ...portalSide!, url: `${portal.url}/api/v1/news` },
    base: { ...base!, url: `${plain.url}/list` },
    floor: { ...floorSide!, url: `${floor.url}/list` },
  };
  log('Measuring lists');
  const list = await comparePair(lists, FEW_CONNECTIONS, pace);
  const listOfMany = await comparePair(lists, MANY_CONNECTIONS, pace);
  log('Measuring details');
  const detailsOf = (what: (prefix: string) => object) => ({
    portal: { ...portalSide!, ...what('/api/v1/news/') },
    base: { ...base!, ...what('/detail/') },
    floor: { ...floorSide!, ...what('/detail/') },
  });
  const paths = (prefix: string, given: string[]) => given.map((id) => ({ path: `${prefix}${id}` }));
  const detail = await comparePair(
    detailsOf((prefix) => ({ requests: paths(prefix, ids.slice(0, REPEATED_DETAILS)) })),
    FEW_CONNECTIONS,
    pace,
  );
  const detailInTurn = await comparePair(
    detailsOf((prefix) => ({ requestsOf: () => paths(prefix, ids) })),
    FEW_CONNECTIONS,
    pace,
  );
  const writes = await measureWriteMarks(servers, { portal, plain }, pace, log);
  log('Searching and looking at pictures');
  await search(portal, headers);
  await lookAtPictures(portal, servers);
  const peakMib = memoryOf(portal.pid).peakMib;
  return {
    list,
    listOfMany,
    detail,
    detailInTurn,
    itemsInTurn: ids.length,
    writes,
    coldStart,
    memory: { idleMib, peakMib },
  };
}

/** A database with these news, of which all servers know the same, and with a full search index. */
export async function prepareServers(
  { news, openEvents }: { news: number; openEvents: number },
  log: Log,
  onStop: OnStop,
): Promise<MeasuredServers> {
  log(`Filling a database with ${news.toLocaleString('en')} news`);
  const database = await startBenchDatabase({ news, events: 400, openEvents }, new Date());
  onStop(database.stop);
  await fillPlainTables(database.url);
  log('Indexing');
  await fillSearchIndex(database.url);
  return measuredServers(database, log, onStop);
}

/** Otherwise the portal would index while it is being measured. */
async function fillSearchIndex(url: string): Promise<void> {
  const db = createDb(createPool({ url, max: 2, prepare: true, statementTimeoutMs: 60_000 }));
  await maintainSearchIndex(db, new Date());
  await db.destroy();
}

async function compareColdStarts(servers: MeasuredServers, headers: Record<string, string>): Promise<ColdStarts> {
  const times = { portal: [] as number[], plain: [] as number[] };
  for (let count = 0; count < COLD_STARTS; count += 1)
    for (const server of ['portal', 'plain'] as const) {
      const begun = performance.now();
      const { url, stop } = await servers.start(server);
      await readerOf(url, headers)(server === 'portal' ? '/api/v1/news' : '/list');
      times[server].push(performance.now() - begun);
      await stop();
    }
  const ratios = times.portal.map((ms, index) => ms / times.plain[index]!);
  return {
    ms: { portal: median(times.portal), plain: median(times.plain) },
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

async function search({ url }: ChildServer, headers: Record<string, string>): Promise<void> {
  const terms = distinctTerms(createRandom(17), SEARCHES);
  const requests = terms.map((term) => ({ path: `/api/v1/search?term=${encodeURIComponent(term)}` }));
  await loadOnce({ url, headers, connections: FEW_CONNECTIONS, requests });
}

/** Uploads the pictures of the demo content as an editor does, and reads every size of them. */
async function lookAtPictures({ url }: ChildServer, servers: MeasuredServers): Promise<void> {
  const headers = await servers.headersOf({ sub: 'editor', 'custom:roles': 'editor' });
  const folder = join(root, 'demo/images');
  const paths: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jpg'))) {
    const response = await fetch(url + studioPicturesPath, {
      method: 'POST',
      headers: { ...headers, 'x-file-name': name, 'content-type': 'image/jpeg' },
      body: readFileSync(join(folder, name)),
    });
    if (!response.ok) throw new Error(`Uploading ${name} responded with ${response.status}`);
    const picture = (await response.json()) as ImageRef;
    paths.push(...picture.widths.map((width) => imageUrl(picture, width)));
  }
  const cookie = `id_token=${headers['id-token']}; access_token=${headers['authorization']!.slice('Bearer '.length)}`;
  await load(
    { url, headers: { cookie }, connections: FEW_CONNECTIONS, requests: paths.map((path) => ({ path })) },
    PICTURE_SECONDS,
  );
}

/** News that the signed-in person may read, newest first. */
const readableNews = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from plain.news where published_at <= now() order by published_at desc, id desc',
    );
    return rows.map(({ id }) => id);
  });
