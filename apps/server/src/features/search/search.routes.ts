import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchDestinations,
  searchPortal,
  suggestSearch,
  updateAbbreviation,
  type SearchQuery,
} from '@portico/contracts/search';
import type { Logger } from 'pino';
import type { Dependencies } from '../../dependencies.ts';
import { acceptsBrotli } from '../../http/api/compression.ts';
import { route } from '../../http/api/route.ts';
import { serviceRoute } from '../../http/api/serviceRoute.ts';
import type { Reader } from '../../visibility/visibility.ts';
import {
  addAbbreviation,
  changeAbbreviation,
  listAbbreviationsByName,
  removeAbbreviation,
} from './abbreviations.queries.ts';
import { findDestinations } from './destinations.queries.ts';
import { countTerms } from './termCounts.ts';
import { rememberedAnswers } from './rememberedAnswers.ts';
import { suggestTerms } from './search.queries.ts';
import type { Config } from '../../config.ts';
import { rowsAreChecked } from '../../db/rows.ts';
import { programFile } from '../../locations.ts';
import { createAnswerThreads, type AnswerThreads } from './threads/answerThreads.ts';
import type { SearchRequest, ThreadSettings } from './threads/messages.ts';

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function searchRoutes(
  portal: FastifyInstance,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): void {
  const threads = createSearchThreads(config, logger);
  portal.addHook('onClose', threads.close);
  const answer = rememberedAnswers(db, threads.ask);
  const search = (reader: Reader, query: SearchQuery, { request, reply }: Http) => {
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    const accepted = request.headers['accept-encoding'];
    return answer({ reader, query, acceptsBrotli: acceptsBrotli(accepted) }, controller.signal);
  };
  serviceRoute(
    portal,
    { scope: 'read:search', now },
    async (reader, query, http) => (await search(reader, query, http)).answer,
  );
  const counts = countTerms({ db, config, logger });
  portal.addHook('onClose', counts.close);
  route(portal, searchPortal, async ({ reader, query }, http) => {
    const { answer: found, hasResults } = await search(reader, query, http);
    if (hasResults !== undefined && !reader.isViewed) counts.note(reader, query, hasResults);
    return found;
  });
  route(portal, searchDestinations, ({ reader, reads, query }) =>
    findDestinations(reads, reader, query.term, config.APPLICATION_ADDRESSES),
  );
  route(portal, suggestSearch, ({ reader, reads, query }) => {
    threads.warmUp();
    const connections = { db: reads, hasSession: false, timeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS };
    return suggestTerms(connections, reader, { term: query.term, launchAddresses: config.APPLICATION_ADDRESSES });
  });
  route(portal, listAbbreviations, () => listAbbreviationsByName(db));
  route(portal, createAbbreviation, ({ person, body }) => addAbbreviation(db, person.id, body));
  route(portal, updateAbbreviation, ({ person, params, body }) =>
    changeAbbreviation(db, person.id, params.abbreviationId, body),
  );
  route(portal, deleteAbbreviation, async ({ person, params }) => {
    await removeAbbreviation(db, person.id, params.abbreviationId);
    return undefined;
  });
}

const SEARCHES_PER_THREAD = 2;

/** Runs searches outside the main thread, where ranking and excerpts would delay all other requests. */
function createSearchThreads(config: Config, logger: Logger): AnswerThreads<SearchRequest> {
  const settings: ThreadSettings = {
    databaseUrl: config.DATABASE_URL,
    prepare: config.DATABASE_PREPARE,
    searchesPerThread: SEARCHES_PER_THREAD,
    timeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
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
