import type { Pace } from '../compare.ts';
import { createRandom } from '../stage/random.ts';
import { startChildServer } from '../stage/childServer.ts';
import { startSearchDatabase, startSearchServer, storeItems } from '../search/searchDatabase.ts';
import { shortNews, wordsOf } from '../search/searchTexts.ts';
import { load } from '../load.ts';
import { fillLimitTables } from './limitTables.ts';
import { comparePair, type PairResult } from './pair.ts';
import { mainThreadMs } from './processes.ts';
import { FEW_CONNECTIONS } from './serverMarks.ts';

const TERMS = 300;
const CPU_SECONDS = 6;

type OnStop = (stop: () => Promise<void>) => void;
type Tell = (step: string) => void;

export interface SearchMarks {
  search: PairResult;
  /** CPU milliseconds of the thread that answers requests, per search. */
  requestThreadMs: number;
}

/** Search over title and description of news without bodies, beside the limit. */
export async function measureSearchMarks(items: number, pace: Pace, tell: Tell, onStop: OnStop): Promise<SearchMarks> {
  tell(`Storing ${items.toLocaleString('en')} short news`);
  const database = await startSearchDatabase(onStop);
  await storeItems(database.url, shortNews(items), (count) => tell(`  ${count}`));
  await fillLimitTables(database.url);
  const portal = await startSearchServer(database, onStop);
  const limit = await startChildServer(import.meta.resolve('./limitServer.ts'), {
    DATABASE_URL: database.url,
    OIDC_ISSUER: portal.issuer,
  });
  onStop(limit.stop);
  const headers = await portal.headers();
  const terms = wordsOf(createRandom(9), TERMS);
  const target = (url: string, path: string) => ({
    url,
    headers,
    requests: terms.map((term) => ({ path: path + term })),
  });
  const targets = {
    portal: target(portal.portalUrl, '/api/v1/search?scope=News&term='),
    limit: target(limit.url, '/search?term='),
  };
  tell('Measuring searches');
  const search = await comparePair(targets, FEW_CONNECTIONS, pace);
  const before = mainThreadMs(portal.pid);
  const { requestsPerSecond } = await load({ ...targets.portal, connections: FEW_CONNECTIONS }, CPU_SECONDS);
  return { search, requestThreadMs: (mainThreadMs(portal.pid) - before) / (requestsPerSecond * CPU_SECONDS) };
}
