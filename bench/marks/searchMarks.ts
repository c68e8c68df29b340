import type { Pace } from '../calls/compare.ts';
import { startSearchDatabase, storeItems } from '../search/searchDatabase.ts';
import { shortNews, wordsOf } from '../search/searchTexts.ts';
import { createRandom } from '../stage/random.ts';
import { dealToRounds, distinctTerms } from './distinctTerms.ts';
import { measuredServers, sideOf, type MeasuredServers } from './measuredServers.ts';
import { comparePair, type PairResult } from './pair.ts';
import { fillPlainTables, READER_TYPE } from './plainTables.ts';
import { compareFound, compareNews, readerOf } from './sameAnswers.ts';
import { FEW_CONNECTIONS } from './serverMarks.ts';
import { unmistakableWords } from './wordsInTexts.ts';

const REPEATED_TERMS = 300;
/** First searches per round and second of a round. */
const FIRST_PER_SECOND = 150;
const WORDS_COMPARED = 20;

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface SearchMarks {
  list: PairResult;
  /** Each term many times, so that the portal can cache results. */
  search: PairResult;
  /** Each term once in the whole run, all servers in the same order. */
  firstSearch: PairResult;
}

/** Short news without bodies, so that all servers search titles and descriptions, in a full search index. */
export async function prepareSearchServers(items: number, log: Log, onStop: OnStop): Promise<MeasuredServers> {
  log(`Storing ${items.toLocaleString('en')} short news`);
  const database = await startSearchDatabase(onStop);
  await storeItems(database.url, shortNews(items), (count) => log(`  ${count}`));
  await fillPlainTables(database.url);
  return measuredServers(database, log, onStop);
}

/** Compares search over title and description with the servers beside the portal. */
export async function measureSearchMarks(items: number, pace: Pace, log: Log, onStop: OnStop): Promise<SearchMarks> {
  const servers = await prepareSearchServers(items, log, onStop);
  const [portal, plain, floor] = [
    await servers.start('portal'),
    await servers.start('plain'),
    await servers.start('floor'),
  ];
  for (const { stop } of [portal, plain, floor]) onStop(stop);
  const headers = await servers.headersOf({ sub: 'bench', 'custom:advisorType': READER_TYPE });

  log('Comparing answers');
  const others = { plain: readerOf(plain.url, headers), floor: readerOf(floor.url, headers) };
  await compareNews(readerOf(portal.url, headers), others, []);
  const words = await unmistakableWords(servers.databaseUrl, WORDS_COMPARED);
  await compareFound(readerOf(portal.url, headers), others, words);

  const [portalSide, base, floorSide] = [portal, plain, floor].map((server) => sideOf(server, servers, headers));
  const asking = (what: (path: string) => object) => ({
    portal: { ...portalSide!, ...what('/api/v1/search?scope=News&term=') },
    base: { ...base!, ...what('/search?term=') },
    floor: { ...floorSide!, ...what('/search?term=') },
  });
  const repeated = wordsOf(createRandom(9), REPEATED_TERMS);
  const perRound = FIRST_PER_SECOND * pace.seconds;
  const firstOf = dealToRounds(
    distinctTerms(createRandom(13), perRound * (pace.rounds + 2), [...repeated, ...words]),
    pace.rounds,
  );
  const requestsTo = (path: string, terms: string[]) =>
    terms.map((term) => ({ path: path + encodeURIComponent(term) }));
  log('Measuring searches');
  const firstSearch = await comparePair(
    asking((path) => ({ requestsOf: (round: number) => requestsTo(path, firstOf(round)) })),
    FEW_CONNECTIONS,
    pace,
  );
  const search = await comparePair(
    asking((path) => ({ requests: requestsTo(path, repeated) })),
    FEW_CONNECTIONS,
    pace,
  );
  log('Measuring lists');
  const list = await comparePair(
    {
      portal: { ...portalSide!, url: `${portal.url}/api/v1/news` },
      base: { ...base!, url: `${plain.url}/list` },
      floor: { ...floorSide!, url: `${floor.url}/list` },
    },
    FEW_CONNECTIONS,
    pace,
  );
  return { list, search, firstSearch };
}
