import type { Request } from 'autocannon';
import type { Pace } from '../calls/compare.ts';
import { createRandom } from '../stage/random.ts';
import { startChildServer } from '../stage/childServer.ts';
import { startSearchDatabase, startSearchServer, storeItems } from '../search/searchDatabase.ts';
import { shortNews, wordsOf } from '../search/searchTexts.ts';
import { load } from '../load.ts';
import { fillPlainTables } from './plainTables.ts';
import { comparePair, type PairResult } from './pair.ts';
import { mainThreadMs } from './processes.ts';
import { FEW_CONNECTIONS } from './serverMarks.ts';

const TERMS = 300;
const CPU_SECONDS = 6;

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface SearchMarks {
  /** Each term many times, so that the portal can cache results. */
  search: PairResult;
  /** Each term in a new spelling, so that the portal has no cached result. */
  firstSearch: PairResult;
  /** CPU milliseconds per search on the thread that handles requests. */
  requestThreadMs: number;
}

/** Compares search over title and description of news without bodies with the plain server. */
export async function measureSearchMarks(items: number, pace: Pace, log: Log, onStop: OnStop): Promise<SearchMarks> {
  log(`Storing ${items.toLocaleString('en')} short news`);
  const database = await startSearchDatabase(onStop);
  await storeItems(database.url, shortNews(items), (count) => log(`  ${count}`));
  await fillPlainTables(database.url);
  const portal = await startSearchServer(database, onStop);
  const plain = await startChildServer(import.meta.resolve('./plainServer.ts'), {
    DATABASE_URL: database.url,
    OIDC_ISSUER: portal.issuer,
  });
  onStop(plain.stop);
  const headers = await portal.headers();
  const terms = wordsOf(createRandom(9), TERMS);
  const targets = (requestsTo: (path: string) => Request[]) => ({
    portal: { url: portal.portalUrl, headers, requests: requestsTo('/api/v1/search?scope=News&term=') },
    plain: { url: plain.url, headers, requests: requestsTo('/search?term=') },
  });
  const spelling = newSpellings();
  const repeated = targets((path) => terms.map((term) => ({ path: path + term })));
  const first = targets((path) =>
    terms.map((term) => ({ setupRequest: (request) => ({ ...request, path: path + spelling(term) }) })),
  );
  log('Measuring searches');
  const firstSearch = await comparePair(first, FEW_CONNECTIONS, pace);
  const before = mainThreadMs(portal.pid);
  const { requestsPerSecond } = await load({ ...first.portal, connections: FEW_CONNECTIONS }, CPU_SECONDS);
  const requestThreadMs = (mainThreadMs(portal.pid) - before) / (requestsPerSecond * CPU_SECONDS);
  return { search: await comparePair(repeated, FEW_CONNECTIONS, pace), firstSearch, requestThreadMs };
}

/** Spells a word differently each time by changing case, which both servers ignore. */
function newSpellings(): (word: string) => string {
  const counts = new Map<string, number>();
  return (word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    const capitals = Array.from(word, (letter, index) => ((count >> index) & 1 ? letter.toUpperCase() : letter));
    return capitals.join('') + '+'.repeat(count >> word.length);
  };
}
