import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import type { Audience } from '@portico/kinds/audience';
import { advisorTypes, type AdvisorType } from '@portico/kinds/advisorType';
import { sumTotals } from '@portico/server/content/storedTotals';
import { createDb, createPool } from '@portico/server/db/pool';
import { saveRule, storedAudience } from '@portico/server/visibility/audienceRules';
import type { Pace } from '../calls/compare.ts';
import { startSearchDatabase, storeItems } from '../search/searchDatabase.ts';
import { shortNews, wordsOf } from '../search/searchTexts.ts';
import { createRandom } from '../stage/random.ts';
import { measuredServers, sideOf } from './measuredServers.ts';
import { comparePair, type PairResult, type Side } from './pair.ts';
import { readerOf } from './sameAnswers.ts';
import { FEW_CONNECTIONS } from './serverMarks.ts';

const ITEMS = 10_000;
/** Share of items that are not for everyone. */
const SHARE = 0.3;
const DETAILS_ASKED = 200;
const TERMS = 300;
const BRANCH = 'Boston HQ';
/** Longer than an announcement of changed facts takes. */
const ANNOUNCED_MS = 1000;

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface AudienceMarks {
  rules: number;
  list: PairResult;
  detail: PairResult;
  search: PairResult;
}

/** A portal, and ids of news that the reader can see. */
interface Visible {
  side: Side;
  ids: string[];
}

/**
 * Compares two portals with the same news. Some of the news are restricted by this many rules on one portal, and by
 * advisor types on the other, so that the ratio is the cost of the rules.
 */
export async function measureAudienceMarks(
  rules: number,
  pace: Pace,
  log: Log,
  onStop: OnStop,
): Promise<AudienceMarks> {
  log(`Storing news for ${rules} audience rules, and for advisor types`);
  const [byRule, byType] = [await startSide(rules, log, onStop), await startSide(0, log, onStop)];
  const terms = wordsOf(createRandom(9), TERMS);
  const compare = (pathsOf: (ids: string[]) => string[]) => {
    const target = ({ side, ids }: Visible) => ({ ...side, requests: pathsOf(ids).map((path) => ({ path })) });
    return comparePair({ portal: target(byRule), base: target(byType) }, FEW_CONNECTIONS, pace);
  };
  log('Measuring list, detail and search with and without rules');
  return {
    rules,
    list: await compare(() => ['/api/v1/news']),
    detail: await compare((ids) => ids.map((id) => `/api/v1/news/${id}`)),
    search: await compare(() => terms.map((term) => `/api/v1/search?scope=News&term=${term}`)),
  };
}

/** Starts a portal whose reader has one advisor type and works in one branch. */
async function startSide(rules: number, log: Log, onStop: OnStop): Promise<Visible> {
  const database = await startSearchDatabase(onStop);
  const audiences = rules === 0 ? undefined : await storeRules(database.url, rules);
  const random = createRandom(21);
  const audience = (): string[] => {
    if (!random.chance(SHARE)) return [];
    return audiences ? random.one(audiences) : random.some<AdvisorType>(advisorTypes, 2, 6);
  };
  await storeItems(
    database.url,
    Array.from(shortNews(ITEMS), (item) => ({ ...item, audience: audience() })),
    () => {},
  );
  await sumPastTotals(database.url);
  const servers = await measuredServers(database, log, onStop);
  const portal = await servers.start('portal');
  onStop(portal.stop);
  const headers = await servers.headersOf({ sub: 'bench' });
  const read = async (path: string) => (await readerOf(portal.url, headers)(path)) as Page;
  await read('/api/v1/news');
  await withConnection(database.url, (client) =>
    client.query(`update users set advisor_type = 'AdvisorHybrid', directory_facts = $1`, [[`branch:${BRANCH}`]]),
  );
  await sleep(ANNOUNCED_MS);
  const ids: string[] = [];
  for (let page = 1; ids.length < DETAILS_ASKED; page += 1)
    ids.push(...(await read(`/api/v1/news?pageSize=50&page=${page}`)).items.map(({ id }) => id));
  return { side: sideOf(portal, servers, headers), ids };
}

/**
 * Does what the portal does every five minutes, and autovacuum after it. Otherwise both lists would spend their time
 * counting rows of the bulk load, and later reading past their dead tuples.
 */
async function sumPastTotals(url: string): Promise<void> {
  const db = createDb(createPool({ url, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  await sumTotals(db, new Date()).finally(() => db.destroy());
  await withConnection(url, (client) => client.query('vacuum (analyze) content_totals'));
}

interface Page {
  items: Array<{ id: string }>;
}

/** Stores rules, three in seven of which match the reader, and returns them as values of a column `audience`. */
async function storeRules(url: string, count: number): Promise<string[][]> {
  const db = createDb(createPool({ url, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  try {
    const given = Array.from({ length: count }, (_, index): Audience => {
      const branch = [`Branch ${index}`, ...(index % 7 < 3 ? [BRANCH] : [])];
      return { audience: [], audienceRule: { include: { branch }, exclude: { state: [`State ${index % 50}`] } } };
    });
    for (const audience of given) await saveRule(db, audience);
    return given.map(storedAudience);
  } finally {
    await db.destroy();
  }
}
