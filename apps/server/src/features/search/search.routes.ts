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
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import {
  ABBREVIATION_USE_DAYS,
  listAbbreviationChanges,
  listAbbreviationUses,
  MAX_ABBREVIATION_USES,
  mergeAbbreviation,
  undoAbbreviationChange,
} from '@portico/contracts/studio/abbreviationChanges';
import { dayAfter, dayIn } from '@portico/contracts/times';
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
  mergeInto,
  readUses,
  removeAbbreviation,
} from './abbreviations.queries.ts';
import { findDestinations } from './destinations.queries.ts';
import { countTerms } from './termCounts.ts';
import { rememberedAnswers } from './rememberedAnswers.ts';
import { isSearchable, searchItems, suggestTerms } from './search.queries.ts';
import { listChanges } from './abbreviationHistory.ts';
import { undoChange } from './undoAbbreviationChange.ts';
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
  route(portal, createAbbreviation, ({ reader, body }) => addAbbreviation(db, reader, body));
  route(portal, updateAbbreviation, ({ reader, params, body }) =>
    changeAbbreviation(db, reader, params.abbreviationId, body),
  );
  route(portal, mergeAbbreviation, ({ reader, params, body }) => mergeInto(db, reader, params.abbreviationId, body));
  route(portal, deleteAbbreviation, async ({ reader, params }) => {
    await removeAbbreviation(db, reader, params.abbreviationId);
    return undefined;
  });
  route(portal, listAbbreviationChanges, () => listChanges(db));
  route(portal, undoAbbreviationChange, ({ reader, params }) => undoChange(db, Number(params.changeId), reader));
  route(portal, listAbbreviationUses, async ({ reader, params }) => {
    const since = dayAfter(dayIn(config.FIRM_TIME_ZONE, now()), 1 - ABBREVIATION_USE_DAYS);
    const { abbreviation, searches, isPinned } = await readUses(db, params.abbreviationId, since);
    const connections = { db, hasSession: false, timeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS };
    // Everyday words can be too short to search for without further words.
    const found = (await isSearchable(db, abbreviation))
      ? await searchItems(connections, reader, { term: abbreviation })
      : undefined;
    const groups = found ? found.groupOrder.map((group) => found[group]) : [];
    return {
      searches: searches > 0 && searches < MIN_SHOWN_COUNT ? null : searches,
      isPinned,
      items: groups
        .flatMap(({ results }) => results)
        .slice(0, MAX_ABBREVIATION_USES)
        .map(({ id, header, path }) => ({ id, title: header.map(({ text }) => text).join(''), path })),
      total: groups.reduce((sum, { totalResultCount }) => sum + totalResultCount, 0),
    };
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
