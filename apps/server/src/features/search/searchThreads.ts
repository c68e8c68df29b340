import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { rowsAreChecked } from '../../db/rows.ts';
import { programFile } from '../../locations.ts';
import { createAnswerThreads, type AnswerThreads } from './threads/answerThreads.ts';
import type { SearchRequest, ThreadSettings } from './threads/messages.ts';

const SEARCHES_AT_ONCE = 2;

/** Answers searches outside of the thread of the requests: ranking and excerpts would keep everyone else waiting. */
export function createSearchThreads(config: Config, logger: Logger): AnswerThreads<SearchRequest> {
  const settings: ThreadSettings = {
    databaseUrl: config.DATABASE_URL,
    prepare: config.DATABASE_PREPARE,
    searchesAtOnce: SEARCHES_AT_ONCE,
    areRowsChecked: rowsAreChecked(),
  };
  return createAnswerThreads<SearchRequest>({
    entry: programFile('searchThread'),
    settings,
    count: config.SEARCH_THREADS,
    requestsAtOnce: SEARCHES_AT_ONCE,
    onDeath: (reason) => logger.error({ reason }, 'a search thread died'),
  });
}
