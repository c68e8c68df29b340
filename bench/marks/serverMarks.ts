import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { type Pace } from '../calls/compare.ts';
import { load } from '../load.ts';
import { startChildServer, type ChildServer } from '../stage/childServer.ts';
import { median } from '../timing.ts';
import { startBenchDatabase } from '../stage/benchDatabase.ts';
import { builtPortal } from '../stage/builtPortal.ts';
import { portalSettings } from '../stage/portalSettings.ts';
import { createDb, createPool } from '@portico/server/db/pool';
import { maintainSearchIndex } from '@portico/server/search/index/maintainSearchIndex';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { fillPlainTables } from './plainTables.ts';
import { comparePair, type PairResult } from './pair.ts';
import { memoryOf } from './processes.ts';

export const FEW_CONNECTIONS = 16;
export const MANY_CONNECTIONS = 64;
const DETAILS_ASKED = 2000;
const COLD_STARTS = 5;
const SETTLING_MS = 5000;
/** Indexing more than this takes longer than measuring, so larger portals run without jobs. */
const MAX_INDEXED = 10_000;

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface ListMarks {
  list: PairResult;
  listOfMany: PairResult;
  detail: PairResult;
  /** From the start of the process to the first signed-in response; medians. */
  coldStartMs: { portal: number; plain: number };
  memory: { idleMib: number; peakMib: number };
}

/** The portal and the plain server on one database, ready to be started. */
export interface Servers {
  databaseUrl: string;
  headers: Record<string, string>;
  start: Record<'portal' | 'plain', () => Promise<ChildServer>>;
}

/** Compares list and detail of news, cold start and memory with the plain server. */
export async function measureListMarks(news: number, pace: Pace, log: Log, onStop: OnStop): Promise<ListMarks> {
  const servers = await prepareServers(news, log, onStop);
  log('Starting both servers, one after the other, several times');
  const coldStartMs = { portal: await coldStart(servers, 'portal'), plain: await coldStart(servers, 'plain') };
  const [portal, plain] = [await servers.start.portal(), await servers.start.plain()];
  onStop(portal.stop);
  onStop(plain.stop);
  const { headers } = servers;
  await (await fetch(`${portal.url}/api/v1/news`, { headers })).arrayBuffer();
  await sleep(SETTLING_MS);
  const idleMib = memoryOf(portal.pid).nowMib;
  const lists = {
    portal: { url: `${portal.url}/api/v1/news`, headers },
    plain: { url: `${plain.url}/list`, headers },
  };
  log('Measuring lists');
  const list = await comparePair(lists, FEW_CONNECTIONS, pace);
  const listOfMany = await comparePair(lists, MANY_CONNECTIONS, pace);
  log('Measuring details');
  const ids = await readableNews(servers);
  const paths = (prefix: string) => ids.map((id) => ({ path: `${prefix}${id}` }));
  const detail = await comparePair(
    {
      portal: { url: portal.url, headers, requests: paths('/api/v1/news/') },
      plain: { url: plain.url, headers, requests: paths('/detail/') },
    },
    FEW_CONNECTIONS,
    pace,
  );
  return { list, listOfMany, detail, coldStartMs, memory: { idleMib, peakMib: memoryOf(portal.pid).peakMib } };
}

/** Median milliseconds of the portal's list of news among this many. */
export async function measureListTime(news: number, pace: Pace, log: Log, onStop: OnStop): Promise<number> {
  const servers = await prepareServers(news, log, onStop);
  const portal = await servers.start.portal();
  onStop(portal.stop);
  log('Measuring lists');
  const target = { url: `${portal.url}/api/v1/news`, headers: servers.headers, connections: FEW_CONNECTIONS };
  await load(target, pace.warmUpSeconds);
  const times: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) times.push((await load(target, pace.seconds)).p50Ms);
  return median(times);
}

export async function prepareServers(news: number, log: Log, onStop: OnStop): Promise<Servers> {
  log(`Filling a database with ${news.toLocaleString('en')} news`);
  const script = await builtPortal(log);
  const database = await startBenchDatabase({ news, events: 400 }, new Date());
  onStop(database.stop);
  await fillPlainTables(database.url);
  const isIndexed = news <= MAX_INDEXED;
  if (isIndexed) {
    log('Indexing');
    await fillSearchIndex(database.url);
  }
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const { idToken, accessToken } = await issuer.tokens({ sub: 'bench', 'custom:advisorType': 'AdvisorHybrid' });
  return {
    databaseUrl: database.url,
    headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
    start: {
      portal: () =>
        startChildServer(script, {
          ...portalSettings(database, issuer.issuer),
          ...(isIndexed ? {} : { PORTICO_ROLE: 'web' }),
          RATE_LIMIT_PER_MINUTE: '0',
          LOG_LEVEL: 'info',
          MAX_EVENT_LOOP_DELAY_MS: '60000',
        }),
      plain: () =>
        startChildServer(import.meta.resolve('./plainServer.ts'), {
          DATABASE_URL: database.url,
          OIDC_ISSUER: issuer.issuer,
        }),
    },
  };
}

/** Otherwise the portal would index while it is being measured. */
async function fillSearchIndex(url: string): Promise<void> {
  const db = createDb(createPool({ url, max: 2, prepare: true, statementTimeoutMs: 60_000 }));
  await maintainSearchIndex(db, new Date());
  await db.destroy();
}

async function coldStart({ start, headers }: Servers, server: 'portal' | 'plain'): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < COLD_STARTS; count += 1) {
    const begun = performance.now();
    const { url, stop } = await start[server]();
    const response = await fetch(`${url}${server === 'portal' ? '/api/v1/news' : '/list'}`, { headers });
    if (!response.ok) throw new Error(`${server} responded with ${response.status}`);
    times.push(performance.now() - begun);
    await stop();
  }
  return median(times);
}

/** News that the signed-in person may read, newest first. */
const readableNews = ({ databaseUrl }: Servers): Promise<string[]> =>
  withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from content_items where kind = 'news' and published_revision_id is not null and published_at <= now()
       and (expires_at is null or expires_at > now()) and (audience = '{}' or 'AdvisorHybrid' = any (audience))
       order by published_at desc limit $1`,
      [DETAILS_ASKED],
    );
    return rows.map(({ id }) => id);
  });
