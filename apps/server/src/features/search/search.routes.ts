import type { FastifyInstance } from 'fastify';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPlaces,
  searchPortal,
  suggestSearch,
  updateAbbreviation,
} from '@portico/contracts/search';
import type { Dependencies } from '../../dependencies.ts';
import { acceptsBrotli } from '../../http/api/compression.ts';
import { route } from '../../http/api/route.ts';
import {
  addAbbreviation,
  changeAbbreviation,
  listAbbreviationsByName,
  removeAbbreviation,
} from './abbreviations.queries.ts';
import { findPlaces } from './places.queries.ts';
import { rememberedAnswers } from './rememberedAnswers.ts';
import { suggestTerms } from './search.queries.ts';
import { createSearchThreads } from './searchThreads.ts';

export function searchRoutes(
  portal: FastifyInstance,
  { db, config, logger }: Pick<Dependencies, 'db' | 'config' | 'logger'>,
): void {
  const threads = createSearchThreads(config, logger);
  portal.addHook('onClose', threads.close);
  const answer = rememberedAnswers(db, threads.ask);
  route(portal, searchPortal, ({ reader, query }, { request, reply }) => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const accepted = request.headers['accept-encoding'];
    return answer({ reader, query, acceptsBrotli: acceptsBrotli(accepted) }, left.signal);
  });
  route(portal, searchPlaces, ({ reader, reads, query }) =>
    findPlaces(reads, reader, query.term, config.APPLICATION_ADDRESSES),
  );
  route(portal, suggestSearch, ({ reader, reads, query }) => {
    threads.warmUp();
    return suggestTerms(reads, reader, query.term);
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
