import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { rowsAreChecked } from '../../db/rows.ts';
import { programFile } from '../../locations.ts';
import { createAnswerThreads, type AnswerThreads } from './threads/answerThreads.ts';
import type { SearchRequest, ThreadSettings } from './threads/messages.ts';

const SEARCHES_PER_THREAD = 2;

/** Runs searches outside the main thread, where ranking and excerpts would delay all other requests. */
export function createSearchThreads(config: Config, logger: Logger): AnswerThreads<SearchRequest> {
  const settings: ThreadSettings = {
    databaseUrl: config.DATABASE_URL,
    prepare: config.DATABASE_PREPARE,
    searchesPerThread: SEARCHES_PER_THREAD,
    areRowsChecked: rowsAreChecked(),
  };
  return createAnswerThreads<SearchRequest>({
    entry: programFile('searchThread'),
    settings,
    count: config.SEARCH_THREADS,
    requestsPerThread: SEARCHES_PER_THREAD,
    onDeath: (reason) => logger.error({ reason }, 'a search thread died'),
  });
}
