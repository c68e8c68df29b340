import type { Request } from 'autocannon';
import type { Pace } from '../calls/compare.ts';
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
  /** Each term many times. */
  search: PairResult;
  /** Each term as nobody wrote it before, so that the portal remembers no answer. */
  firstSearch: PairResult;
  /** CPU milliseconds of the thread that answers requests, per search of this kind. */
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
  const targets = (requestsTo: (path: string) => Request[]) => ({
    portal: { url: portal.portalUrl, headers, requests: requestsTo('/api/v1/search?scope=News&term=') },
    limit: { url: limit.url, headers, requests: requestsTo('/search?term=') },
  });
  const spelling = newSpellings();
  const repeated = targets((path) => terms.map((term) => ({ path: path + term })));
  const first = targets((path) =>
    terms.map((term) => ({ setupRequest: (request) => ({ ...request, path: path + spelling(term) }) })),
  );
  tell('Measuring searches');
  const firstSearch = await comparePair(first, FEW_CONNECTIONS, pace);
  const before = mainThreadMs(portal.pid);
  const { requestsPerSecond } = await load({ ...first.portal, connections: FEW_CONNECTIONS }, CPU_SECONDS);
  const requestThreadMs = (mainThreadMs(portal.pid) - before) / (requestsPerSecond * CPU_SECONDS);
  return { search: await comparePair(repeated, FEW_CONNECTIONS, pace), firstSearch, requestThreadMs };
}

/** Writes a word another way each time, with capitals, which both servers search alike. */
function newSpellings(): (word: string) => string {
  const counts = new Map<string, number>();
  return (word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    const capitals = Array.from(word, (letter, place) => ((count >> place) & 1 ? letter.toUpperCase() : letter));
    return capitals.join('') + '+'.repeat(count >> word.length);
  };
}
